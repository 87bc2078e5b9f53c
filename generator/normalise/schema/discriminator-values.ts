import { propertiesOf } from "../../../runtime/schema.js";
import { gather } from "../../shared/group-by.js";
import {
  isObject,
  type JsonObject,
  textsOf,
  toWord,
} from "../../shared/json.js";
import type { Schema } from "../../model.js";
import {
  branches,
  familyBase,
  referenceName,
} from "../../schema/object-shape.js";
import { walk } from "../../schema/walk.js";
import {
  type Choice,
  impliedTags,
  inheritedTags,
  leadingTo,
  ownValues,
  valuesOf,
} from "./discriminator-tags.js";

/**
 * Tells which values a tag has where only a discriminator says so, or the names of the schemas that it chooses from: as
 * the `enum` of what is chosen, in words of what others extend. Where a tag lists the values of all that is chosen from,
 * each branch gets its own ones. Changes the schemas.
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
  const chosen = new Map<JsonObject, Map<string, Choice>>();
  const placed: (() => void)[] = [];

  const note = (schema: Schema | undefined, name: unknown, tag: string) => {
    for (const property of tagsIn(schema, name))
      if (!isSaid(property)) add(tags, property, tag);
  };

  const visit = (schema: Schema): void => {
    const { discriminator } = schema;
    if (!isObject(discriminator)) return;
    const { defaultMapping: $ref, mapping = {}, propertyName } = discriminator;
    const tagName = toWord(propertyName);
    const fallback = referenceName({ $ref });
    const base = familyBase(schema, schemas);
    const above = [schema, schemaOf(base)];
    const mapped = Object.entries(mapping as Schema).map(
      ([tag, $ref]) => [tag, referenceName({ $ref }) ?? ""] as const,
    );
    for (const [tag, target] of mapped)
      for (const one of [schemas.get(target), ...above])
        for (const property of inheritedTags(one, tagName, schemas))
          allow(property, tag, schemas);
    const listOf = (name: string) =>
      valuesOf(inheritedTags(schemas.get(name), tagName, schemas), schemas);
    const names = (["oneOf", "anyOf"] as const)
      .flatMap((keyword) => branches(schema, keyword))
      .flatMap((branch) => referenceName(branch) ?? [])
      .filter((name) => !mapped.some(([, target]) => target === name))
      // Where others are named, a base without a name is none of the choices.
      .filter((name) => name !== base || mapped.length === 0);
    const implied = impliedTags(
      names.map((name) => [name, textsOf(listOf(name))]),
      mapped.map(([tag]) => tag),
    );
    const assigned = gather(
      [...mapped, ...implied].map(([tag, target]) => [target, tag] as const),
    );
    const all = new Set([...mapped, ...implied].map(([tag]) => tag));
    for (const [target, values] of assigned) {
      const own = schemas.get(target);
      if (own === undefined || extended.has(target) || above.includes(own)) {
        for (const tag of values) note(own, propertyName, tag);
        if (own !== undefined && target !== fallback)
          placed.push(() => {
            const choice = { values: new Set(values), all };
            narrowBranches(schema, target, tagName, choice);
          });
      } else if (target !== fallback) {
        const known = chosen.get(own) ?? new Map<string, Choice>();
        const before = known.get(tagName);
        known.set(tagName, {
          values: new Set([...(before?.values ?? []), ...values]),
          all: before ? new Set([...before.all, ...all]) : all,
        });
        chosen.set(own, known);
      }
      for (const tag of values)
        for (const one of above) note(one, propertyName, tag);
    }
    // A base that is none of the choices has what they leave.
    if (base !== null && !assigned.has(base)) {
      const left = textsOf(listOf(base)).filter((tag) => !all.has(tag));
      const choice = { values: new Set(left), all };
      placed.push(() => {
        narrowBranches(schema, base, tagName, choice);
      });
    }
  };

  /** Says beside the reference to what others extend which of its values are meant there. */
  const narrowBranches = (
    union: Schema,
    target: string,
    name: string,
    choice: Choice,
  ): void => {
    const inherited = inheritedTags(schemas.get(target), name, schemas);
    const values = ownValues(inherited, choice, schemas);
    if (values === null) return;
    for (const branch of branches(union, "oneOf", "anyOf"))
      if (referenceName(branch) === target) addTag(branch, name, values); // the union's own, as converted
  };

  for (const schema of all) walk(schema, visit);
  // Before a schema is narrowed, each place has read what it says.
  for (const narrowPlace of placed) narrowPlace();
  const narrowed = [...chosen].flatMap(([schema, known]) =>
    [...known].map(([name, choice]) => {
      const inherited = inheritedTags(schema, name, schemas);
      const values = ownValues(inherited, choice, schemas);
      return { schema, name, choice, values };
    }),
  );
  for (const { schema, name, choice, values } of narrowed) {
    if (values !== null) setValues(schema, name, values);
    else if (!narrow(schema, name, choice.values, schemas))
      for (const tag of choice.values) note(schema, name, tag);
  }
  for (const [property, values] of tags) {
    const about = property["description"];
    const list = [...values].map((value) => JSON.stringify(value)).join(", ");
    property["description"] =
      `${typeof about === "string" ? `${about} ` : ""}Values: ${list}.`;
  }
}

