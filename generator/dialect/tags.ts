import { propertiesOf } from "../../runtime/schema.js";
import { isObject, type JsonObject, toWord } from "../json.js";
import type { Schema } from "../model.js";
import { branches, familyBase, referenceName } from "../schema/shape.js";
import { walk } from "../schema/walk.js";

/**
 * Tells which values a tag has where only a discriminator says so, or the names of the schemas that it chooses from: as
 * the `enum` of what is chosen, in words of what others extend. Changes the schemas.
 * https://spec.openapis.org/oas/v3.1.1#discriminator-object
 */
export function tellTags(
  all: readonly Schema[],
  schemas: ReadonlyMap<string, JsonObject>,
): void {
  const schemaOf = (name: string | null) => schemas.get(name ?? "");
  const extended = new Set(
    [...schemas.values()].flatMap((schema) =>
      branches(schema, "allOf").map(referenceName),
    ),
  );
  const tags = new Map<JsonObject, Set<string>>();
  const chosen = new Map<JsonObject, Map<string, Set<string>>>();

  const note = (schema: Schema | undefined, name: unknown, tag: string) => {
    for (const property of tagsIn(schema, name))
      if (!isSaid(property)) add(tags, property, tag);
  };

  const visit = (schema: Schema): void => {
    const { discriminator } = schema;
    if (!isObject(discriminator)) return;
    const { defaultMapping: $ref, mapping = {}, propertyName } = discriminator;
    const others = referenceName({ $ref });
    const base = familyBase(schema, schemas);
    const above = [schema, schemaOf(base)];
    const mapped = Object.entries(mapping as Schema).map(
      ([tag, $ref]) => [tag, referenceName({ $ref }) ?? ""] as const,
    );
    const implied = (["oneOf", "anyOf"] as const)
      .flatMap((keyword) => branches(schema, keyword))
      .flatMap((branch) => referenceName(branch) ?? [])
      .filter((name) => !mapped.some(([, target]) => target === name))
      // Where others are named, a base without a name is none of the choices.
      .filter((name) => name !== base || mapped.length === 0)
      .flatMap((name) => {
        const said = valuesIn(schemas.get(name), propertyName);
        const all = said.length > 0 ? said : [name];
        return all.map((value) => [value, name] as const);
      });
    for (const [tag, target] of mapped)
      for (const one of [schemas.get(target), ...above])
        for (const property of tagsIn(one, propertyName)) allow(property, tag);
    for (const [tag, target] of [...mapped, ...implied]) {
      const own = schemas.get(target);
      if (own === undefined || extended.has(target) || above.includes(own)) {
        note(own, propertyName, tag);
      } else if (target !== others) {
        const known = chosen.get(own) ?? new Map<string, Set<string>>();
        add(known, toWord(propertyName), tag);
        chosen.set(own, known);
      }
      for (const one of above) note(one, propertyName, tag);
    }
  };

  for (const schema of all) walk(schema, visit);
  for (const [schema, known] of chosen) {
    const parents = branches(schema, "allOf").map(referenceName).map(schemaOf);
    for (const [name, values] of known)
      if (!narrow(schema, name, values, parents))
        for (const tag of values) note(schema, name, tag);
  }
  for (const [property, values] of tags) {
    const about = property["description"];
    const list = [...values].map((value) => JSON.stringify(value)).join(", ");
    property["description"] =
      `${typeof about === "string" ? `${about} ` : ""}Values: ${list}.`;
  }
}

function add<Key>(groups: Map<Key, Set<string>>, key: Key, tag: string) {
  groups.set(key, (groups.get(key) ?? new Set()).add(tag));
}

/** Makes the tags that choose a schema the values of its property; false where it speaks of others, or is no text. */
function narrow(
  schema: JsonObject,
  name: string,
  values: ReadonlySet<string>,
  parents: readonly (Schema | undefined)[],
): boolean {
  const own = tagsIn(schema, name);
  const all = [...own, ...parents.flatMap((one) => tagsIn(one, name))];
  const isOther = all.some(({ default: usual, examples, type = "string" }) =>
    [type, usual ?? [], examples ?? []]
      .flat()
      .some((one) => one !== "string" && !values.has(toWord(one))),
  );
  if (isOther || all.some(isSaid) || all.length === 0) return false;
  const { properties } = schema;
  if (own.length === 0)
    schema["properties"] = {
      ...(isObject(properties) && properties),
      [name]: { enum: [...values] },
    };
  for (const tag of own) tag["enum"] = [...values];
  return true;
}

/** What a mapping names is a value of the tag, whatever list of values forgets it. */
function allow(property: JsonObject, tag: string): void {
  const { enum: values } = property;
  if (Array.isArray(values) && !values.includes(tag))
    property["enum"] = [...(values as unknown[]), tag];
}

/** Whether a property says itself which values it has. */
function isSaid(property: JsonObject): boolean {
  return VALUED.some((keyword) => keyword in property);
}

const VALUED = ["const", "enum", "$ref", "allOf", "anyOf", "oneOf", "pattern"];

/** The texts that a schema lets its tag be; none: it says nothing of them. */
function valuesIn(schema: Schema | undefined, name: unknown): string[] {
  return tagsIn(schema, name).flatMap(({ const: only, enum: some }) =>
    [only, some].flat().filter((value) => typeof value === "string"),
  );
}

function tagsIn(schema: Schema | undefined, name: unknown): JsonObject[] {
  if (schema === undefined) return [];
  return [schema, ...branches(schema, "allOf")]
    .flatMap(propertiesOf)
    .filter(([property]) => property === name)
    .map(([, property]) => property);
}
