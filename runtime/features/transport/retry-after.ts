import type { Headers } from "../../index.js";

/** Marks of a date, without which `Date.parse` takes any number for a month: the name of a month, or ISO 8601's `T`. */
const DATE = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\dt\d/i;

/**
 * Seconds that an API asks to wait, rounded up; 0 for a date in the past. Undefined without a header of that form.
 * https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 allows whole seconds and dates, but APIs send fractions as well.
 */
export function readRetryAfter(headers: Headers): number | undefined {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) return Math.ceil(Number(text));
  const date = DATE.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date)
    ? undefined
    : Math.max(Math.ceil((date - Date.now()) / 1000), 0);
}
