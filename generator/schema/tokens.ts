import { estimateTokenCount } from "tokenx";
import type { JsonSchema } from "../../runtime/types.js";
import { remembering } from "../text.js";

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

/** Argument by argument, so that what tools share is counted once. */
export function schemaTokens(schema: JsonSchema, count: Count): number {
  const { properties = {}, ...rest } = schema;
  const each = Object.entries(properties as object);
  return each.reduce((sum, one) => sum + count(one), count(rest));
}

/** Of all parts, or of several tools. */
export function total(...tools: readonly ToolTokens[]): number {
  return tools.reduce(
    (sum, tool) => sum + tool.name + tool.description + tool.arguments,
    0,
  );
}
