const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

export type LogLevel = (typeof LEVELS)[number];

/** Writes one line: what happened, and its details. */
export type LogLine = (
  event: string,
  details?: Readonly<Record<string, unknown>>,
) => void;

/** One function by level. */
export type Log = Readonly<Record<Exclude<LogLevel, "silent">, LogLine>>;

export interface LogOptions {
  /** Less than this is not written. Default: `LOG_LEVEL` of the environment, else `info`. */
  readonly level?: LogLevel;
  /** Takes secrets out of text. */
  readonly mask?: (text: string) => string;
  /** Default: standard error, since standard output belongs to the protocol. */
  readonly write?: (line: string) => void;
}

/** A log of JSON lines. Details with names such as `token` are masked, and in all text what `mask` finds. */
export function createLog(options: LogOptions = {}): Log {
  const {
    level = levelOf(process.env["LOG_LEVEL"]),
    mask = (text) => text,
    write = (line) => process.stderr.write(line),
  } = options;
  const at = (own: LogLevel): LogLine => {
    if (LEVELS.indexOf(own) < LEVELS.indexOf(level)) return () => undefined;
    return (event, details = {}) => {
      const time = new Date().toISOString();
      const line = { time, level: own, event, ...details };
      write(`${JSON.stringify(line, masked(mask))}\n`);
    };
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
}

const SECRET_NAME =
  /authorization|cookie|credential|password|secret|token|api[-_]?key/i;

function masked(mask: (text: string) => string) {
  return (name: string, value: unknown): unknown => {
    if (SECRET_NAME.test(name)) return "[redacted]";
    if (value instanceof Error) return mask(value.stack ?? value.message);
    return typeof value === "string" ? mask(value) : value;
  };
}

function levelOf(text = "info"): LogLevel {
  return LEVELS.find((level) => level === text.toLowerCase()) ?? "info";
}
