import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { CallError } from "../../../index.js";
import { escapeInvisible } from "../../text/escape-invisible.js";
import type { Args, Lifecycle, Log, ServerContext } from "../../../index.js";

/** Maximum size of a line in bytes, with its end. */
const MAX_LINE_BYTES = 16 * 1024;

/** A trail of JSON lines. */
export interface Trail extends Lifecycle {
  /** Writes the first of these lines that is short enough. Throws if it can't be written. */
  write(alternatives: readonly Args[]): void;
}

/**
 * Opens the trail that `MCP_AUDIT` names: `stderr`, or a file for which this process alone has rights, which SIGHUP
 * opens again.
 */
export function openTrail(target: string, log: Log): Trail {
  return target === "stderr" ? openStderr() : openFile(target, log);
}

function openStderr(): Trail {
  const ignoreError = () => undefined;
  return {
    // The log goes there too, and must not end a server whose disk is full.
    start: () => void process.stderr.on("error", ignoreError),
    close: () => void process.stderr.off("error", ignoreError),
    write(alternatives) {
      const lines = alternatives.map((line) => ({ stream: "audit", ...line }));
      writeAll(STANDARD_ERROR, Buffer.from(toLine(lines)));
    },
  };
}

const STANDARD_ERROR = 2;

function openFile(path: string, log: Log): Trail {
  let file: number | undefined;
  /** True if the file ends with a part of a line, which must not run into the next one. */
  let isTorn = false;

  function open(): void {
    const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;
    const flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
    const newFile = openSync(path, flags, 0o600);
    try {
      const stats = fstatSync(newFile);
      if (!stats.isFile()) throw new Error(`${path} is not a file.`);
      fchmodSync(newFile, 0o600);
      const end = Buffer.alloc(1);
      const isEmpty = readSync(newFile, end, 0, 1, stats.size - 1) === 0;
      isTorn = !isEmpty && end.toString() !== "\n";
    } catch (error) {
      closeSync(newFile);
      throw error;
    }
    if (file !== undefined) closeSync(file);
    file = newFile;
  }

  const reopen = () => {
    try {
      open();
    } catch (error) {
      log.error("audit", {
        message: `${path} can't be opened again; the trail continues in the previous file.`,
        error,
      });
    }
  };
  return {
    start() {
      try {
        open();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(
          `MCP_AUDIT: ${reason}. Name a file that this process may write, in a folder that is there, or stderr.`,
          { cause: error },
        );
      }
      process.on("SIGHUP", reopen);
    },
    close() {
      process.off("SIGHUP", reopen);
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
    write(alternatives) {
      // Nobody can read what is written to a deleted file.
      if (file === undefined || fstatSync(file).nlink === 0) open();
      const line = Buffer.from(`${isTorn ? "\n" : ""}${toLine(alternatives)}`);
      isTorn = true;
      writeAll(file ?? -1, line); // `open` has set it
      isTorn = false;
    },
  };
}

/** Number of retries for a full pipe, one millisecond apart. */
const MAX_TRIES = 1_000;

/** Writes all bytes before it returns. Throws the system's error. */
function writeAll(file: number, bytes: Uint8Array): void {
  let count = 0;
  for (let tries = 0; count < bytes.length; tries += 1)
    try {
      count += writeSync(file, bytes, count);
    } catch (error) {
      const { code } = Object(error) as { code?: unknown };
      if (code !== "EAGAIN" || tries > MAX_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
}

function toLine(alternatives: readonly Args[]): string {
  const lines = alternatives.map(
    (line) => `${escapeInvisible(JSON.stringify(line))}\n`,
  );
  const line = lines.find((text) => Buffer.byteLength(text) <= MAX_LINE_BYTES);
  if (line === undefined) throw new Error("The line is too long.");
  return line;
}

/**
 * Writes lines, and reports a line that can't be written in the log and in `problems`. Returns true if it was
 * written.
 */
export function createTrailWriter(
  trail: Trail,
  { problems }: Pick<ServerContext, "problems">,
) {
  return (alternatives: readonly Args[], log: Log): boolean => {
    try {
      trail.write(alternatives);
      problems.delete(PROBLEM);
      return true;
    } catch (error) {
      problems.add(PROBLEM);
      const { code } = Object(error) as { code?: unknown };
      const reason = typeof code === "string" ? ` (${code})` : "";
      const [{ event, id } = {}] = alternatives;
      log.error("audit", {
        message: `A line of the trail can't be written${reason}. Make room, or name another file in MCP_AUDIT.`,
        line: event,
        call: id,
      });
      return false;
    }
  };
}

/** Text of `problems` as long as the trail can't be written. */
const PROBLEM = "audit: the trail can't be written";

/** Creates the error of a call that must not happen without a record. */
export const createUnrecordedError = () =>
  new CallError(
    "Nothing was sent: this server may change nothing without a record of it, and the record can't be written. Its owner finds the reason in its log.",
  );
