import { ToolwrightError } from "../errors.js";
import { isObject, toArray, getMember } from "../shared/json.js";
import { compareCodeUnits } from "../shared/order.js";
import type { LintFinding } from "./findings.js";

/** Name of the file that remembers old findings, in the project's folder. */
export const baselineFile = "lint-baseline.json";

/** Findings that a baseline holds at most. */
const MAX_ENTRIES = 100_000;

/** Text of a baseline: rule, tool and argument of each finding, one a line, sorted. */
export function writeBaseline(findings: readonly LintFinding[]): string {
  const lines = [
    ...new Set(
      findings.map(({ argument, rule, tool }) =>
        JSON.stringify({
          rule,
          tool,
          ...(argument === null ? {} : { argument }),
        }),
      ),
    ),
  ].sort(compareCodeUnits);
  return lines.length === 0 ? "[]\n" : `[\n  ${lines.join(",\n  ")}\n]\n`;
}

/**
 * Reads a baseline: a function that is true for the findings that it holds. Throws a ToolwrightError if it is invalid.
 */
export function readBaseline(text: string): (finding: LintFinding) => boolean {
  const keys = new Set(toArray(parse(text)).map(keyOf));
  return (finding) => keys.has(keyOf(finding));
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.every(isObject);
    if (isList && value.length <= MAX_ENTRIES) return value;
  } catch {
    // Reported below.
  }
  throw new ToolwrightError({
    code: "bad-baseline",
    file: baselineFile,
    message: "This is not a list of findings.",
    hint: "Write it again: toolwright lint --baseline --update",
  });
}

function keyOf(finding: unknown): string {
  return JSON.stringify(
    ["rule", "tool", "argument"].map(
      (name) => getMember(finding, name) ?? null,
    ),
  );
}
