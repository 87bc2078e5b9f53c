import { propertiesOf, requiredOf } from "../../runtime.js";
import { groupBy } from "../../shared/group-by.js";
import {
  isObject,
  type JsonObject,
  toStrings,
  toWord,
} from "../../shared/json.js";
import type { Schema } from "../../model.js";
import {
  branchesOf,
  familyBaseOf,
  refName,
} from "../../schema/object-shape.js";
import { flattenSchema } from "../../schema/flatten-schema.js";
import { walkSchema } from "../../schema/walk.js";
import {
  type TagChoice,
  deriveTags,
  inheritedTagsOf,
  selectOwnValues,
  commonValuesOf,
} from "./discriminator-tags.js";

/**
 * Adds the values of a tag that only a discriminator or the names of the schemas state: as an `enum` in the schemas
 * that it selects, and in the description of schemas that others extend. If a tag lists the values of all schemas, each
 * branch gets its own. Changes the schemas. https://spec.openapis.org/oas/v3.1.1#discriminator-object
 *
 * @param nameOf returns the name that the document gives a schema, by the schema's own name
 */
export function writeTagValues(
  rootSchemas: readonly Schema[],
  schemas: ReadonlyMap<string, JsonObject>,
  nameOf: (name: string) => string,
): void {
  const findSchema = (name: string | null) => schemas.get(name ?? "");
  const extendedNames = new Set(
    [...schemas.values()].flatMap((schema) =>
      branchesOf(schema, "allOf").map(refName),
    ),
  );
  const tagsByProperty = new Map<JsonObject, Set<string>>();
  const choicesBySchema = new Map<JsonObject, Map<string, TagChoice>>();
  const narrowings: (() => void)[] = [];

  const noteTag = (schema: Schema | undefined, name: unknown, tag: string) => {
    for (const property of ownTagsOf(schema, name))
      if (!hasValueKeyword(property)) addToGroup(tagsByProperty, property, tag);
  };

  const visit = (schema: Schema): void => {
    const { discriminator } = schema;
    if (!isObject(discriminator)) return;
    const { defaultMapping: $ref, mapping = {}, propertyName } = discriminator;
    const tagName = toWord(propertyName);
    const defaultName = refName({ $ref });
    const baseName = familyBaseOf(schema, schemas);
    const unionSchemas = [schema, findSchema(baseName)];
    const mappedTags = Object.entries(mapping as Schema).map(
      ([tag, $ref]) => [tag, refName({ $ref }) ?? ""] as const,
    );
    for (const [tag, targetName] of mappedTags)
      for (const taggedSchema of [schemas.get(targetName), ...unionSchemas])
        for (const property of inheritedTagsOf(taggedSchema, tagName, schemas))
          allowTag(property, tag, schemas);
    const listValues = (name: string) =>
      commonValuesOf(
        inheritedTagsOf(schemas.get(name), tagName, schemas),
        schemas,
      );
    const unmappedNames = (["oneOf", "anyOf"] as const)
      .flatMap((keyword) => branchesOf(schema, keyword))
      .flatMap((branch) => refName(branch) ?? [])
      .filter(
        (name) => !mappedTags.some(([, targetName]) => targetName === name),
      )
      // If the mapping names other schemas, a base that it doesn't name can't be selected.
      .filter((name) => name !== baseName || mappedTags.length === 0);
    // If the mapping names a schema that was not found, it may be any of the others.
    const isComplete = mappedTags.every(([, targetName]) => targetName !== "");
    const findDeclaredName = (name: string) => {
      const isOnly = (candidate: string) =>
        candidate === name || nameOf(candidate) !== nameOf(name);
      return isComplete && unmappedNames.every(isOnly) ? nameOf(name) : null;
    };
    const derivedTags = deriveTags(
      unmappedNames.map((name) => ({
        name,
        declaredName: findDeclaredName(name),
        values: toStrings(listValues(name)),
      })),
      mappedTags.map(([tag]) => tag),
    );
    const tagsByName = groupBy(
      [...mappedTags, ...derivedTags].map(
        ([tag, targetName]) => [targetName, tag] as const,
      ),
    );
    const allTags = new Set(
      [...mappedTags, ...derivedTags].map(([tag]) => tag),
    );
    for (const [targetName, ownTags] of tagsByName) {
      const branchSchema = schemas.get(targetName);
      if (
        branchSchema === undefined ||
        extendedNames.has(targetName) ||
        unionSchemas.includes(branchSchema)
      ) {
        for (const tag of ownTags) noteTag(branchSchema, propertyName, tag);
        if (branchSchema !== undefined && targetName !== defaultName)
          narrowings.push(() => {
            const choice = { ownTags: new Set(ownTags), allTags };
            narrowBranches(schema, targetName, tagName, choice);
          });
      } else if (targetName !== defaultName) {
        const choicesByTag =
          choicesBySchema.get(branchSchema) ?? new Map<string, TagChoice>();
        const previousChoice = choicesByTag.get(tagName);
        choicesByTag.set(tagName, {
          ownTags: new Set([...(previousChoice?.ownTags ?? []), ...ownTags]),
          allTags: previousChoice
            ? new Set([...previousChoice.allTags, ...allTags])
            : allTags,
        });
        choicesBySchema.set(branchSchema, choicesByTag);
      }
      for (const tag of ownTags)
        for (const taggedSchema of unionSchemas)
          noteTag(taggedSchema, propertyName, tag);
    }
    const isTagOfOthers = (value: unknown) =>
      [...tagsByName].some(
        ([name, tags]) => name !== baseName && tags.includes(toWord(value)),
      );
    if (
      baseName !== null &&
      baseName !== defaultName &&
      !mappedTags.some(([, targetName]) => targetName === baseName) &&
      isTaggedBase(schemas.get(baseName), tagName) &&
      listValues(baseName).length > 0 &&
      listValues(baseName).every(isTagOfOthers)
    )
      narrowings.push(() => {
        removeBase(schema, baseName);
      });
    // A base that can't be selected keeps the values that no other schema has.
    else if (baseName !== null && !tagsByName.has(baseName)) {
      const remainingTags = toStrings(listValues(baseName)).filter(
        (tag) => !allTags.has(tag),
      );
      const choice = { ownTags: new Set(remainingTags), allTags };
      narrowings.push(() => {
        narrowBranches(schema, baseName, tagName, choice);
      });
    }
  };

  /** True for a base that requires the tag of its own discriminator. */
  const isTaggedBase = (base: Schema | undefined, name: string): boolean => {
    const parts = flattenSchema(base ?? {}, schemas);
    return (
      parts.some((part) => isObject(part["discriminator"])) &&
      parts.some((part) => requiredOf(part).includes(name))
    );
  };

  /** Adds the possible values beside each reference to a schema that others extend. */
  const narrowBranches = (
    union: Schema,
    targetName: string,
    name: string,
    choice: TagChoice,
  ): void => {
    const inheritedTags = inheritedTagsOf(
      schemas.get(targetName),
      name,
      schemas,
    );
    const values = selectOwnValues(inheritedTags, choice, schemas);
    if (values === null) return;
    for (const branch of branchesOf(union, "oneOf", "anyOf"))
      if (refName(branch) === targetName) addTagProperty(branch, name, values); // the union's own, as converted
  };

  for (const schema of rootSchemas) walkSchema(schema, visit);
  // All places have read the values of a schema before it is narrowed.
  for (const narrowBranch of narrowings) narrowBranch();
  const narrowedSchemas = [...choicesBySchema].flatMap(
    ([schema, choicesByTag]) =>
      [...choicesByTag].map(([name, choice]) => {
        const inheritedTags = inheritedTagsOf(schema, name, schemas);
        const values = selectOwnValues(inheritedTags, choice, schemas);
        return { schema, name, choice, values };
      }),
  );
  for (const { schema, name, choice, values } of narrowedSchemas) {
    if (values !== null) setTagValues(schema, name, values);
    else if (!narrowTag(schema, name, choice.ownTags, schemas))
      for (const tag of choice.ownTags) noteTag(schema, name, tag);
  }
  for (const [property, values] of tagsByProperty) {
    const description = property["description"];
    const list = [...values].map((value) => JSON.stringify(value)).join(", ");
    property["description"] =
      `${typeof description === "string" ? `${description} ` : ""}Values: ${list}.`;
  }
}

