import { propertiesOf } from "../../runtime/schema.js";
import { gather } from "../shared/group-by.js";
import type { Schema } from "../model.js";
import { circlesOf, namesIn, reachable } from "../schema/reference-graph.js";
import { branches, isSchema, referenceName } from "../schema/object-shape.js";
import { freeName } from "../describe/identifiers.js";
import { isOpen } from "./response.js";

/** Schemas of answers, and those that they refer to. */
export interface AnswerSchemas {
  readonly $defs: Readonly<Record<string, Schema>>;
  /** By request. */
  readonly operations: Readonly<Record<string, Schema>>;
}

/** Fields that answers may have, in the form that a server walks: `Answers` of the runtime. */
export interface AnswerFields extends AnswerSchemas {
  /** The statuses of which that is said, by request, where it is not `200` alone. */
  readonly statuses: Readonly<Record<string, readonly string[]>>;
  /** Names of headers that page or count, by request, where it has some. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
}

type Shapes = ReadonlyMap<string, Schema>;

/** What is brought together at most, of all answers; beyond, anything may be there. */
const MOST = 50_000;

/**
 * Brings together what answers may have in alternatives, parts and subtypes, by their shapes (`answerShape`): each schema
 * then has `properties`, `additionalProperties` and `items` alone, or refers to one. `{}` is anything.
 */
export function answerFields(
  operations: Readonly<Record<string, Schema>>,
  shapes: Shapes,
): AnswerSchemas {
  const made = new Map<string, Schema>();
  /** By what it was made of, the name of what was brought together. */
  const names = new Map<string, string>();
  const ids = new Map<Schema, number>();
  const idOf = (schema: Schema) => {
    const id = ids.get(schema) ?? ids.size;
    ids.set(schema, id);
    return id;
  };

  /** The schemas that one value may have, as one; `place` names it where nothing else does. */
  function together(schemas: readonly Schema[], place: string): Schema {
    const [only, other] = schemas;
    if (only === undefined || made.size > MOST) return {};
    if (!other && !COMBINING.some((keyword) => keyword in only))
      return fields(schemas, place);
    const refs = schemas.map(referenceName);
    const isNamed = schemas.every((one) => Object.keys(one).join() === "$ref");
    const own = isNamed ? [...new Set(refs)].sort().join("|") : null;
    const key = own ?? schemas.map(idOf).sort().join();
    const name = names.get(key) ?? freeName(own ?? place, made);
    names.set(key, name);
    if (!made.has(name)) {
      made.set(name, { properties: {} }); // what leads back to itself refers to it
      made.set(name, fields(schemas, name));
    }
    return isOpen(made.get(name) ?? {}) ? {} : { $ref: `#/$defs/${name}` };
  }

  function fields(schemas: readonly Schema[], place: string): Schema {
    const all = reached(schemas, shapes);
    const free = freeOf(all);
    if (schemas.every((schema) => free.has(schema))) return {};
    const parts = [...all.keys()];
    const properties = [...gather(parts.flatMap(propertiesOf))].map(
      ([name, some]) =>
        [name, together([...new Set(some)], `${place}.${name}`)] as const,
    );
    const items = parts.map((one) => one["items"]).filter(isSchema);
    const others = parts
      .map((one) => one["additionalProperties"])
      .filter(isSchema);
    // What may be anything somewhere stays as it is.
    const further = () =>
      others.some(isOpen) ? {} : together(others, `${place}.*`);
    return {
      ...((properties.length > 0 || others.length > 0) && {
        properties: Object.fromEntries(properties),
      }),
      ...(items.length > 0 && { items: together(items, `${place}[]`) }),
      ...(others.length > 0 && { additionalProperties: further() }),
    };
  }

  // What others lead to comes first: no chain of them is too long to be followed.
  const used = reachable(Object.values(operations), shapes);
  const next = (name: string) => namesIn(used.get(name) ?? {});
  for (const name of circlesOf(used.keys(), next).flat())
    together([{ $ref: `#/$defs/${name}` }], name);
  const plain = Object.entries(operations).map(
    ([request, schema]) => [request, together([schema], request)] as const,
  );
  const shared = reachable(
    plain.map(([, schema]) => schema),
    made,
  );
  return {
    operations: Object.fromEntries(plain),
    $defs: Object.fromEntries(shared),
  };
}

const COMBINING = ["$ref", "allOf", "anyOf", "oneOf"];

/** All schemas that some combine, each once: with those that hold together with it, and those of which one holds. */
function reached(schemas: readonly Schema[], shapes: Shapes) {
  const all = new Map<
    Schema,
    { parts: Schema[]; choices: readonly Schema[] }
  >();
  const open = [...schemas];
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (all.has(schema)) continue;
    const name = referenceName(schema);
    const shared = name === null ? [] : [shapes.get(name) ?? {}];
    const parts = [...shared, ...branches(schema, "allOf")];
    const choices = branches(schema, "anyOf", "oneOf");
    all.set(schema, { parts, choices });
    open.push(...[...parts, ...choices].reverse());
  }
  return all;
}

/** Those that say nothing of fields. One that leads back to itself alone is none. */
function freeOf(all: ReturnType<typeof reached>): ReadonlySet<Schema> {
  const free = new Set<Schema>();
  const isFree = (schema: Schema) => free.has(schema);
  const unsaid = [...all]
    .filter(([schema]) => !FIELDS.some((keyword) => keyword in schema))
    .reverse();
  for (let count = -1; count < free.size;) {
    count = free.size;
    for (const [schema, { choices, parts }] of unsaid) {
      const isOne = choices.length === 0 || choices.some(isFree);
      if (isOne && parts.every(isFree)) free.add(schema);
    }
  }
  return free;
}

const FIELDS = ["properties", "items", "additionalProperties"];
