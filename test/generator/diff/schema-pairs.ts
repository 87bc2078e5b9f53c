/**
 * Schemas of random sets of values, each spelled in random ways, and real changes of such a set with what they mean
 * for who sends a value and for who reads one.
 */

/** Function that returns a number from 0 up to, but without, a bound. */
export type Random = (bound: number) => number;

/** Numbers that depend on the seed alone: https://en.wikipedia.org/wiki/Linear_congruential_generator */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let round = 0; round < 5; round += 1) next();
  return (bound) => Math.floor(next() * bound);
}

/** Set of values. */
export type Values = {
  isNullable: boolean;
  description: string | null;
} & (
  | { kind: "text"; minLength: number | null; maxLength: number | null }
  | {
      kind: "number" | "integer";
      minimum: number | null;
      maximum: number | null;
    }
  | { kind: "boolean" }
  | { kind: "choice"; values: string[] }
  | { kind: "list"; items: Values; maxItems: number | null }
  | { kind: "object"; properties: Map<string, Property> }
  | { kind: "union"; alternatives: Values[] }
);

interface Property {
  isRequired: boolean;
  values: Values;
}

type Kind = Values["kind"];

const SCALARS: readonly Kind[] = [
  "text",
  "number",
  "integer",
  "boolean",
  "choice",
];

export function createValues(random: Random, depth = 3): Values {
  const nested: Kind[] = ["list", "object", "object", "union"];
  const kinds = depth > 0 ? [...SCALARS, ...nested] : SCALARS;
  return createKind(pick(random, kinds), random, depth);
}

function createKind(kind: Kind, random: Random, depth: number): Values {
  const base = {
    isNullable: random(4) === 0,
    description: random(4) === 0 ? `Number ${random(50)}.` : null,
  };
  const bound = (from: number) => (random(3) === 0 ? from + random(9) : null);
  switch (kind) {
    case "text":
      return { ...base, kind, minLength: bound(1), maxLength: bound(20) };
    case "number":
    case "integer":
      return { ...base, kind, minimum: bound(1), maximum: bound(20) };
    case "boolean":
      return { ...base, kind };
    case "choice":
      return {
        ...base,
        kind,
        values: shuffle(random, LETTERS).slice(0, 1 + random(4)),
      };
    case "list":
      return {
        ...base,
        kind,
        items: createValues(random, depth - 1),
        maxItems: bound(5),
      };
    case "object":
      return { ...base, kind, properties: createProperties(random, depth) };
    case "union": {
      const groups: Kind[][] = [
        ["text", "choice"],
        ["number", "integer"],
        ["boolean"],
        ["list"],
        ["object"],
      ];
      const alternatives = shuffle(random, groups)
        .slice(0, 2 + random(2))
        .map((group) => ({
          ...createKind(pick(random, group), random, depth - 1),
          isNullable: false,
          description: null,
        }));
      return { ...base, kind, alternatives };
    }
  }
}

const LETTERS = ["a", "b", "c", "d", "e", "f"];

function createProperties(random: Random, depth: number) {
  const names = shuffle(random, LETTERS).slice(0, 1 + random(3));
  return new Map(
    names.map((name) => [
      name,
      { isRequired: random(2) === 0, values: createValues(random, depth - 1) },
    ]),
  );
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[random(values.length)] as Value; // of a list with values
}

function shuffle<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => [random(1_000_000), value] as const)
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value);
}

/** Place of shared schemas, and the beginning of their names. */
export interface Shared {
  readonly schemas: Record<string, object>;
  readonly prefix: string;
}

type Keywords = Record<string, unknown>;

/** Schema that accepts exactly these values, in one of the ways to write it down. */
export function spell(
  values: Values,
  random: Random,
  shared: Shared,
): Keywords {
  const core = spellCore(values, random, shared);
  const nullable = values.isNullable ? addNull(core, random, shared) : core;
  const described =
    values.description === null
      ? nullable
      : { ...nullable, description: values.description };
  return shuffleKeys(wrap(described, random, shared), random);
}

function spellCore(values: Values, random: Random, shared: Shared): Keywords {
  switch (values.kind) {
    case "text":
      return {
        type: "string",
        ...bounds({
          minLength: values.minLength ?? (random(4) === 0 ? 0 : null),
          maxLength: values.maxLength,
        }),
      };
    case "number":
      return {
        type: random(6) === 0 ? ["integer", "number"] : "number",
        ...bounds({ minimum: values.minimum, maximum: values.maximum }),
      };
    case "integer":
      return { type: "integer", ...spellIntegers(values, random) };
    case "boolean":
      return random(8) === 0 ? { enum: [false, true] } : { type: "boolean" };
    case "choice":
      return spellChoice(shuffle(random, values.values), random);
    case "list":
      return {
        type: "array",
        items: spell(values.items, random, shared),
        ...bounds({ maxItems: values.maxItems }),
      };
    case "object":
      return spellObject(values.properties, random, shared);
    case "union":
      return spellUnion(values.alternatives, random, shared);
  }
}

