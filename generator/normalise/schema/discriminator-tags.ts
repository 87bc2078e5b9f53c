import { propertiesOf } from "../../runtime.js";
import { groupBy } from "../../shared/group-by.js";
import { type JsonObject, toWord } from "../../shared/json.js";
import type { Schema } from "../../model.js";
import { flattenSchema } from "../../schema/flatten-schema.js";

type Schemas = ReadonlyMap<string, JsonObject>;

/** Tags that select a schema, and all tags of the choice. */
export interface TagChoice {
  readonly ownTags: ReadonlySet<string>;
  readonly allTags: ReadonlySet<string>;
}

/** Alternative of a union that no mapping names. */
export interface UnmappedBranch {
  /** Name of its schema. */
  readonly name: string;
  /** Name that the document gives the schema, which selects it; null if that is not certain. */
  readonly declaredName: string | null;
  /** Values that the tag's schema lists in it. */
  readonly values: readonly string[];
}

/**
 * Derives the tags of branches that no mapping names: the values that the tag's schema lists, otherwise the branch's
 * name. If several branches list the same values, each gets the value that equals its name apart from case and
 * punctuation, otherwise the values that no other branch has.
 */
export function deriveTags(
  branches: readonly UnmappedBranch[],
  mappingTags: readonly string[],
): (readonly [tag: string, name: string])[] {
  const namesByTag = groupBy(
    branches.flatMap(({ name, values }) =>
      [...new Set(values)].map((value) => [value, name] as const),
    ),
  );
  const mappedTags = new Set(mappingTags);
  const isShared = (value: string) =>
    mappedTags.has(value) || (namesByTag.get(value)?.length ?? 0) > 1;
  const namesakes = new Map(
    branches.map(({ name, declaredName, values }) => [
      name,
      findNamesake(declaredName ?? name, values),
    ]),
  );
  const takenTags = new Set([...mappingTags, ...namesakes.values()]);
  const chooseTags = ({ name, declaredName, values }: UnmappedBranch) => {
    if (values.length === 0) return declaredName === null ? [] : [declaredName];
    if (!values.some(isShared)) return values;
    const namesake = namesakes.get(name);
    if (namesake !== undefined) return [namesake];
    const freeTags = values.filter((value) => !takenTags.has(value));
    return freeTags.length > 0 ? freeTags : values;
  };
  return branches.flatMap((branch) =>
    chooseTags(branch).map((tag) => [tag, branch.name] as const),
  );
}

/** Finds the value that equals the name of a schema apart from case and punctuation: `cat_food` for `CatFood`. */
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

/** Selects a schema's own tags from the values that its tag lists; null if it lists no tags of other schemas. */
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

/** Values that all of several schemas allow by `enum` or `const`, references followed; empty if none lists any. */
export function commonValuesOf(
  properties: readonly JsonObject[],
  schemas: Schemas,
): unknown[] {
  const [firstList = [], ...otherLists] = properties
    .flatMap((property) => flattenSchema(property, schemas))
    .flatMap(({ const: constant, enum: values }) => [
      ...(constant === undefined ? [] : [[constant]]),
      ...(Array.isArray(values) ? [values as unknown[]] : []),
    ]);
  return firstList.filter((value) =>
    otherLists.every((values) => values.includes(value)),
  );
}

/** Properties of this name in a schema, including those that it inherits by `allOf`. */
export function inheritedTagsOf(
  schema: Schema | undefined,
  name: string,
  schemas: Schemas,
): JsonObject[] {
  if (schema === undefined) return [];
  return flattenSchema(schema, schemas)
    .flatMap(propertiesOf)
    .filter(([property]) => property === name)
    .map(([, property]) => property);
}