/**
 * Removes the base from a union if the other branches own all values of its tag. The discriminator then names the base,
 * since all branches still share it.
 */
function removeBase(union: JsonObject, baseName: string): void {
  union["anyOf"] = branchesOf(union, "anyOf").filter(
    (branch) => refName(branch) !== baseName,
  );
  const { discriminator } = union;
  if (isObject(discriminator)) discriminator["base"] = `#/$defs/${baseName}`;
}

/** Replaces the values of a tag. Examples and defaults that don't match are removed. */
function setTagValues(
  schema: JsonObject,
  name: string,
  values: readonly unknown[],
): void {
  const ownTags = ownTagsOf(schema, name);
  for (const tag of ownTags) {
    for (const keyword of ["$ref", "allOf", "const"]) delete tag[keyword];
    tag["enum"] = [...values];
    if ("default" in tag && !values.includes(tag["default"]))
      delete tag["default"];
    const examples = [tag["examples"] ?? []].flat();
    if (examples.some((example) => !values.includes(example)))
      delete tag["examples"];
  }
  if (ownTags.length === 0) addTagProperty(schema, name, values);
}

function addTagProperty(
  schema: JsonObject,
  name: string,
  values: readonly unknown[],
): void {
  const { properties } = schema;
  schema["properties"] = {
    ...(isObject(properties) && properties),
    [name]: { enum: [...values] },
  };
}