/** Makes these the values of a tag, whatever it listed before. An example or default of others goes. */
function setValues(
  schema: JsonObject,
  name: string,
  values: readonly unknown[],
): void {
  const own = tagsIn(schema, name);
  for (const tag of own) {
    for (const keyword of ["$ref", "allOf", "const"]) delete tag[keyword];
    tag["enum"] = [...values];
    if ("default" in tag && !values.includes(tag["default"]))
      delete tag["default"];
    const examples = [tag["examples"] ?? []].flat();
    if (examples.some((one) => !values.includes(one))) delete tag["examples"];
  }
  if (own.length === 0) addTag(schema, name, values);
}

function addTag(
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

function add<Key>(groups: Map<Key, Set<string>>, key: Key, tag: string) {
  groups.set(key, (groups.get(key) ?? new Set()).add(tag));
}

/** Makes the tags that choose a schema the values of its property; false where it speaks of others, or is no text. */
function narrow(
  schema: JsonObject,
  name: string,
  values: ReadonlySet<string>,
  schemas: ReadonlyMap<string, JsonObject>,
): boolean {
  const own = tagsIn(schema, name);
  const all = inheritedTags(schema, name, schemas);
  const isOther = all.some(({ default: usual, examples, type = "string" }) =>
    [type, usual ?? [], examples ?? []]
      .flat()
      .some((one) => one !== "string" && !values.has(toWord(one))),
  );
  if (isOther || all.some(isSaid) || all.length === 0) return false;
  if (own.length === 0) addTag(schema, name, [...values]);
  for (const tag of own) tag["enum"] = [...values];
  return true;
}

/** What a mapping names is a value of the tag, whatever list of values forgets it. */
function allow(
  property: JsonObject,
  tag: string,
  schemas: ReadonlyMap<string, JsonObject>,
): void {
  for (const one of leadingTo(property, schemas)) {
    const { enum: values } = one;
    const isListed =
      Array.isArray(values) && values.some((value) => toWord(value) === tag);
    const areTexts = textsOf(values).length > 0;
    if (areTexts && !isListed) one["enum"] = [...(values as unknown[]), tag];
  }
}

/** Whether a property says itself which values it has. */
function isSaid(property: JsonObject): boolean {
  return VALUED.some((keyword) => keyword in property);
}

const VALUED = ["const", "enum", "$ref", "allOf", "anyOf", "oneOf", "pattern"];

/** The properties of this name that a schema declares itself. */
function tagsIn(schema: Schema | undefined, name: unknown): JsonObject[] {
  if (schema === undefined) return [];
  return [schema, ...branches(schema, "allOf")]
    .flatMap(propertiesOf)
    .filter(([property]) => property === name)
    .map(([, property]) => property);
}
