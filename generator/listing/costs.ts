import { OPERATIONS } from "../../runtime/features/search/operations.js";
import type { Settings } from "../config/resolve-config.js";
import type { Finding } from "../errors.js";
import { gather } from "../shared/group-by.js";
import type { PlannedComponent } from "../plan/component.js";
import { inThousands } from "../shared/format-number.js";
import { checkNames } from "./check-names.js";
import {
  counter,
  toolTokens,
  type ToolTokens,
  total,
} from "../schema/token-count.js";

/** Tools, and the tokens that a list of them costs a model. */
export interface Cost {
  readonly tools: number;
  readonly tokens: number;
}

/** What a model is told of a server before its first call, and what it would be told otherwise. */
export interface Costs {
  /** As the server is made. */
  readonly standing: Cost;
  readonly all: Cost;
  readonly readOnly: Cost;
  /** With `tools: "search"`; the instructions are counted, too. */
  readonly search: Cost;
  /** By tag, sorted by cost. */
  readonly tags: Readonly<Record<string, Cost>>;
}

/** Where a list is larger, choosing from it goes wrong and clients stop: https://code.claude.com/docs/en/agent-sdk/tool-search */
const MANY_TOOLS = 128;
const MANY_TOKENS = 50_000;

/** A tool of an operation; without one, a workflow. */
export type Costing = Pick<PlannedComponent, "name" | "annotations">;

export type Tokens = ReadonlyMap<Costing, ToolTokens>;

/** Of tools with their tokens. */
export function costsOf(
  tokens: Tokens,
  given: {
    /** What the server tells in search mode. */
    readonly instructions: string;
    readonly settings: Settings;
    readonly tagsOf: (tool: PlannedComponent) => readonly string[];
  },
): Costs {
  const { instructions, settings, tagsOf } = given;
  const tools = [...tokens.keys()];
  checkNames("pin", settings.pin, tools);
  const costOf = (some: readonly Costing[]): Cost => ({
    tools: some.length,
    tokens: total(...some.flatMap((tool) => tokens.get(tool) ?? [])),
  });
  const isOne = (tool: Costing): tool is PlannedComponent =>
    "operation" in tool;
  const all = costOf(tools);
  const pinned = costOf(
    tools.filter((one) => !isOne(one) || settings.pin.includes(one.name)),
  );
  const count = counter();
  const found = OPERATIONS.map((one) => toolTokens(one, count));
  const search = {
    tools: pinned.tools + found.length,
    tokens: pinned.tokens + total(...found) + count(instructions),
  };
  const byTag = gather(
    tools
      .filter(isOne)
      .flatMap((tool) => tagsOf(tool).map((tag) => [tag, tool] as const)),
  );
  const tags = [...byTag].map(([tag, some]) => [tag, costOf(some)] as const);
  return {
    standing: settings.tools === "search" ? search : all,
    all,
    readOnly: costOf(
      tools.filter(({ annotations }) => annotations?.readOnlyHint === true),
    ),
    search,
    tags: Object.fromEntries(tags.sort(([, a], [, b]) => b.tokens - a.tokens)),
  };
}

/** What is above the budget of a config. */
export function overBudget(
  { standing }: Costs,
  { budget }: Settings,
): Finding[] {
  if (budget === null || standing.tokens <= budget) return [];
  const over = inThousands(standing.tokens - budget);
  return [
    {
      severity: "warning",
      code: "over-budget",
      message: `What a model is told at the start costs about ${inThousands(standing.tokens)} tokens, ${over} above the budget.`,
      hint: "See `toolwright plan --tokens`: leave routes out with --route-map or --exclude-tags, or list them by search (--tools search).",
    },
  ];
}

export function isOverBudget(findings: readonly Finding[]): boolean {
  return findings.some(({ code }) => code === "over-budget");
}

/** A list that few models can use. */
export function isLarge({ tools, tokens }: Cost): boolean {
  return tools > MANY_TOOLS || tokens > MANY_TOKENS;
}
