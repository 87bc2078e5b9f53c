import {
  isSchema,
  isToolResult,
  target,
  toAnswer,
  toolsOf,
  toToolResult,
} from "../index.js";
import type {
  Feature,
  HandlerResult,
  JsonSchema,
  Schemas,
  ToolResult,
} from "../index.js";
import { mapSubschemas } from "./inline.js";
import { withDefinitions } from "./refs.js";

/** Lists what tools declare of their answers, and gives these as structured content besides. */
export const outputSchemas: Feature = ({ entries, handlers }) => {
  const { "tools/call": call, "tools/list": list } = handlers;
  if (!call || !list) return {};
  const shown = new Map<string, JsonSchema>();
  for (const { component, source } of toolsOf(entries).values()) {
    const { name, outputSchema } = component;
    if (outputSchema)
      shown.set(name, listed(outputSchema, source.outputs ?? {}));
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
    "tools/call"(params, caller) {
      if (!shown.has(String(params["name"]))) return call(params, caller);
      const result = (value: HandlerResult) => {
        const whole = structured(value);
        return caller.result ? caller.result(whole) : whole;
      };
      return call(params, { ...caller, result });
    },
  };
};

/** What clients that show structured content alone are told stands there; a field of the API goes before it. */
const NOTE = "_note";

/** A result with structured content, which clients refuse one without. https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content */
export function structured(value: HandlerResult): ToolResult {
  if (isToolResult(value)) {
    if (value.isError || value.structuredContent) return value;
    const texts = value.content.map((one) => ("text" in one ? one.text : ""));
    const note = texts.join("\n").trim();
    return { structuredContent: note ? { [NOTE]: note } : {}, ...value };
  }
  const answer = toAnswer(value);
  const { data, note } = answer;
  const isNone = data === undefined || data instanceof Uint8Array;
  const object = isNone ? {} : isSchema(data) ? data : { result: data };
  const structuredContent = note ? { [NOTE]: note, ...object } : object;
  return { ...toToolResult(answer), structuredContent };
}

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
