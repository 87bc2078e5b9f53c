import type { PlanRow, Preview } from "../commands/plan.js";
import { MAX_RESULT_TOKENS } from "../config/options.js";
import type { Cost } from "../listing/costs.js";
import { inThousands } from "../shared/format-number.js";
import { lines, plural, table, type Column, type Paint } from "./table.js";

/** Title, most characters, and what stands in a row. */
const COLUMNS: readonly Column<PlanRow>[] = [
  ["kind", 8, ({ kind }) => kind],
  ["effect", 8, effectOf],
  [
    "name or URI",
    48,
    ({ name, uri, uriTemplate }) => uriTemplate ?? uri ?? name,
  ],
  ["method", 7, ({ method }) => method],
  ["path", 48, ({ path }) => path],
  ["file", 48, ({ file }) => file, true],
  ["arguments", 40, (row) => row.arguments.join(", "), true],
  ["asks", 16, ({ confirm }) => confirm ?? ""],
  ["tokens", 7, ({ tokens }) => `${tokens ?? ""}`],
];

/** What clients are told that a call does. */
function effectOf({ annotations }: PlanRow): string {
  if (annotations?.readOnlyHint !== false) return "reads";
  return annotations.destructiveHint === false ? "adds" : "changes";
}

/** A table of components. */
export function describePlan(
  {
    components: rows,
    costs: { all, search, standing },
    outputs,
    unbounded,
  }: Preview,
  paint: Paint,
  width = Infinity,
): string {
  const isAsked = rows.some(({ confirm }) => confirm !== null);
  const columns = COLUMNS.filter(([title]) => title !== "asks" || isAsked);
  return lines(
    table(columns, rows, { paint, width }),
    "",
    `${plural(rows.length, "component")}, about ${plural(all.tokens, "token")} when all tools are listed (--tokens tells of each, --json of all)`,
    standing === search &&
      `${plural(search.tools, "tool")} are listed, about ${plural(search.tokens, "token")}: the search and what is pinned`,
    answersOf(outputs),
    unbounded !== null &&
      unbounded.length > 0 &&
      `${plural(unbounded.length, "tool")} may answer with a list without a bound; a line of the config bounds results: maxResultTokens: ${MAX_RESULT_TOKENS}`,
  );
}

/** Whether clients that write code learn the types of answers. */
function answersOf({ bytes, cut, rest, tools }: Preview["outputs"]): string {
  const kb = (all: number) => `${Math.ceil(all / 1000)} kB`;
  const told = `${plural(tools, "tool")} can tell the types of answers: ${kb(bytes)} beside ${kb(rest)} of the list`;
  switch (cut) {
    case null:
      return told;
    case "shortened":
      return `${told}, without values of enums and with fewer details of the largest`;
    case "large":
      return `${told}, more than is listed by default (outputSchemas: "typed" lists them)`;
    case "off":
      return `${told} (outputSchemas: "off")`;
  }
}

/** What each tool costs a model, the dearest first, and sums. */
export function describeTokens(
  { components, costs: { all, readOnly, search, tags } }: Preview,
  paint: Paint,
  width = Infinity,
): string {
  const tools = components
    .filter(({ tokens }) => tokens !== null)
    .sort((a, b) => (b.tokens ?? 0) - (a.tokens ?? 0));
  const sums: [string, Cost][] = [
    ...Object.entries(tags).map(([tag, cost]): [string, Cost] => [
      `tag ${tag}`,
      cost,
    ]),
    ["read-only", readOnly],
    ["--tools all", all],
    ["--tools search", search],
  ];
  return lines(
    table(TOKEN_COLUMNS, tools, { paint, width }),
    "",
    table(SUM_COLUMNS, sums, { paint, width }),
    "",
    "Tokens of o200k_base, estimated within a tenth; other models count up to half as many again.",
  );
}

const TOKEN_COLUMNS: readonly Column<PlanRow>[] = [
  ["tool", 56, ({ name }) => name],
  ["tokens", 8, ({ tokens }) => number(tokens)],
  ["name", 8, ({ tokensOf }) => number(tokensOf?.name)],
  ["text", 8, ({ tokensOf }) => number(tokensOf?.description)],
  ["arguments", 9, ({ tokensOf }) => number(tokensOf?.arguments)],
];

const SUM_COLUMNS: readonly Column<[string, Cost]>[] = [
  ["of", 56, ([name]) => name],
  ["tokens", 9, ([, { tokens }]) => number(tokens)],
  ["tools", 6, ([, { tools }]) => number(tools)],
];

function number(value: number | null | undefined): string {
  return typeof value === "number" ? inThousands(value) : "";
}
