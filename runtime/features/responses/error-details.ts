import {
  isSchema,
  schemasIn,
  getOwn,
  collectAllOf,
  propertiesOf,
  collectTools,
} from "../../index.js";
import type {
  Args,
  Feature,
  JsonSchema,
  McpService,
  MethodHandlers,
  RegisteredComponent,
  Schemas,
  ToolResult,
} from "../../index.js";
import { mapSubschemas, summarizeType } from "../listing/inline-schemas.js";
import { outlineSchema } from "../listing/truncate-schema.js";
import { matchBranch } from "../checks/match-branch.js";
import { addDefinitions } from "../listing/refs.js";

/** Maximum size of the details for one refused call, in bytes. */
const MAX_BYTES = 8192;

/**
 * Adds to the error of a refused call the schemas of the invalid places. Of alternatives, it shows the one that was
 * intended.
 */
export function errorDetails(): Feature {
  return {
    name: "error-details",
    stage: "call",
    below: ["flat-bodies"],
    methods: wrapCalls,
  };
}

function wrapCalls({ entries, handlers }: McpService): MethodHandlers {
  const { "tools/call": call } = handlers;
  if (!call) return {};
  const tools = collectTools(entries);
  return {
    async "tools/call"(params, caller) {
      const result = (await call(params, caller)) as ToolResult; // the result of a tool
      const [block] = result.content;
      if (!result.isError || block?.type !== "text") return result;
      const entry = tools.get(String(params["name"]));
      const args = params["arguments"];
      const details = entry ? describePlaces(block.text, entry, args) : "";
      if (details === "") return result;
      const text = `${block.text}\n\n${details}`;
      return { ...result, content: [{ ...block, text }] };
    },
  };
}

/** Returns the schemas of the places that an error names, one per line. */
function describePlaces(
  refusal: string,
  entry: RegisteredComponent,
  args: unknown,
): string {
  const { $defs } = entry.source.schemas;
  if (!refusal.startsWith("Wrong arguments for ")) return "";
  const lines = new Map<string, string>();
  let remainingBytes = MAX_BYTES;
  for (const [, pointer = "", rule = ""] of refusal.matchAll(ISSUE_LINE)) {
    const isOfParent = /^is (required|unknown)/.test(rule);
    const parent = pointer.slice(0, pointer.lastIndexOf("/"));
    const place = (isOfParent && parent) || pointer;
    if (lines.has(place)) continue;
    const schema = findSchema(place, entry.inputSchema(), { $defs, args });
    const text = schema && fitSchema(schema, $defs, remainingBytes);
    if (!text) continue;
    lines.set(place, `Schema of ${place}: ${text}`);
    remainingBytes -= Buffer.byteLength(text);
  }
  return [...lines.values()].join("\n");
}

/** Matches a line of an error: `- /owner/name: is required`. */
const ISSUE_LINE = /^- (\/.*?): (.+)$/gm;

type Definitions = Schemas["$defs"];

/** Finds the schema that applies to the value at a place. */
function findSchema(
  place: string,
  root: JsonSchema,
  { $defs, args }: { readonly $defs: Definitions; readonly args: unknown },
): JsonSchema | undefined {
  let value = args;
  let currentSchema = matchBranch(root, value, $defs);
  for (const step of place.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~"); // https://www.rfc-editor.org/rfc/rfc6901
    const parts = collectAllOf(currentSchema, $defs, new Set());
    const propertySchemas = parts
      .flatMap(propertiesOf)
      .flatMap(([propertyName, property]) =>
        propertyName === name ? property : [],
      );
    const otherSchemas = parts.map(
      ({ additionalProperties, items, prefixItems }) =>
        Array.isArray(value)
          ? (schemasIn(prefixItems)[Number(name)] ?? items)
          : additionalProperties,
    );
    const candidates = (
      propertySchemas.length > 0 ? propertySchemas : otherSchemas
    ).filter(isSchema);
    const [firstCandidate, secondCandidate] = candidates;
    if (!firstCandidate) return undefined;
    value = getOwn(Object(value) as Args, name);
    currentSchema = matchBranch(
      secondCandidate ? { allOf: candidates } : firstCandidate,
      value,
      $defs,
    );
  }
  return currentSchema;
}

/** Returns a schema in full. If it does not fit, returns it with its subschemas outlined, or reduced to their types. */
function fitSchema(
  schema: JsonSchema,
  $defs: Definitions,
  remainingBytes: number,
): string | undefined {
  const outlines = [outlineSchema, summarizeType].map((summarize) =>
    mapSubschemas(schema, (subschema) => summarize(subschema, $defs)),
  );
  return [addDefinitions(schema, $defs), ...outlines]
    .map((outline) => JSON.stringify(outline))
    .find((text) => Buffer.byteLength(text) <= remainingBytes);
}
