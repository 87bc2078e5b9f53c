// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Log } from "../../index.js";

const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

type Level = (typeof LEVELS)[number];

export interface LogOptions {
  /** Lowest level that is written: `debug`, `info`, `warn`, `error` or `silent`. Default: `info`. */
  readonly level?: string | undefined;
  /** Removes secrets from text. */
  readonly redact?: (text: string) => string;
  /** Default: writes to standard error, since standard output belongs to the protocol. */
  readonly write?: (line: string) => unknown;
}

/** Creates a log of JSON lines. Redacts details with names such as `token`, and applies `redact` to all strings. */
export function createLog({
  level: levelText,
  redact = (text: string) => text,
  write = (line: string): unknown => process.stderr.write(line),
}: LogOptions = {}): Log {
  const level = readLevel(levelText);
  const redactField = (name: string, value: unknown): unknown => {
    if (SECRET_NAME.test(name)) return "[redacted]";
    if (value instanceof Error) return redact(value.stack ?? value.message);
    return typeof value === "string" ? redact(value) : value;
  };
  const createLevelWriter = (lineLevel: Level): Log["info"] => {
    if (LEVELS.indexOf(lineLevel) < LEVELS.indexOf(level))
      return () => undefined;
    return (event, details) => {
      const time = new Date().toISOString();
      const line = { time, level: lineLevel, event, ...details };
      write(`${escapeLineEnds(JSON.stringify(line, redactField))}\n`);
    };
  };
  return {
    debug: createLevelWriter("debug"),
    info: createLevelWriter("info"),
    warn: createLevelWriter("warn"),
    error: createLevelWriter("error"),
  };
}

/** Escapes characters of JSON that a reader may take for the end of a line, or that change the direction of text. */
const escapeLineEnds = (json: string) =>
  json.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

export const SECRET_NAME =
  /authorization|cookie|credential|password|secret|token|api[-_]?key/i;

function readLevel(text = "info"): Level {
  return LEVELS.find((level) => level === text.toLowerCase()) ?? "info";
}
