import {
  isSchema,
  kindOf,
  listOf,
  own,
  propertiesOf,
  target,
} from "../index.js";
import type { Api, JsonSchema } from "../index.js";

/** Fields that answers may have, as far as declared. */
export interface Answers {
  readonly $defs: Readonly<Record<string, JsonSchema>>;
  /** By request: `GET /pets`. */
  readonly operations: Readonly<Record<string, JsonSchema>>;
}

/** What one or several schemas say of a value's fields. */
interface Fields {
  /** Nothing is said at all. */
  readonly free: boolean;
  /** Further properties are welcome, and `others` describes them. */
  readonly open: boolean;
  readonly properties: ReadonlyMap<string, readonly JsonSchema[]>;
  readonly items: readonly JsonSchema[];
  readonly others: readonly JsonSchema[];
}

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
  const known = new Map<readonly JsonSchema[], Fields>();

  function prune(
    value: unknown,
    schemas: readonly JsonSchema[],
    gone: string[],
  ): unknown {
    if (typeof value !== "object" || value === null) return value;
    const fields = known.get(schemas) ?? fieldsOf(schemas, $defs);
    known.set(schemas, fields);
    const { free, items, open, others, properties } = fields;
    if (free) return value;
    if (Array.isArray(value))
      return value.map((item) => prune(item, items, gone));
    if (properties.size === 0 && !open) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, field]) => {
        const known = properties.get(name) ?? (open ? others : undefined);
        if (known) return [[name, prune(field, known, gone)]];
        gone.push(name);
        return [];
      }),
    );
  }

  return (value, schema, gone) => {
    const root = roots.get(schema) ?? [schema];
    roots.set(schema, root);
    return prune(value, root, gone);
  };
}

/** What schemas say together with all that they combine, each of which is read once. */
function fieldsOf(
  schemas: readonly JsonSchema[],
  $defs: Answers["$defs"],
): Fields {
  const all = new Map<JsonSchema, Combination>();
  const read = (schema: JsonSchema): void => {
    if (all.has(schema)) return;
    const combination = combinationOf(schema, $defs);
    all.set(schema, combination);
    combination.parts.forEach(read);
    combination.branches.forEach(read);
  };
  schemas.forEach(read);
  const free = freeOf(all);
  const said = [...all.keys()];
  const further = said
    .map((schema) => schema["additionalProperties"])
    .filter((one) => one !== undefined && one !== false);
  const properties = new Map<string, Set<JsonSchema>>();
  for (const [name, property] of said.flatMap(propertiesOf))
    properties.set(name, (properties.get(name) ?? new Set()).add(property));
  return {
    free: schemas.every((schema) => free.has(schema)),
    open: further.length > 0,
    properties: new Map(
      [...properties].map(([name, found]) => [name, [...found]]),
    ),
    items: said.map(({ items }) => items).filter(isSchema),
    // What may be anything somewhere stays as it is.
    others: further.every(saysMore) ? further.filter(isSchema) : [],
  };
}

function saysMore(schema: unknown): boolean {
  return Object.keys(Object(schema) as object).length > 0;
}

type Combination = ReturnType<typeof combinationOf>;

/** The schemas that hold together with one, and those of which one holds. */
function combinationOf(schema: JsonSchema, $defs: Answers["$defs"]) {
  const shared = target(schema, $defs);
  return {
    parts: [...(shared ? [shared.schema] : []), ...listOf(schema["allOf"])],
    branches: [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])],
  };
}

/** Those that say nothing of fields. One that leads back to itself alone is none. */
function freeOf(
  all: ReadonlyMap<JsonSchema, Combination>,
): ReadonlySet<JsonSchema> {
  const free = new Set<JsonSchema>();
  const isFree = (schema: JsonSchema) => free.has(schema);
  const innermostFirst = [...all].reverse();
  for (let count = -1; count < free.size;) {
    count = free.size;
    for (const [schema, { branches, parts }] of innermostFirst) {
      const isOne = branches.length === 0 || branches.some(isFree);
      if (isOne && saysNothing(schema) && parts.every(isFree)) free.add(schema);
    }
  }
  return free;
}

function saysNothing(schema: JsonSchema): boolean {
  const { additionalProperties: further = false, items, type } = schema;
  const isScalar = [type]
    .flat()
    .every((one) => typeof one === "string" && !/^(object|array)$/.test(one));
  const saysFields = propertiesOf(schema).length > 0 || isSchema(items);
  return !saysFields && further === false && !isScalar;
}
