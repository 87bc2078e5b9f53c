import { estimateTokenCount } from "tokenx";
import type { JsonSchema } from "../../runtime/types.js";
import { remembering, rememberingEach } from "../shared/memoize.js";

/** What one tool costs a model that it is listed to: tokens of o200k_base, estimated within a tenth. */
export interface ToolTokens {
  readonly name: number;
  readonly description: number;
  readonly arguments: number;
}

/** Counts tokens; what was counted is remembered, since tools share many arguments. */
export type Count = (value: unknown) => number;

export function counter(): Count {
  const count = remembering(estimateTokenCount);
  return (value) =>
    count(typeof value === "string" ? value : JSON.stringify(value));
}

/** Of shared schemas. */
const tokensOf = rememberingEach((schema: JsonSchema) =>
  estimateTokenCount(JSON.stringify(schema)),
);

/** Argument by argument, and each shared schema by itself, so that what tools share is counted once. */
export function schemaTokens(schema: JsonSchema, count: Count): number {
  const { $defs = {}, properties = {}, ...rest } = schema;
  const each = Object.entries(properties as object).map(count);
  const shared = Object.entries($defs as Record<string, JsonSchema>).map(
    ([name, one]) => count(name) + tokensOf(one),
  );
  return [...each, ...shared].reduce((sum, one) => sum + one, count(rest));
}

/** What a tool costs as it is listed. */
export function toolTokens(
  tool: Readonly<Record<"name" | "description", string>> & {
    readonly inputSchema: JsonSchema;
  },
  count: Count,
): ToolTokens {
  return {
    name: count(tool.name),
    description: count(tool.description),
    arguments: schemaTokens(tool.inputSchema, count),
  };
}

/** Of all parts, or of several tools. */
export function total(...tools: readonly ToolTokens[]): number {
  return tools.reduce(
    (sum, tool) => sum + tool.name + tool.description + tool.arguments,
    0,
  );
}
