import { propertiesOf } from "../../runtime/schema.js";
import { isObject, type JsonObject } from "../json.js";
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
  const tags = new Map<JsonObject, Set<string>>();

  const extended = new Set(
    [...schemas.values()].flatMap((schema) =>
      branches(schema, "allOf").map(referenceName),
    ),
  );
  const chosen = new Map<JsonObject, Map<string, Set<string>>>();

  const note = (schema: Schema | undefined, name: unknown, tag: string) => {
    for (const property of ownTags(schema, name))
      tags.set(property, (tags.get(property) ?? new Set()).add(tag));
  };

  const visit = (schema: Schema): void => {
    const { discriminator } = schema;
    if (!isObject(discriminator)) return;
    const { defaultMapping: $ref, mapping = {}, propertyName } = discriminator;
    const others = referenceName({ $ref });
    const base = familyBase(schema, schemas);
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
        return said.map((value) => [value ?? name, name] as const);
      });
    for (const [tag, target] of mapped)
      for (const one of [schemas.get(target), schema, schemas.get(base ?? "")])
        for (const property of tagsIn(one, propertyName)) allow(property, tag);
    for (const [tag, target] of [...mapped, ...implied]) {
      const own = schemas.get(target);
      const above = [schema, schemas.get(base ?? "")];
      if (own === undefined || extended.has(target) || above.includes(own)) {
        note(own, propertyName, tag);
      } else if (target !== others) {
        const name = String(propertyName);
        const known = chosen.get(own) ?? new Map<string, Set<string>>();
        chosen.set(
          own,
          known.set(name, (known.get(name) ?? new Set()).add(tag)),
        );
      }
      for (const one of above) note(one, propertyName, tag);
    }
  };

  for (const schema of all) walk(schema, visit);
  for (const [schema, known] of chosen)
    for (const [name, values] of known)
      if (!narrow(schema, name, { values, schemas }))
        for (const tag of values) note(schema, name, tag);
  for (const [property, values] of tags) {
    const about = property["description"];
    const list = [...values].map((value) => JSON.stringify(value)).join(", ");
    property["description"] =
      `${typeof about === "string" ? `${about} ` : ""}Values: ${list}.`;
  }
}

/** Makes the tags that choose a schema the values of its property; false where it speaks of others, or is no text. */
function narrow(
  schema: JsonObject,
  name: string,
  given: {
    readonly values: ReadonlySet<string>;
    readonly schemas: ReadonlyMap<string, JsonObject>;
  },
): boolean {
  const { schemas, values } = given;
  const own = tagsIn(schema, name);
  const parents = branches(schema, "allOf").map((part) =>
    schemas.get(referenceName(part) ?? ""),
  );
  const all = [...own, ...parents.flatMap((one) => tagsIn(one, name))];
  const isOther = all.some(({ default: usual, examples, type = "string" }) =>
    [type, usual ?? [], examples ?? []]
      .flat()
      .some((one) => one !== "string" && !values.has(String(one))),
  );
  const isSaid = all.some((one) => VALUED.some((keyword) => keyword in one));
  if (isOther || isSaid || all.length === 0) return false;
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

/** A schema's own properties of this name that say nothing themselves of their values. */
function ownTags(schema: Schema | undefined, name: unknown): JsonObject[] {
  return tagsIn(schema, name).filter(
    (property) => !VALUED.some((keyword) => keyword in property),
  );
}

const VALUED = ["const", "enum", "$ref", "allOf", "anyOf", "oneOf", "pattern"];

/** The texts that a schema lets its tag be; undefined: it says nothing of them. */
function valuesIn(schema: Schema | undefined, name: unknown) {
  const all = tagsIn(schema, name).flatMap(({ const: only, enum: some }) =>
    [only, some].flat().filter((value) => typeof value === "string"),
  );
  return all.length > 0 ? all : [undefined];
}

function tagsIn(schema: Schema | undefined, name: unknown): JsonObject[] {
  if (schema === undefined) return [];
  return [schema, ...branches(schema, "allOf")]
    .flatMap(propertiesOf)
    .filter(([property]) => property === name)
    .map(([, property]) => property);
}
