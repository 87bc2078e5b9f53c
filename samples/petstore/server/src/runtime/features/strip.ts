import { kindOf, own } from "../index.js";
import type { Api, Args, JsonSchema } from "../index.js";
import { fieldsOf } from "./known-fields.js";
import type { Answers, Fields } from "./known-fields.js";

/** Takes the fields out of JSON answers that the document doesn't know; the debug log tells which. */
export function strip(answers: Answers): Required<Api>["strip"] {
  const prune = createPrune(answers.$defs);
  return (answer, { name, request, strip: isWanted }, log) => {
    const schema = own(answers.operations, request);
    const isJson = kindOf(answer.contentType) === "json";
    if (!schema || !isJson || isWanted === false) return answer;
    const gone: string[] = [];
    const data = prune(answer.data, schema, gone);
    const first = [...new Set(gone)].slice(0, TOLD);
    if (gone.length > 0)
      log.debug("stripped", { name, fields: gone.length, first });
    return { ...answer, data };
  };
}

/** Names of fields that the log tells. */
const TOLD = 10;

/**
 * Fields are known where an object declares properties and no `additionalProperties`; those of all alternatives
 * count.
 */
function createPrune(
  $defs: Answers["$defs"],
): (value: unknown, schema: JsonSchema, gone: string[]) => unknown {
  const roots = new Map<JsonSchema, readonly JsonSchema[]>();
  const known = new Map<unknown, Fields>();

  function prune(
    value: unknown,
    schemas: readonly JsonSchema[],
    gone: string[],
  ): unknown {
    if (typeof value !== "object" || value === null) return value;
    // One schema is read once, however many ways lead to it.
    const key = schemas.length === 1 ? schemas[0] : schemas;
    const fields = known.get(key) ?? fieldsOf(schemas, $defs);
    known.set(key, fields);
    const { free, items, open, others, properties } = fields;
    if (free) return value;
    if (Array.isArray(value)) {
      const kept = value.map((item) => prune(item, items, gone));
      return kept.every((item, index) => item === value[index]) ? value : kept;
    }
    if (properties.size === 0 && !open) return value;
    return keep(value as JsonSchema, (name, field) => {
      const said = properties.get(name) ?? (open ? others : undefined);
      if (said) return prune(field, said, gone);
      gone.push(name);
      return undefined;
    });
  }

  return (value, schema, gone) => {
    const root = roots.get(schema) ?? [schema];
    roots.set(schema, root);
    return prune(value, root, gone);
  };
}

/** The object itself where nothing changes, else a copy, without what `change` gives nothing for. */
function keep(
  object: JsonSchema,
  change: (name: string, value: unknown) => unknown,
): JsonSchema {
  const names = Object.keys(object);
  let copy: Args | undefined;
  names.forEach((name, index) => {
    const now = change(name, object[name]);
    if (now === object[name] && !copy) return;
    if (!copy) {
      copy = {};
      for (const one of names.slice(0, index)) put(copy, one, object[one]);
    }
    if (now !== undefined) put(copy, name, now);
  });
  return copy ?? object;
}

/** Ten times as fast as `Object.fromEntries`, and an answer may have a hundred thousand fields. */
function put(object: Args, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { ...OWN, value });
}

const OWN = { configurable: true, enumerable: true, writable: true };
