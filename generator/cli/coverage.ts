import { routePrefix } from "../config/source-name.js";
import type { Finding, Problem } from "../errors.js";
import type { ComponentSummary, Result } from "../output/result.js";

/** What became of a document's operations; plain data, for `toolwright.report.json`. */
export interface OperationReport {
  readonly title: string;
  readonly operations: readonly OperationEntry[];
  /** What concerns no single operation. */
  readonly findings: readonly Finding[];
}

export interface OperationEntry {
  /** `GET /pets`, or `shop GET /pets` of one of several APIs. */
  readonly operation: string;
  /** Excluded: by a route map or an override. Left out: it can't be served, see `reasons`. */
  readonly outcome: "served" | "excluded" | "left-out";
  /** Empty where it is not served. */
  readonly servedAs: readonly Pick<
    ComponentSummary,
    "kind" | "name" | "file"
  >[];
  /** What is served with a difference, or why it is not, with pointer and line. */
  readonly reasons: readonly Problem[];
}

/** Every operation with what became of it, in the document's order; those left out come last. */
export function reportOperations(result: Result): OperationReport {
  const { components, findings, operations, title } = result;
  const leftOut = findings.flatMap(({ operation, severity }) =>
    severity === "left-out" && operation !== undefined ? [operation] : [],
  );
  const all = new Set([...operations, ...leftOut]);
  const entries = [...all].map((operation): OperationEntry => {
    const served = components.filter(
      ({ method, path, source = null }) =>
        `${routePrefix(source)}${method} ${path}` === operation,
    );
    const isLeftOut = served.length === 0 && leftOut.includes(operation);
    return {
      operation,
      outcome:
        served.length > 0 ? "served" : isLeftOut ? "left-out" : "excluded",
      servedAs: served.map(({ kind, name, file }) => ({ kind, name, file })),
      reasons: findings.filter((finding) => finding.operation === operation),
    };
  });
  return {
    title,
    operations: entries,
    findings: findings.filter(
      ({ operation }) => operation === undefined || !all.has(operation),
    ),
  };
}
