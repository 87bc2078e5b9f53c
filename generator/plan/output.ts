import type { Api, Schema } from "../model.js";
import { branches, resolve } from "../schema/shape.js";
import type { PlannedAnswer } from "./answers.js";
import { outputSchema } from "./output-schema.js";

/** `lenient` schemas describe answers and accept every one; `strict` ones are the declared ones. */
export type OutputMode = "off" | "lenient" | "strict";

/**
 * What a tool says of its structured answers: an object at the root, since all revisions of MCP up
 * to 2025-11-25 ask for it. Answers that are none stand in `result`, as the runtime wraps them.
 * Null where there is nothing to say. `emptyAnswers`: some success has no JSON.
 * https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema
 */
export function planOutput(
  { schema, emptyAnswers }: PlannedAnswer,
  mode: OutputMode,
  api: Api,
): Schema | null {
  if (schema === null || mode === "off") return null;
  // A promise that a declared answer without a body would break.
  if (mode === "strict" && emptyAnswers) return null;
  const changed = outputSchema(mode)(schema);
  const result = { type: "object", properties: { result: changed } };
  const { object, other } = kindsOf(schema, api);
  if (!object)
    return mode === "strict" ? { ...result, required: ["result"] } : result;
  if (!other || mode === "lenient") return { ...changed, type: "object" };
  return {
    type: "object",
    anyOf: [changed, { ...result, required: ["result"] }],
  };
}

/** Whether an answer may be an object, and whether it may be something else. */
interface Kinds {
  readonly object: boolean;
  readonly other: boolean;
}

function kindsOf(
  schema: Schema,
  api: Api,
  within: readonly Schema[] = [],
): Kinds {
  const target = resolve(schema, api);
  const types = [target["type"]].flat().filter((one) => one !== undefined);
  if (types.length > 0)
    return {
      object: types.includes("object"),
      other: types.some((one) => one !== "object"),
    };
  if (within.includes(target)) return { object: true, other: true };
  const inner = (part: Schema) => kindsOf(part, api, [...within, target]);
  const parts = branches(target, "allOf").map(inner);
  if (parts.some(({ object }) => !object))
    return { object: false, other: true };
  if ("properties" in target || parts.some(({ other }) => !other))
    return { object: true, other: false };
  const alternatives = branches(target, "anyOf", "oneOf").map(inner);
  const isAny = alternatives.length === 0;
  return {
    object: isAny || alternatives.some(({ object }) => object),
    other: isAny || alternatives.some(({ other }) => other),
  };
}
