import { estimateTokenCount } from "tokenx";
import type { JsonSchema } from "../runtime.js";
import { memoize, memoizeWeak } from "../shared/memoize.js";

/** Tokens of one listed tool, by part: o200k_base, estimated within 10 %. */
export interface ToolTokens {
  readonly name: number;
  readonly description: number;
  readonly arguments: number;
}

/** Counts the tokens of a text, or of another value as JSON. Cached, since tools share many arguments. */
export type TokenCounter = (value: unknown) => number;

export function createCounter(): TokenCounter {
  const count = memoize(estimateTokenCount);
  return (value) =>
    count(typeof value === "string" ? value : JSON.stringify(value));
}

/** Tokens of a shared schema as JSON. */
const sharedSchemaTokens = memoizeWeak((schema: JsonSchema) =>
  estimateTokenCount(JSON.stringify(schema)),
);

/** Counts argument by argument, and each shared schema by itself, so that tools share cached counts. */
export function countSchemaTokens(
  schema: JsonSchema,
  count: TokenCounter,
): number {
  const { $defs = {}, properties = {}, ...otherKeywords } = schema;
  const propertyTokens = Object.entries(properties as object).map(count);
  const sharedTokens = Object.entries($defs as Record<string, JsonSchema>).map(
    ([name, sharedSchema]) => count(name) + sharedSchemaTokens(sharedSchema),
  );
  return [...propertyTokens, ...sharedTokens].reduce(
    (sum, tokens) => sum + tokens,
    count(otherKeywords),
  );
}

/** Tokens of a tool as it is listed. */
export function countToolTokens(
  tool: Readonly<Record<"name" | "description", string>> & {
    readonly inputSchema: JsonSchema;
  },
  count: TokenCounter,
): ToolTokens {
  return {
    name: count(tool.name),
    description: count(tool.description),
    arguments: countSchemaTokens(tool.inputSchema, count),
  };
}

/** Sum of all parts of one or several tools. */
export function totalTokens(...tools: readonly ToolTokens[]): number {
  return tools.reduce(
    (sum, tool) => sum + tool.name + tool.description + tool.arguments,
    0,
  );
}
