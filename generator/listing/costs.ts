import { OPERATIONS } from "../runtime.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import type { Finding } from "../errors.js";
import { groupBy } from "../shared/group-by.js";
import type { PlannedComponent } from "../plan/component.js";
import { formatThousands } from "../shared/format-number.js";
import {
  createCounter,
  countToolTokens,
  type ToolTokens,
  totalTokens,
} from "../schema/token-count.js";

/** Number of tools, and the tokens that their list costs a model. */
export interface Cost {
  readonly tools: number;
  readonly tokens: number;
}

/** Costs of the tool list that a model reads before its first call, with the config as it is and with other options. */
export interface Costs {
  /** Cost with the config as it is. */
  readonly standing: Cost;
  readonly all: Cost;
  readonly readOnly: Cost;
  /** Cost with `tools: "search"`, including the instructions. */
  readonly search: Cost;
  /** Costs by tag, the highest first. */
  readonly tags: Readonly<Record<string, Cost>>;
}

/** Size of a list from which on models choose badly and clients refuse it: https://code.claude.com/docs/en/agent-sdk/tool-search */
const MANY_TOOLS = 128;
const MANY_TOKENS = 50_000;

/** Tool of an operation, or of a workflow, which has no `operation`. */
export type MeasuredTool = Pick<PlannedComponent, "name" | "annotations">;

export type TokensByTool = ReadonlyMap<MeasuredTool, ToolTokens>;

/** Costs of the tools with these tokens. */
export function measureCosts(
  tokens: TokensByTool,
  context: {
    /** Instructions of the server in search mode. */
    readonly instructions: string;
    readonly settings: ResolvedConfig;
    readonly tagsOf: (tool: PlannedComponent) => readonly string[];
  },
): Costs {
  const { instructions, settings, tagsOf } = context;
  const tools = [...tokens.keys()];
  const costOf = (subset: readonly MeasuredTool[]): Cost => ({
    tools: subset.length,
    tokens: totalTokens(...subset.flatMap((tool) => tokens.get(tool) ?? [])),
  });
  const isOperationTool = (tool: MeasuredTool): tool is PlannedComponent =>
    "operation" in tool;
  const allCost = costOf(tools);
  const pinnedCost = costOf(
    tools.filter(
      (tool) =>
        !isOperationTool(tool) || settings.alwaysListed.includes(tool.name),
    ),
  );
  const count = createCounter();
  const searchTokens = OPERATIONS.map((operation) =>
    countToolTokens(operation, count),
  );
  const search = {
    tools: pinnedCost.tools + searchTokens.length,
    tokens:
      pinnedCost.tokens + totalTokens(...searchTokens) + count(instructions),
  };
  const toolsByTag = groupBy(
    tools
      .filter(isOperationTool)
      .flatMap((tool) => tagsOf(tool).map((tag) => [tag, tool] as const)),
  );
  const tags = [...toolsByTag].map(
    ([tag, taggedTools]) => [tag, costOf(taggedTools)] as const,
  );
  return {
    standing: settings.tools === "search" ? search : allCost,
    all: allCost,
    readOnly: costOf(
      tools.filter(({ annotations }) => annotations?.readOnlyHint === true),
    ),
    search,
    tags: Object.fromEntries(tags.sort(([, a], [, b]) => b.tokens - a.tokens)),
  };
}

/** Finding if the list of tools costs more than the config's `maxListingTokens`. Empty if it doesn't. */
export function checkBudget(
  { standing }: Costs,
  { maxListingTokens }: ResolvedConfig,
): Finding[] {
  if (maxListingTokens === null || standing.tokens <= maxListingTokens)
    return [];
  const excess = formatThousands(standing.tokens - maxListingTokens);
  return [
    {
      severity: "warning",
      code: "over-budget",
      message: `The tool list costs about ${formatThousands(standing.tokens)} tokens, ${excess} above the budget.`,
      hint: "See `toolwright plan --tokens`. Leave routes out with --route-map or --exclude-tags, or use --tools search.",
    },
  ];
}

export function isOverBudget(findings: readonly Finding[]): boolean {
  return findings.some(({ code }) => code === "over-budget");
}

/** True if a list is too large for most models. */
export function isLarge({ tools, tokens }: Cost): boolean {
  return tools > MANY_TOOLS || tokens > MANY_TOKENS;
}
