import type { PlanRow, Preview } from "../commands/plan.js";
import { SUGGESTED_RESULT_TOKENS } from "../config/options.js";
import type { Cost } from "../listing/costs.js";
import { formatThousands } from "../shared/format-number.js";
import {
  joinLines,
  formatCount,
  formatTable,
  wrapLines,
  type Column,
  type Paint,
} from "./table.js";

const uriOf = ({ uri, uriTemplate }: PlanRow) => uriTemplate ?? uri;

/** Columns that identify a component. On a terminal, the URI has its own column, which a narrow one leaves out. */
const NAME_COLUMNS = {
  log: ["name or URI", 48, (row: PlanRow) => uriOf(row) ?? row.name],
  terminal: ["name", 40, ({ name }: PlanRow) => name],
  uri: ["URI", 48, (row: PlanRow) => uriOf(row) ?? "", true],
} as const;

/** Columns of the plan for a width: title, maximum width in characters, and the cell of a row. */
const columnsFor = (width: number): readonly Column<PlanRow>[] => [
  ["kind", 8, ({ kind }) => kind],
  ["effect", 8, effectOf],
  width === Infinity ? NAME_COLUMNS.log : NAME_COLUMNS.terminal,
  ["method", 7, ({ method }) => method],
  ["path", 48, ({ path }) => path],
  ...(width === Infinity ? [] : [NAME_COLUMNS.uri]),
  ["file", 48, ({ file }) => file, true],
  ["arguments", 40, (row) => row.arguments.join(", "), true],
  ["asks", 16, ({ confirm }) => confirm ?? ""],
  ["tokens", 7, ({ tokens }) => `${tokens ?? ""}`],
];

/** Effect of a call, as its annotations tell clients. */
function effectOf({ annotations }: PlanRow): string {
  if (annotations?.readOnlyHint !== false) return "reads";
  return annotations.destructiveHint === false ? "adds" : "changes";
}

/** Describes a plan as a table of components. */
export function describePlan(
  {
    components: rows,
    costs: { all: allTools, search, standing },
    outputs,
    unbounded,
  }: Preview,
  paint: Paint,
  width = Infinity,
): string {
  const hasConfirm = rows.some(({ confirm }) => confirm !== null);
  const columns = columnsFor(width).filter(
    ([title]) => title !== "asks" || hasConfirm,
  );
  const notes = joinLines(
    `${formatCount(rows.length, "component")}, about ${formatCount(allTools.tokens, "token")} if all tools are listed (see --tokens and --json)`,
    standing === search &&
      `${formatCount(search.tools, "tool")} are listed, about ${formatCount(search.tokens, "token")}: the search tools and pinned ones`,
    describeReads(rows),
    describeOutputs(outputs),
    unbounded !== null &&
      unbounded.length > 0 &&
      `${formatCount(unbounded.length, "tool")} may return a list of any length; set a limit in the config: maxResultTokens: ${SUGGESTED_RESULT_TOKENS}`,
  );
  return joinLines(
    formatTable(columns, rows, { paint, width }),
    "",
    wrapLines(notes.trimEnd(), width),
  );
}

/** Line that says how many routes are resources, which a newcomer may not expect. */
function describeReads(rows: readonly PlanRow[]): string | false {
  const reads = rows.filter(({ kind }) => /^(?:resource|template)$/.test(kind));
  if (reads.length === 0) return false;
  const verb = reads.length === 1 ? "becomes a resource" : "become resources";
  return `${formatCount(reads.length, "GET")} ${verb}, which many clients never show to a model; --all-routes-as-tools makes every route a tool`;
}

/** Describes whether clients that write code learn the types of responses. */
function describeOutputs({
  bytes,
  cut: reduction,
  rest: otherBytes,
  tools,
}: Preview["outputs"]): string {
  const formatKilobytes = (byteCount: number) =>
    `${Math.ceil(byteCount / 1000)} kB`;
  const outputSummary = `${formatCount(tools, "tool")} ${tools === 1 ? "has" : "have"} output schemas (${formatKilobytes(bytes)}, on top of ${formatKilobytes(otherBytes)})`;
  switch (reduction) {
    case null:
      return outputSummary;
    case "shortened":
      return `${outputSummary}, shortened: no enum values, and fewer details in the largest`;
    case "large":
      return `${outputSummary}, too large to list by default (outputSchemas: "typed" lists them)`;
    case "off":
      return `${outputSummary} (outputSchemas: "off")`;
  }
}

/** Describes the cost of each tool for a model, the most expensive first, and sums. */
export function describeTokens(
  {
    components,
    costs: { all: allTools, readOnly, search, tags },
    ownTools,
  }: Preview,
  paint: Paint,
  width = Infinity,
): string {
  const tools = [...components, ...ownTools]
    .filter(({ tokens }) => tokens !== null)
    .sort((a, b) => (b.tokens ?? 0) - (a.tokens ?? 0));
  const sums: [string, Cost][] = [
    ...Object.entries(tags).map(([tag, cost]): [string, Cost] => [
      `tag ${tag}`,
      cost,
    ]),
    ["read-only", readOnly],
    ["--tools all", allTools],
    ["--tools search", search],
  ];
  return joinLines(
    formatTable(TOKEN_COLUMNS, tools, { paint, width }),
    "",
    formatTable(SUM_COLUMNS, sums, { paint, width }),
    "",
    "Tokens are estimates for o200k_base, accurate within 10 %. Other models count up to 50 % more.",
  );
}

const TOKEN_COLUMNS: readonly Column<PlanRow>[] = [
  ["tool", 56, ({ name }) => name],
  ["tokens", 8, ({ tokens }) => formatOptionalNumber(tokens)],
  ["name", 8, ({ tokensOf }) => formatOptionalNumber(tokensOf?.name)],
  ["text", 8, ({ tokensOf }) => formatOptionalNumber(tokensOf?.description)],
  ["arguments", 9, ({ tokensOf }) => formatOptionalNumber(tokensOf?.arguments)],
];

const SUM_COLUMNS: readonly Column<[string, Cost]>[] = [
  ["of", 56, ([name]) => name],
  ["tokens", 9, ([, { tokens }]) => formatOptionalNumber(tokens)],
  ["tools", 6, ([, { tools }]) => formatOptionalNumber(tools)],
];

function formatOptionalNumber(count: number | null | undefined): string {
  return typeof count === "number" ? formatThousands(count) : "";
}
