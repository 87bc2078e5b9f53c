import { isSchema, kindOf, own, target } from "../index.js";
import type { Answers, Args, JsonSchema, Source } from "../index.js";

/** Schemas of answers that the log was told of. A component may be a copy, as for pages that are joined. */
const logged = new WeakSet<JsonSchema>();

/**
 * Takes the fields out of JSON answers that the document doesn't know; the log tells which, once for each component. An
 * answer of a status or of fields that the document knows nothing of stays as it is.
 */
export const strip: Required<Source>["strip"] = (answer, entry, log) => {
  const { component, source } = entry;
  const { name, request, strip: isWanted = true } = component;
  const { $defs = {}, operations, statuses } = source.answers ?? {};
  const schema = own(operations, request);
  const known = own(statuses, request) ?? ["200"];
  const isKnown = known.includes("2XX") || known.includes(`${answer.status}`);
  const isJson = kindOf(answer.contentType) === "json";
  if (!schema || !isJson || !isKnown || !isWanted) return answer;
  const gone = new Set<string>();
  const data = pruned(answer.data, schema, { $defs, gone });
  if (gone.size === 0 || isBare(data)) return answer;
  const fields = [...gone].slice(0, 10);
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

interface Pruning extends Pick<Answers, "$defs"> {
  readonly gone: Set<string>;
}

/** The value itself where nothing is taken out. */
function pruned(value: unknown, given: unknown, pruning: Pruning): unknown {
  if (typeof value !== "object" || value === null || !isSchema(given))
    return value;
  const schema = target(given, pruning.$defs)?.schema ?? given;
  const { additionalProperties: others, items, properties } = schema;
  if (Array.isArray(value)) {
    const kept = value.map((item) => pruned(item, items, pruning));
    return kept.every((item, index) => item === value[index]) ? value : kept;
  }
  if (!isSchema(properties)) return value;
  let copy: Args | undefined;
  for (const [name, field] of Object.entries(value)) {
    const rule = own(properties, name) ?? others;
    const now = rule === undefined ? undefined : pruned(field, rule, pruning);
    if (now === field) continue;
    copy ??= { ...value }; // a `__proto__` of it is its own
    if (rule !== undefined) copy[name] = now;
    else {
      delete copy[name];
      pruning.gone.add(name);
    }
  }
  return copy ?? value;
}
