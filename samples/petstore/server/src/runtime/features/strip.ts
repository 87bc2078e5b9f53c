// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { isSchema, mediaKind, getOwn, resolveRef } from "../index.js";
import type { ResponseFields, JsonSchema, ApiDefinition } from "../index.js";

/** Schemas of answers that the log was told of. A component may be a copy, as for pages that are joined. */
const logged = new WeakSet<JsonSchema>();

/**
 * Takes the fields out of JSON answers that the document doesn't know; the log tells which, once for each component. An
 * answer of a status or of fields that the document knows nothing of stays as it is.
 */
export const strip: Required<ApiDefinition>["strip"] = (answer, entry, log) => {
  const { component, source } = entry;
  const { name, request, strip: isWanted = true } = component;
  const { $defs = {}, operations, statuses } = source.responseFields ?? {};
  const schema = getOwn(operations, request);
  const known = getOwn(statuses, request) ?? ["200"];
  const isKnown = known.includes("2XX") || known.includes(`${answer.status}`);
  const isJson = mediaKind(answer.contentType) === "json";
  if (!schema || !isJson || !isKnown || !isWanted) return answer;
  const gone = new Set<string>();
  const data = pruned(answer.data, schema, { $defs, gone });
  if (gone.size === 0 || isBare(data)) return answer;
  const fields = [...gone];
  const hint = "The document doesn't declare them; strip: false keeps them.";
  if (!logged.has(schema)) log.info("stripped", { name, fields, hint });
  logged.add(schema);
  return { ...answer, data };
};

/** Whether there is no value in it. */
const isBare = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every(isBare);

/** Names of fields that the log tells. */
const TOLD = 10;

interface Pruning extends Pick<ResponseFields, "$defs"> {
  /** The first of those that were taken out. */
  readonly gone: Set<string>;
}

/** The value itself where nothing is taken out. */
function pruned(value: unknown, given: unknown, pruning: Pruning): unknown {
  if (typeof value !== "object" || value === null || !isSchema(given))
    return value;
  const schema = resolveRef(given, pruning.$defs)?.schema ?? given;
  const { additionalProperties: others, items, properties } = schema;
  if (Array.isArray(value)) {
    const kept = value.map((item) => pruned(item, items, pruning));
    return kept.every((item, index) => item === value[index]) ? value : kept;
  }
  if (!isSchema(properties)) return value;
  const fields = value as JsonSchema; // by name
  const kept: [name: string, field: unknown][] = [];
  let isSame = true;
  for (const name of Object.keys(fields)) {
    const rule = getOwn(properties, name) ?? others;
    if (rule === undefined) {
      if (pruning.gone.size < TOLD) pruning.gone.add(name);
      isSame = false;
      continue;
    }
    const field = fields[name];
    const now = pruned(field, rule, pruning);
    if (now !== field) isSame = false;
    kept.push([name, now]);
  }
  return isSame ? value : Object.fromEntries(kept);
}
