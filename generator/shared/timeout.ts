import { runInNewContext } from "node:vm";
import { errorCode } from "./error-code.js";

/** Error of a function that took too long. Its message ends a sentence. */
export class TimeoutError extends Error {}

/** Runs a synchronous function that may never end. Throws `TimeoutError` after `timeout` milliseconds, even inside a regular expression. */
export function runWithTimeout<Result>(
  timeout: number,
  run: () => Result,
): Result {
  try {
    // The script returns what the function returns.
    return runInNewContext("run()", { run }, { timeout }) as Result;
  } catch (cause) {
    if (errorCode(cause) !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw cause;
    throw new TimeoutError(`it took more than ${timeout / 1000} seconds`, {
      cause,
    });
  }
}
