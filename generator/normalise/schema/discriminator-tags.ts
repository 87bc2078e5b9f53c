import { propertiesOf } from "../../../runtime/schema.js";
import { gather } from "../../shared/group-by.js";
import { type JsonObject, toWord } from "../../shared/json.js";
import type { Schema } from "../../model.js";
import { branches, referenceName } from "../../schema/object-shape.js";

type Schemas = ReadonlyMap<string, JsonObject>;

/** The tags that choose a schema, and all tags that it is chosen among. */
export interface Choice {
  readonly values: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

/**
 * The tags of branches that no mapping names: the values that their tag lists, else their names. Where several list the
 * same values, each has the one that is called as it is, up to the way of writing, else those that no other branch has.
 */
export function impliedTags(
  listed: readonly (readonly [name: string, values: readonly string[]])[],
  mapped: readonly string[],
): (readonly [tag: string, name: string])[] {
  const holders = gather(
    listed.flatMap(([name, values]) =>
      [...new Set(values)].map((value) => [value, name] as const),
    ),
  );
  const mappedTags = new Set(mapped);
  const isShared = (value: string) =>
    mappedTags.has(value) || (holders.get(value)?.length ?? 0) > 1;
  const namesakes = new Map(
    listed.map(([name, values]) => [name, namesakeOf(name, values)]),
  );
  const taken = new Set([...mapped, ...namesakes.values()]);
  const tagsOf = (name: string, values: readonly string[]) => {
    if (values.length === 0) return [name];
    if (!values.some(isShared)) return values;
    const namesake = namesakes.get(name);
    if (namesake !== undefined) return [namesake];
    const left = values.filter((value) => !taken.has(value));
    return left.length > 0 ? left : values;
  };
  return listed.flatMap(([name, values]) =>
    tagsOf(name, values).map((tag) => [tag, name] as const),
  );
}

/** The value that is called as a schema is: `cat_food` of `CatFood`. */
function namesakeOf(
  name: string,
  values: readonly string[],
): string | undefined {
  if (values.includes(name)) return name;
  const [only, second] = values.filter(
    (value) => lettersOf(value) === lettersOf(name),
  );
  return second === undefined ? only : undefined;
}

const lettersOf = (text: string) =>
  text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/** What a schema keeps of the values that its tag lists; null: the tag doesn't list those of others, too. */
export function ownValues(
  properties: readonly JsonObject[],
  { values, all }: Choice,
  schemas: Schemas,
): unknown[] | null {
  const listed = valuesOf(properties, schemas);
  const isOwn = (value: unknown) => values.has(toWord(value));
  const kept = listed.filter(isOwn);
  const isOfAll = listed.some((one) => all.has(toWord(one)) && !isOwn(one));
  return isOfAll && kept.length > 0 ? kept : null;
}

/** The values that all of several schemas list together, references followed; empty where none lists any. */
export function valuesOf(
  properties: readonly JsonObject[],
  schemas: Schemas,
): unknown[] {
  const [first = [], ...further] = properties
    .flatMap((property) => leadingTo(property, schemas))
    .flatMap(({ const: only, enum: values }) => [
      ...(only === undefined ? [] : [[only]]),
      ...(Array.isArray(values) ? [values as unknown[]] : []),
    ]);
  return first.filter((value) =>
    further.every((values) => values.includes(value)),
  );
}

/** The properties of this name that a schema has, those that it inherits by `allOf` among them. */
export function inheritedTags(
  schema: Schema | undefined,
  name: string,
  schemas: Schemas,
): JsonObject[] {
  if (schema === undefined) return [];
  return leadingTo(schema, schemas)
    .flatMap(propertiesOf)
    .filter(([property]) => property === name)
    .map(([, property]) => property);
}

/** A schema, and those that references and `allOf` lead to from it. */
export function leadingTo(schema: JsonObject, schemas: Schemas): JsonObject[] {
  const all = new Set([schema]);
  // It grows while it is walked.
  for (const one of all) {
    const shared = schemas.get(referenceName(one) ?? "");
    if (shared !== undefined) all.add(shared);
    for (const part of branches(one, "allOf")) all.add(part);
  }
  return [...all];
}