function bounds(limits: Record<string, number | null>): Keywords {
  return Object.fromEntries(
    Object.entries(limits).filter(([, limit]) => limit !== null),
  );
}

function spellIntegers(
  { maximum, minimum }: { minimum: number | null; maximum: number | null },
  random: Random,
): Keywords {
  const isExclusive = random(3) === 0;
  return bounds({
    ...(isExclusive && minimum !== null
      ? { exclusiveMinimum: minimum - 1 }
      : { minimum }),
    maximum,
  });
}

function spellChoice(values: string[], random: Random): Keywords {
  const [value] = values;
  const way = random(5);
  if (way === 0 && values.length > 1)
    return {
      [pick(random, ["anyOf", "oneOf"])]: values.map((text) => ({
        type: "string",
        const: text,
      })),
    };
  if (way === 1 && values.length === 1) return { const: value };
  return { ...(random(3) > 0 && { type: "string" }), enum: values };
}

function spellObject(
  properties: ReadonlyMap<string, Property>,
  random: Random,
  shared: Shared,
): Keywords {
  const spellPart = (names: readonly string[]): Keywords => {
    const required = names.filter((name) => properties.get(name)?.isRequired);
    return {
      type: "object",
      properties: Object.fromEntries(
        names.map((name) => {
          const { values } = properties.get(name) as Property; // by its own name
          return [name, spell(values, random, shared)];
        }),
      ),
      ...((required.length > 0 || random(3) === 0) && {
        required: shuffle(random, required),
      }),
    };
  };
  const names = shuffle(random, [...properties.keys()]);
  if (names.length < 2 || random(4) > 0) return spellPart(names);
  const [first, second] = [
    spellPart(names.slice(0, 1)),
    spellPart(names.slice(1)),
  ];
  const base = random(2) === 0 ? share(first, random, shared) : first;
  return random(2) === 0
    ? { allOf: [base, second] }
    : { ...second, allOf: [base] };
}

function spellUnion(
  alternatives: readonly Values[],
  random: Random,
  shared: Shared,
): Keywords {
  const isBare = alternatives.every(
    (values) =>
      ["text", "number", "integer", "boolean"].includes(values.kind) &&
      Object.values(values).every((value) => typeof value !== "number"),
  );
  const spelled = shuffle(random, alternatives).map((values) =>
    spell(values, random, shared),
  );
  if (isBare && random(2) === 0)
    return {
      type: shuffle(random, alternatives).map(({ kind }) =>
        kind === "text" ? "string" : kind,
      ),
    };
  const keyword = pick(random, ["anyOf", "oneOf"]);
  const [first, second, ...others] = spelled;
  return others.length > 0 && random(3) === 0
    ? { [keyword]: [{ anyOf: [first, second] }, ...others] }
    : { [keyword]: spelled };
}

/** Schema with null, by one of the spellings of 3.0, 3.1 and the generators of documents. */
function addNull(schema: Keywords, random: Random, shared: Shared): Keywords {
  const way = random(4);
  const { allOf, enum: values, type } = schema;
  if (way === 0 && type !== undefined) return { ...schema, nullable: true };
  if (way === 1 && type !== undefined && allOf === undefined)
    return {
      ...schema,
      type: shuffle(random, [type, "null"].flat()),
      ...(Array.isArray(values) && {
        enum: shuffle(random, [...(values as unknown[]), null]),
      }),
    };
  if (way === 2 && Array.isArray(values) && type === undefined)
    return {
      ...schema,
      enum: shuffle(random, [...(values as unknown[]), null]),
    };
  const other = random(3) === 0 ? share(schema, random, shared) : schema;
  return {
    [pick(random, ["anyOf", "oneOf"])]: shuffle(random, [
      other,
      { type: "null" },
    ]),
  };
}

/** Schema in a list of one, behind a reference, or as it is. */
function wrap(schema: Keywords, random: Random, shared: Shared): Keywords {
  const way = random(10);
  const { description, ...keywords } = schema;
  const outer = description === undefined ? {} : { description };
  const list = pick(random, ["allOf", "anyOf", "oneOf"]);
  if (way === 0) return { [list]: [keywords], ...outer };
  if (way === 1) return { ...share(keywords, random, shared), ...outer };
  if (way === 2) return { [list]: [share(keywords, random, shared)], ...outer };
  return way === 3 ? share(schema, random, shared) : schema;
}

function share(schema: Keywords, random: Random, { prefix, schemas }: Shared) {
  const name = `${prefix}${random(2) === 0 ? "Part" : "Item"}${Object.keys(schemas).length}`;
  schemas[name] = schema;
  return { $ref: `#/components/schemas/${name}` };
}

