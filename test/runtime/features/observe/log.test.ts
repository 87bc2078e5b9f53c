import { expect, test } from "vitest";
import { createLog } from "../../../../runtime/features/observe/log.js";

type LogOptions = Parameters<typeof createLog>[0];

function linesOf(
  options: LogOptions,
  write: (log: ReturnType<typeof createLog>) => void,
): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog({ ...options, write: (line) => lines.push(line) }));
  return lines.map((line) => {
    expect(line.endsWith("\n")).toBe(true);
    return JSON.parse(line) as Record<string, unknown>;
  });
}

const levels = [
  ["debug", ["debug", "info", "warn", "error"]],
  ["info", ["info", "warn", "error"]],
  ["warn", ["warn", "error"]],
  ["error", ["error"]],
  ["silent", []],
] as const;

test.each(levels)("log level %s writes %j", (level, want) => {
  const lines = linesOf({ level }, (log) => {
    log.debug("a");
    log.info("a");
    log.warn("a");
    log.error("a");
  });
  expect(lines.map((line) => line["level"])).toEqual(want);
});

test("log lines have time, level, event and details", () => {
  const [line] = linesOf({}, (log) => log.info("call", { tool: "a", ms: 3 }));
  expect(line).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
    level: "info",
    event: "call",
    tool: "a",
    ms: 3,
  });
});

test("log lines have secrets redacted by name and by value, at any depth", () => {
  const redact = (text: string) => text.replaceAll("hunter22", "***");
  const error = new Error("it is hunter22");
  const [line] = linesOf({ redact }, (log) =>
    log.error("call", {
      error,
      headers: { Authorization: "Bearer x", "X-Api-Key": "y", accept: "z" },
      list: [{ access_token: "x", text: "is hunter22" }],
    }),
  );
  expect(line).toMatchObject({
    error: expect.stringMatching(/^Error: it is \*\*\*\n +at /) as unknown,
    headers: {
      Authorization: "[redacted]",
      "X-Api-Key": "[redacted]",
      accept: "z",
    },
    list: [{ access_token: "[redacted]", text: "is ***" }],
  });
});

test("log lines have no character that a reader may take for a line end or a direction", () => {
  const lines: string[] = [];
  const host = "a\u2028\u2029\u0085\u007f\u202e\u2066\u200f\u061cz é字😀";
  createLog({ write: (line) => lines.push(line) }).warn("refused", { host });
  expect(lines.join("")).toMatch(/^[\x20-\x7eé字😀]+\n$/u);
  expect(JSON.parse(lines.join(""))).toMatchObject({ host });
});
