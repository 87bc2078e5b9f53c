import type { Config } from "../config/config.js";
import { settle } from "../config/resolve-config.js";
import type { Finding, Problem } from "../errors.js";
import { nameOf } from "../emit/mcp-registry.js";
import { render } from "../emit/render.js";
import type { ComponentSummary } from "../project/outcome.js";
import { lockOf } from "../project/lock.js";
import { outlineAll, type RunOptions } from "../pipeline.js";
import { changesPage, serverPage } from "../report/page.js";
import { total } from "../schema/token-count.js";
import type { Surface } from "../diff/surface.js";
import { visible } from "../shared/escape.js";
import { surfaceOf } from "./diff.js";
import { outlined, routeOf } from "./compile.js";

/** One HTML page without scripts: what `generate` makes, what it costs a model, what a model sees, what was found. */
export async function report(
  config: Config,
  options: RunOptions = {},
): Promise<string> {
  const lock = lockOf(config, options);
  const planned = await outlineAll(config, { ...options, lock });
  const surface = await surfaceOf(planned, config, options);
  const name = nameOf(planned.apis, settle(config));
  const costs = new Map(
    [...planned.tokens].map(([tool, each]) => [tool.name, total(each)]),
  );
  return page(serverPage(name, surface, planned, costs));
}

/** The same form for what changes, component by component, before and after side by side. */
export function changesReport(before: Surface, after: Surface): string {
  return page(changesPage(before, after));
}

function page(data: object): string {
  const shown: object = JSON.parse(JSON.stringify(data), (_, value: unknown) =>
    typeof value === "string"
      ? value.split("\n").map(visible).join("\n")
      : value,
  ) as object; // an object stays one
  return render({ template: "report.html", data: shown });
}

/** What becomes of a document's operations; plain data. */
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

/** Every operation with what becomes of it, in the document's order; those left out come last. */
export async function reportOperations(
  config: Config,
  options: RunOptions = {},
): Promise<OperationReport> {
  const lock = lockOf(config, options);
  const planned = await outlineAll(config, { ...options, lock });
  const { components, findings, operations } = outlined(planned);
  const leftOut = findings.flatMap(({ operation, severity }) =>
    severity === "left-out" && operation !== undefined ? [operation] : [],
  );
  const all = new Set([...operations, ...leftOut]);
  const entries = [...all].map((operation): OperationEntry => {
    const served = components.filter((one) => routeOf(one) === operation);
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
    title: nameOf(planned.apis, settle(config)),
    operations: entries,
    findings: findings.filter(
      ({ operation }) => operation === undefined || !all.has(operation),
    ),
  };
}
