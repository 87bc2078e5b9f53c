// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Log } from "../index.js";

const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

type Level = (typeof LEVELS)[number];

/**
 * A log of JSON lines on standard error, since standard output belongs to the protocol. Details with names such as
 * `token` are redacted, and in all text what `redact` finds. `level` is by default that of `LOG_LEVEL`, else `info`.
 */
export function createLog({
  level = levelOf(process.env["LOG_LEVEL"]),
  redact = (text: string) => text,
  write = (line: string): unknown => process.stderr.write(line),
}: {
  level?: Level;
  redact?: (text: string) => string;
  write?: (line: string) => unknown;
} = {}): Log {
  const redacted = (name: string, value: unknown): unknown => {
    if (SECRET_NAME.test(name)) return "[redacted]";
    if (value instanceof Error) return redact(value.stack ?? value.message);
    return typeof value === "string" ? redact(value) : value;
  };
  const at = (own: Level): Log["info"] => {
    if (LEVELS.indexOf(own) < LEVELS.indexOf(level)) return () => undefined;
    return (event, details) => {
      const time = new Date().toISOString();
      const line = { time, level: own, event, ...details };
      write(`${JSON.stringify(line, redacted)}\n`);
    };
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
}

export const SECRET_NAME =
  /authorization|cookie|credential|password|secret|token|api[-_]?key/i;

function levelOf(text = "info"): Level {
  return LEVELS.find((level) => level === text.toLowerCase()) ?? "info";
}
