import { expect, onTestFinished, test, vi } from "vitest";
import { readRetryAfter } from "../../../../runtime/features/transport/retry-after.js";

const now = Date.parse("2026-11-28T10:00:00Z");

const HEADERS: [text: string, seconds: number | undefined][] = [
  ["0", 0],
  ["120", 120],
  [" 7 ", 7],
  // Fractions: opensearch-project/data-prepper#6927, urllib3/urllib3#2861
  ["2.5", 3],
  ["0.2", 1],
  ["3.", 3],
  [".5", 1],
  ["0.0", 0],
  ["Sat, 28 Nov 2026 10:00:30 GMT", 30],
  ["Saturday, 28-Nov-26 10:00:30 GMT", 30],
  ["Sat Nov 28 10:00:30 2026 GMT", 30],
  ["2026-11-28T10:00:29.5Z", 30],
  ["Sat, 28 Nov 2026 09:00:00 GMT", 0],
  // `Date.parse` reads each of these as a day of 2001, or of another year.
  ["2.5.1", undefined],
  ["-5", undefined],
  ["1/2", undefined],
  ["2, 2", undefined],
  ["in 5", undefined],
  ["5 s", undefined],
  ["1e3", undefined],
  ["2026-11-28", undefined],
  ["soon", undefined],
  ["", undefined],
];

test.each(HEADERS)("Retry-After: %j is %j seconds", (text, seconds) => {
  vi.useFakeTimers({ now, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  expect(readRetryAfter({ "retry-after": text })).toBe(seconds);
});

test("a response without Retry-After has none", () => {
  expect(readRetryAfter({})).toBeUndefined();
});
