import { runInNewContext } from "node:vm";
import { codeOf } from "./error-code.js";

/** What was stopped, since it took too long; the message ends a sentence. */
export class TooLong extends Error {}

/** Runs something that may never end, and stops it after so many milliseconds, in a regular expression, too. Throws `TooLong` then. */
export function within<Result>(timeout: number, run: () => Result): Result {
  try {
    // What the script gives is what the function gives.
    return runInNewContext("run()", { run }, { timeout }) as Result;
  } catch (cause) {
    if (codeOf(cause) !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw cause;
    throw new TooLong(`it takes more than ${timeout / 1000} seconds`, {
      cause,
    });
  }
}
