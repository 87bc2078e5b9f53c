import { isSchema, listOf, propertiesOf, target } from "../index.js";
import type { JsonSchema, Schemas } from "../index.js";

/** Fields that answers may have, as far as declared. */
export interface Answers {
  readonly $defs: Schemas["$defs"];
  /** By request: `GET /pets`. */
  readonly operations: Readonly<Record<string, JsonSchema>>;
}

/** What one or several schemas say of a value's fields. */
export interface Fields {
  /** Nothing is said at all. */
  readonly free: boolean;
  /** Further properties are welcome, and `others` describes them. */
  readonly open: boolean;
  readonly properties: ReadonlyMap<string, readonly JsonSchema[]>;
  readonly items: readonly JsonSchema[];
  readonly others: readonly JsonSchema[];
}

/** What schemas say together with all that they combine, each of which is read once. */
export function fieldsOf(
  schemas: readonly JsonSchema[],
  $defs: Schemas["$defs"],
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
function combinationOf(schema: JsonSchema, $defs: Schemas["$defs"]) {
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
  const open = [...all].filter(([schema]) => saysNothing(schema));
  const innermostFirst = open.reverse();
  for (let count = -1; count < free.size;) {
    count = free.size;
    for (const [schema, { branches, parts }] of innermostFirst) {
      const isOne = branches.length === 0 || branches.some(isFree);
      if (isOne && parts.every(isFree)) free.add(schema);
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