function shuffleKeys(schema: Keywords, random: Random): Keywords {
  return Object.fromEntries(shuffle(random, Object.entries(schema)));
}

/** Real change of a set of values. */
export interface RealChange {
  readonly what: string;
  readonly breaksInputs: boolean;
  readonly breaksResponses: boolean;
  /** The types of a response say it. */
  readonly isTyped: boolean;
}

const change = (
  what: string,
  breaksInputs: boolean,
  breaksResponses: boolean,
  isTyped = true,
): RealChange => ({ what, breaksInputs, breaksResponses, isTyped });

/** Copy of a set with one real change at a random place, and what it means. */
export function changeValues(
  values: Values,
  random: Random,
): { readonly changedValues: Values; readonly realChange: RealChange } {
  const changedValues = structuredClone(values);
  const places = listPlaces(changedValues);
  for (;;) {
    const realChange = changePlace(pick(random, places), random);
    if (realChange !== null) return { changedValues, realChange };
  }
}

/** A place in a set: it, and what is below it. Null belongs to a union as a whole, not to its alternatives. */
interface Place {
  readonly values: Values;
  readonly isAlternative: boolean;
}

function listPlaces(values: Values, isAlternative = false): Place[] {
  const place = { values, isAlternative };
  switch (values.kind) {
    case "list":
      return [place, ...listPlaces(values.items)];
    case "object":
      return [
        place,
        ...[...values.properties.values()].flatMap((property) =>
          listPlaces(property.values),
        ),
      ];
    case "union":
      return [
        place,
        ...values.alternatives.flatMap((part) => listPlaces(part, true)),
      ];
    default:
      return [place];
  }
}

function changePlace(
  { isAlternative, values }: Place,
  random: Random,
): RealChange | null {
  if (random(4) === 0 && !isAlternative) {
    values.isNullable = !values.isNullable;
    return values.isNullable
      ? change("null added", false, true)
      : change("null removed", true, false);
  }
  switch (values.kind) {
    case "text":
      return changeBound(
        values,
        pick(random, ["minLength", "maxLength"]),
        random,
      );
    case "number":
    case "integer":
      return changeBound(values, pick(random, ["minimum", "maximum"]), random);
    case "boolean":
      if (isAlternative) return null;
      Object.assign(values, { kind: "text", minLength: null, maxLength: null });
      return change("type replaced", true, true);
    case "choice":
      if (values.values.length > 1 && random(2) === 0) {
        values.values.splice(random(values.values.length), 1);
        return change("value removed", true, false);
      }
      values.values.push(`new ${random(9)}`);
      return change("value added", false, false);
    case "list":
      return changeBound(values, "maxItems", random);
    case "object":
      return changeProperty(values.properties, random);
    case "union": {
      const { alternatives } = values;
      if (alternatives.length > 2 && random(2) === 0) {
        alternatives.splice(random(alternatives.length), 1);
        return change("alternative removed", true, false);
      }
      if (alternatives.some(({ kind }) => kind === "boolean")) return null;
      alternatives.push({
        kind: "boolean",
        isNullable: false,
        description: null,
      });
      return change("alternative added", false, true);
    }
  }
}

/** Sets, moves or removes a bound. */
function changeBound(values: Values, key: string, random: Random): RealChange {
  const limits = values as unknown as Record<string, number | null>; // the kind has this bound
  const limit = limits[key] ?? null;
  const isMinimum = key.startsWith("min");
  if (limit === null) limits[key] = isMinimum ? 3 : 15;
  else if (random(3) === 0) limits[key] = null;
  else limits[key] = limit + pick(random, isMinimum ? [1, -1] : [1, 2]);
  const newLimit = limits[key] ?? null;
  const isTighter =
    limit === null || (newLimit !== null && isMinimum === newLimit > limit);
  if (isMinimum && newLimit === 0) limits[key] = null;
  return change(`${key} ${limit} → ${newLimit}`, isTighter, false, false);
}

function changeProperty(
  properties: Map<string, Property>,
  random: Random,
): RealChange {
  const name = pick(random, [...properties.keys()]);
  const property = properties.get(name) as Property; // one of its names
  switch (random(4)) {
    case 0:
      if (properties.size === 1) break;
      properties.delete(name);
      return change("property removed", true, true);
    case 1:
      properties.set("added", {
        isRequired: false,
        values: createKind("text", random, 0),
      });
      return change("property added", false, false);
    case 2:
      properties.set("added", {
        isRequired: true,
        values: createKind("text", random, 0),
      });
      return change("required property added", true, false);
  }
  property.isRequired = !property.isRequired;
  return property.isRequired
    ? change("property required", true, false)
    : change("property optional", false, true);
}
