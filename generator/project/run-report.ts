import { isAbsolute } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Finding } from "../errors.js";
import type { Costs } from "../listing/costs.js";
import { isObject, toArray } from "../shared/json.js";
import type { ComponentSummary, Lock, Result } from "./outcome.js";

/** Part of a result that only the document and the config decide. */
export type RunReport = Pick<
  Result,
  "title" | "components" | "operations" | "findings" | "costs"
>;

/** Report of a run, and the names of the files that it read besides the document, relative to its folder. */
export interface StoredReport {
  readonly report: RunReport;
  readonly sources: readonly string[];
}

/**
 * Formats a report as JSON for the lock. Of a component it has the path and the name, since the lock's lines have the
 * rest, and no name of the document, which is relative to the folder of each run. Undefined if it would hold an
 * absolute path, or not come back as it is.
 */
export function formatReport(
  { report, sources }: StoredReport,
  document: string,
  files: Lock["files"],
): string | undefined {
  const { components, findings, ...otherFields } = report;
  const text = JSON.stringify({
    sources,
    components: components.map(({ file, name }) => [file, name]),
    findings: findings.map((finding) =>
      finding.file === document ? { ...finding, file: "" } : finding,
    ),
    ...otherFields,
  });
  const isOfMachine =
    (isAbsolute(document) && text.includes(document)) ||
    findings.some(({ file = "" }) => file !== document && isAbsolute(file));
  const parsed = parseReport(text, document, files);
  // Members that are undefined don't come back.
  const plainReport: unknown = JSON.parse(JSON.stringify({ report, sources }));
  return !isOfMachine && isDeepStrictEqual(parsed, plainReport)
    ? text
    : undefined;
}

/**
 * Parses the JSON of a report. The lock that holds it is as hostile as a document, so undefined if a value is of a
 * form that no run has.
 */
export function parseReport(
  text: string,
  document: string,
  files: Lock["files"],
): StoredReport | undefined {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) return undefined;
  const { costs, findings, operations, sources, title } = value;
  const components = toArray(value["components"]).map((component) =>
    toComponent(component, files),
  );
  const isComplete = components.every((component) => component !== undefined);
  if (
    !isComplete ||
    typeof title !== "string" ||
    !isTexts(operations) ||
    !isTexts(sources) ||
    !Array.isArray(findings) ||
    !findings.every(isFinding) ||
    !isCosts(costs)
  )
    return undefined;
  return {
    sources,
    report: {
      title,
      components,
      operations,
      findings: findings.map((finding) =>
        finding.file === "" ? { ...finding, file: document } : finding,
      ),
      costs,
    },
  };
}

/** Component of a path and a name; undefined if the lock has no component there. */
function toComponent(
  value: unknown,
  files: Lock["files"],
): ComponentSummary | undefined {
  const [file, name] = toArray(value);
  if (typeof file !== "string" || typeof name !== "string") return undefined;
  const key = files.get(file)?.key ?? "";
  const [, workflow] = /^workflow (.*)$/s.exec(key) ?? [];
  if (workflow !== undefined)
    return { kind: "workflow", name, file, method: "workflow", path: workflow };
  const [, kind, method, path] =
    /^(resource|template|tool) (\S+) (.*)$/s.exec(key) ?? [];
  if (kind === undefined || method === undefined || path === undefined)
    return undefined;
  // The expression names the three kinds.
  return { kind: kind as ComponentSummary["kind"], name, method, path, file };
}

function isTexts(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.every((item) => typeof item === "string")
  );
}

const FINDING_TEXTS = [
  "code",
  "message",
  "pointer",
  "file",
  "hint",
  "operation",
];
const FINDING_NUMBERS = ["line", "column"];

function isFinding(value: unknown): value is Finding {
  if (!isObject(value)) return false;
  const { code, message, severity } = value;
  return (
    typeof code === "string" &&
    typeof message === "string" &&
    /^(?:note|warning|left-out)$/.test(String(severity)) &&
    Object.entries(value).every(
      ([name, member]) =>
        name === "severity" ||
        (FINDING_TEXTS.includes(name) && typeof member === "string") ||
        (FINDING_NUMBERS.includes(name) && Number.isSafeInteger(member)),
    )
  );
}

const COST_NAMES = ["all", "readOnly", "search", "standing"];

function isCosts(value: unknown): value is Costs {
  if (!isObject(value)) return false;
  const { tags, ...costs } = value;
  return (
    isDeepStrictEqual(Object.keys(costs).sort(), COST_NAMES) &&
    Object.values(costs).every(isCost) &&
    isObject(tags) &&
    Object.values(tags).every(isCost)
  );
}

function isCost(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.keys(value).join() === "tools,tokens" &&
    Object.values(value).every(Number.isSafeInteger)
  );
}
