import {
  isSchema,
  schemasIn,
  getOwn,
  collectAllOf,
  propertiesOf,
  collectTools,
} from "../index.js";
import type {
  Args,
  RegisteredComponent,
  Feature,
  JsonSchema,
  Schemas,
  ToolResult,
} from "../index.js";
import { mapSubschemas, summarizeType } from "./inline-schemas.js";
import { outlineSchema } from "./truncate-schema.js";
import { matchBranch } from "./match-branch.js";
import { addDefinitions } from "./refs.js";

/** Bytes that are told of one refused call. */
const MAX_BYTES = 8192;

/** Tells a refused caller the schemas of the wrong places: of alternatives the one that was meant, whole. */
export const errorDetails: Feature = ({ entries, handlers }) => {
  const { "tools/call": call } = handlers;
  if (!call) return {};
  const tools = collectTools(entries);
  return {
    async "tools/call"(params, caller) {
      const result = (await call(params, caller)) as ToolResult; // a tool's
      const [block] = result.content;
      if (!result.isError || block?.type !== "text") return result;
      const entry = tools.get(String(params["name"]));
      const args = params["arguments"];
      const more = entry ? detailsOf(block.text, entry, args) : "";
      if (more === "") return result;
      const text = `${block.text}\n\n${more}`;
      return { ...result, content: [{ ...block, text }] };
    },
  };
};

/** The schemas of the places that a refusal names, in one line each. */
function detailsOf(
  refusal: string,
  entry: RegisteredComponent,
  args: unknown,
): string {
  const { $defs } = entry.source.schemas;
  if (!refusal.startsWith("Wrong arguments for ")) return "";
  const lines = new Map<string, string>();
  let left = MAX_BYTES;
  for (const [, wrong = "", rule = ""] of refusal.matchAll(MISTAKE)) {
    const isOfParent = /^is (required|unknown)/.test(rule);
    const parent = wrong.slice(0, wrong.lastIndexOf("/"));
    const place = (isOfParent && parent) || wrong;
    if (lines.has(place)) continue;
    const found = schemaAt(place, entry.inputSchema(), { $defs, args });
    const text = found && fitting(found, $defs, left);
    if (!text) continue;
    lines.set(place, `Schema of ${place}: ${text}`);
    left -= Buffer.byteLength(text);
  }
  return [...lines.values()].join("\n");
}

/** A line of a refusal: `- /owner/name: is required`. */
const MISTAKE = /^- (\/.*?): (.+)$/gm;

type Definitions = Schemas["$defs"];

/** The schema that the value in a place has to suit. */
function schemaAt(
  place: string,
  root: JsonSchema,
  { $defs, args }: { readonly $defs: Definitions; readonly args: unknown },
): JsonSchema | undefined {
  let value = args;
  let here = matchBranch(root, value, $defs);
  for (const step of place.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~"); // https://www.rfc-editor.org/rfc/rfc6901
    const parts = collectAllOf(here, $defs, new Set());
    const named = parts
      .flatMap(propertiesOf)
      .flatMap(([other, property]) => (other === name ? property : []));
    const others = parts.map(({ additionalProperties, items, prefixItems }) =>
      Array.isArray(value)
        ? (schemasIn(prefixItems)[Number(name)] ?? items)
        : additionalProperties,
    );
    const found = (named.length > 0 ? named : others).filter(isSchema);
    const [only, other] = found;
    if (!only) return undefined;
    value = getOwn(Object(value) as Args, name);
    here = matchBranch(other ? { allOf: found } : only, value, $defs);
  }
  return here;
}

/** A schema as a whole, or where there is no room, with what is in it outlined, or named with its type. */
function fitting(
  schema: JsonSchema,
  $defs: Definitions,
  left: number,
): string | undefined {
  const brief = [outlineSchema, summarizeType].map((say) =>
    mapSubschemas(schema, (inner) => say(inner, $defs)),
  );
  return [addDefinitions(schema, $defs), ...brief]
    .map((one) => JSON.stringify(one))
    .find((text) => Buffer.byteLength(text) <= left);
}
