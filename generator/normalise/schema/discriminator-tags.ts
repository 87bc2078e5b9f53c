import { propertiesOf } from "../../../runtime/json-schema.js";
import { groupBy } from "../../shared/group-by.js";
import { type JsonObject, toWord } from "../../shared/json.js";
import type { Schema } from "../../model.js";
import { branchesOf, refName } from "../../schema/object-shape.js";

type Schemas = ReadonlyMap<string, JsonObject>;

/** The tags that choose a schema, and all tags that it is chosen among. */
export interface TagChoice {
  readonly ownTags: ReadonlySet<string>;
  readonly allTags: ReadonlySet<string>;
}

/**
 * The tags of branches that no mapping names: the values that their tag lists, else their names. Where several list the
 * same values, each has the one that is called as it is, up to the way of writing, else those that no other branch has.
 */
export function deriveTags(
  branchTags: readonly (readonly [name: string, values: readonly string[]])[],
  mappingTags: readonly string[],
): (readonly [tag: string, name: string])[] {
  const namesByTag = groupBy(
    branchTags.flatMap(([name, values]) =>
      [...new Set(values)].map((value) => [value, name] as const),
    ),
  );
  const mappedTags = new Set(mappingTags);
  const isShared = (value: string) =>
    mappedTags.has(value) || (namesByTag.get(value)?.length ?? 0) > 1;
  const namesakes = new Map(
    branchTags.map(([name, values]) => [name, findNamesake(name, values)]),
  );
  const takenTags = new Set([...mappingTags, ...namesakes.values()]);
  const chooseTags = (name: string, values: readonly string[]) => {
    if (values.length === 0) return [name];
    if (!values.some(isShared)) return values;
    const namesake = namesakes.get(name);
    if (namesake !== undefined) return [namesake];
    const freeTags = values.filter((value) => !takenTags.has(value));
    return freeTags.length > 0 ? freeTags : values;
  };
  return branchTags.flatMap(([name, values]) =>
    chooseTags(name, values).map((tag) => [tag, name] as const),
  );
}

/** The value that is called as a schema is: `cat_food` of `CatFood`. */
function findNamesake(
  name: string,
  values: readonly string[],
): string | undefined {
  if (values.includes(name)) return name;
  const [firstMatch, secondMatch] = values.filter(
    (value) => looseKey(value) === looseKey(name),
  );
  return secondMatch === undefined ? firstMatch : undefined;
}

const looseKey = (text: string) =>
  text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/** What a schema keeps of the values that its tag lists; null: the tag doesn't list those of others, too. */
export function selectOwnValues(
  properties: readonly JsonObject[],
  { ownTags, allTags }: TagChoice,
  schemas: Schemas,
): unknown[] | null {
  const listedValues = commonValuesOf(properties, schemas);
  const isOwn = (value: unknown) => ownTags.has(toWord(value));
  const keptValues = listedValues.filter(isOwn);
  const hasOtherTags = listedValues.some(
    (value) => allTags.has(toWord(value)) && !isOwn(value),
  );
  return hasOtherTags && keptValues.length > 0 ? keptValues : null;
}

/** The values that all of several schemas list together, references followed; empty where none lists any. */
export function commonValuesOf(
  properties: readonly JsonObject[],
  schemas: Schemas,
): unknown[] {
  const [firstList = [], ...otherLists] = properties
    .flatMap((property) => collectAllOfParts(property, schemas))
    .flatMap(({ const: constant, enum: values }) => [
      ...(constant === undefined ? [] : [[constant]]),
      ...(Array.isArray(values) ? [values as unknown[]] : []),
    ]);
  return firstList.filter((value) =>
    otherLists.every((values) => values.includes(value)),
  );
}

/** The properties of this name that a schema has, those that it inherits by `allOf` among them. */
export function inheritedTagsOf(
  schema: Schema | undefined,
  name: string,
  schemas: Schemas,
): JsonObject[] {
  if (schema === undefined) return [];
  return collectAllOfParts(schema, schemas)
    .flatMap(propertiesOf)
    .filter(([property]) => property === name)
    .map(([, property]) => property);
}

/** A schema, and those that references and `allOf` lead to from it. */
export function collectAllOfParts(
  schema: JsonObject,
  schemas: Schemas,
): JsonObject[] {
  const parts = new Set([schema]);
  // It grows while it is walked.
  for (const part of parts) {
    const sharedSchema = schemas.get(refName(part) ?? "");
    if (sharedSchema !== undefined) parts.add(sharedSchema);
    for (const allOfPart of branchesOf(part, "allOf")) parts.add(allOfPart);
  }
  return [...parts];
}
