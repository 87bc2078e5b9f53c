import { NOTE, target } from "../index.js";
import type { Feature, JsonSchema, Schemas, Tool } from "../index.js";
import { mapSubschemas } from "./listing.js";
import { withDefinitions } from "./refs.js";

/** Lists what tools declare of their answers; `outputs` is what `#/$defs/…` points to. */
export const outputSchemas: Feature = ({
  entries,
  handlers: { "tools/list": list },
}) => {
  if (!list) return {};
  const shown = new Map<string, JsonSchema>();
  for (const { api, component } of entries) {
    const { outputSchema } = component as Tool; // others have none
    if (outputSchema)
      shown.set(component.name, listed(outputSchema, api.outputs ?? {}));
  }
  return {
    async "tools/list"(params, caller) {
      const { tools } = (await list(params, caller)) as {
        tools: { name: string }[]; // what the core lists
      };
      return {
        tools: tools.map((tool) => {
          const outputSchema = shown.get(tool.name);
          return outputSchema ? { ...tool, outputSchema } : tool;
        }),
      };
    },
  };
};

/**
 * Clients look for an object at the root, so a reference there is written out. Where a schema could refuse an answer,
 * one with a note is welcome all the same: it was cut, or narrowed as it was asked for.
 */
export function listed(
  schema: JsonSchema,
  outputs: Schemas["$defs"],
): JsonSchema {
  const whole = withDefinitions(rootOf(schema, outputs, []), outputs);
  const { $defs, ...root } = whole;
  const { type, ...others } = root;
  if (type === "object" && isLenient({ ...others, $defs })) return whole;
  const shared = $defs === undefined ? {} : { $defs };
  return { type: "object", anyOf: [root, NOTED], ...shared };
}

const NOTED = { properties: { [NOTE]: { type: "string" } }, required: [NOTE] };

/** Whether a schema describes, and refuses nothing. */
function isLenient(schema: JsonSchema): boolean {
  let isSo = Object.keys(schema).every((keyword) => DESCRIBING.test(keyword));
  mapSubschemas(schema, (inner) => {
    isSo &&= isLenient(inner);
    return inner;
  });
  return isSo && schema["additionalProperties"] !== false;
}

const DESCRIBING =
  /^(\$defs|\$ref|additionalProperties|allOf|anyOf|default|deprecated|description|examples|items|properties|title)$/;

function rootOf(
  schema: JsonSchema,
  outputs: Schemas["$defs"],
  open: readonly string[],
): JsonSchema {
  const shared = target(schema, outputs);
  if (!shared || open.includes(shared.name)) return schema;
  const inner = rootOf(shared.schema, outputs, [...open, shared.name]);
  const beside = Object.entries(schema).filter(([name]) => name !== "$ref");
  return { ...inner, ...Object.fromEntries(beside) };
}
