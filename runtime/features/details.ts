import {
  cutText,
  isSchema,
  listOf,
  own,
  propertiesOf,
  requiredOf,
  target,
  toolsOf,
} from "../index.js";
import type { Entry, Feature, JsonSchema, ToolResult } from "../index.js";
import { writtenOut } from "./listing.js";

/** Bytes that are told of one refused call. */
const MAX_BYTES = 4096;
/** Levels of nesting that are tried, the most detailed first. */
const LEVELS = [50, 9, 6, 4, 3, 2, 1];

/** Tells a refused caller the schemas of the wrong places, where the listing had no room for all of the arguments. */
export const details: Feature = ({ entries, handlers }) => {
  const { "tools/call": call } = handlers;
  if (!call) return {};
  const tools = toolsOf(entries);
  return {
    async "tools/call"(params, caller) {
      const result = (await call(params, caller)) as ToolResult; // a tool's
      const [block] = result.content;
      if (!result.isError || block?.type !== "text") return result;
      const entry = tools.get(String(params["name"]));
      const more = entry ? detailsOf(block.text, entry) : "";
      if (more === "") return result;
      const text = `${block.text}\n\n${more}`;
      return { ...result, content: [{ ...block, text }] };
    },
  };
};

/** The schemas of the places that a refusal names, in one line each; empty where all of them were listed. */
function detailsOf(refusal: string, entry: Entry): string {
  const { $defs, levels } = entry.source.schemas;
  const isCut = own(levels, entry.component.request) !== undefined;
  if (!isCut || !refusal.startsWith("Wrong arguments for ")) return "";
  const lines = new Map<string, string>();
  let left = MAX_BYTES;
  for (const [, wrong = "", rule = ""] of refusal.matchAll(MISTAKE)) {
    const isOfParent = /^is (required|unknown)/.test(rule);
    const parent = wrong.slice(0, wrong.lastIndexOf("/"));
    const place = (isOfParent && parent) || wrong;
    const found = schemaAt(entry.inputSchema(), place, $defs);
    if (!found || lines.has(place) || left <= 0) continue;
    const name = stepOf(wrong.slice(parent.length + 1));
    const text = fitting(found, { $defs, left, names: [name] });
    lines.set(place, `Schema of ${place}: ${text}`);
    left -= Buffer.byteLength(text);
  }
  return [...lines.values()].join("\n");
}

/** A line of a refusal: `- /owner/name: is required`. */
const MISTAKE = /^- (\/.*?): (.+)$/gm;

type Definitions = Entry["source"]["schemas"]["$defs"];

/** The schemas that a value in this place has to suit, as one. */
function schemaAt(
  root: JsonSchema,
  place: string,
  $defs: Definitions,
): JsonSchema | undefined {
  let found = [root];
  for (const step of place.split("/").slice(1)) {
    const name = stepOf(step);
    const all = combined(found, $defs);
    const named = all
      .flatMap(propertiesOf)
      .flatMap(([other, property]) => (other === name ? property : []));
    const others = all.flatMap(
      ({ additionalProperties, items, prefixItems }): unknown[] =>
        /^\d+$/.test(name) && (items ?? prefixItems)
          ? [listOf(prefixItems)[Number(name)] ?? items]
          : [additionalProperties],
    );
    found = (named.length > 0 ? named : others).filter(isSchema);
  }
  const [only, ...others] = new Set(found);
  return only && others.length > 0 ? { anyOf: [only, ...others] } : only;
}

/** Schemas, and all that they refer to, combine and choose from. */
function combined(schemas: readonly JsonSchema[], $defs: Definitions) {
  const found = new Set(schemas);
  // It grows while it is walked.
  for (const one of found) {
    const shared = target(one, $defs);
    if (shared) found.add(shared.schema);
    for (const keyword of ["allOf", "anyOf", "oneOf"])
      for (const part of listOf(one[keyword])) found.add(part);
  }
  return [...found];
}

/** A schema with as many details as there is room for; at last of what is required or wrong alone. */
function fitting(
  schema: JsonSchema,
  {
    $defs,
    left,
    names,
  }: {
    readonly $defs: Definitions;
    readonly left: number;
    readonly names: readonly string[];
  },
): string {
  let text = "";
  for (const levels of LEVELS) {
    const whole = writtenOut(schema, $defs, levels);
    if (whole === undefined) continue;
    text = JSON.stringify(whole);
    if (Buffer.byteLength(text) <= left) return text;
  }
  const flat = writtenOut(schema, $defs, 1) ?? {};
  const required = requiredOf(flat);
  const brief = propertiesOf(flat).map(([name, property]) => {
    return [name, [...names, ...required].includes(name) ? property : {}];
  });
  const rest = { required, properties: Object.fromEntries(brief) as unknown };
  return cutText(brief.length > 0 ? JSON.stringify(rest) : text, left);
}

/** A step of a JSON pointer: https://www.rfc-editor.org/rfc/rfc6901 */
function stepOf(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