function addToGroup<Key>(groups: Map<Key, Set<string>>, key: Key, tag: string) {
  groups.set(key, (groups.get(key) ?? new Set()).add(tag));
}

/**
 * Sets the `enum` of a schema's tag to the values that select it. False if the tag already lists values, has another
 * example or default, or is not a text.
 */
function narrowTag(
  schema: JsonObject,
  name: string,
  values: ReadonlySet<string>,
  schemas: ReadonlyMap<string, JsonObject>,
): boolean {
  const ownTags = ownTagsOf(schema, name);
  const inheritedTags = inheritedTagsOf(schema, name, schemas);
  const isOther = inheritedTags.some(
    ({ default: defaultValue, examples, type = "string" }) =>
      [type, defaultValue ?? [], examples ?? []]
        .flat()
        .some((word) => word !== "string" && !values.has(toWord(word))),
  );
  if (
    isOther ||
    inheritedTags.some(hasValueKeyword) ||
    inheritedTags.length === 0
  )
    return false;
  if (ownTags.length === 0) addTagProperty(schema, name, [...values]);
  for (const tag of ownTags) tag["enum"] = [...values];
  return true;
}

/** Adds a tag that the mapping names to the values of its property, if they miss it. */
function allowTag(
  property: JsonObject,
  tag: string,
  schemas: ReadonlyMap<string, JsonObject>,
): void {
  const parts: readonly JsonObject[] = flattenSchema(property, schemas);
  for (const part of parts) {
    const { enum: values } = part;
    const isListed =
      Array.isArray(values) && values.some((value) => toWord(value) === tag);
    const areTexts = toStrings(values).length > 0;
    if (areTexts && !isListed) part["enum"] = [...(values as unknown[]), tag];
  }
}

/** True if a property itself restricts its values. */
function hasValueKeyword(property: JsonObject): boolean {
  return VALUE_KEYWORDS.some((keyword) => keyword in property);
}

const VALUE_KEYWORDS = [
  "const",
  "enum",
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "pattern",
];

/** Properties of this name that a schema declares itself. */
function ownTagsOf(schema: Schema | undefined, name: unknown): JsonObject[] {
  if (schema === undefined) return [];
  return [schema, ...branchesOf(schema, "allOf")]
    .flatMap(propertiesOf)
    .filter(([property]) => property === name)
    .map(([, property]) => property);
}
