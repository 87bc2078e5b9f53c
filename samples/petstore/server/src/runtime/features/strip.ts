import { isSchema, kindOf, own, target } from "../index.js";
import type { Answers, Args, Source } from "../index.js";

/** Takes the fields out of JSON answers that the document doesn't know; the debug log tells which. */
export const strip: Required<Source>["strip"] = (answer, entry, log) => {
  const { component, source } = entry;
  const { name, request, strip: isWanted } = component;
  const { $defs = {}, operations } = source.answers ?? {};
  const schema = own(operations, request);
  const isJson = kindOf(answer.contentType) === "json";
  if (!schema || !isJson || isWanted === false) return answer;
  const gone = new Set<string>();
  const data = pruned(answer.data, schema, { $defs, gone });
  if (gone.size > 0)
    log.debug("stripped", { name, fields: [...gone].slice(0, 10) });
  return { ...answer, data };
};

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
