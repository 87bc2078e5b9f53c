import { propertiesOf, requiredOf, typesOf } from "../../../runtime/schema.js";
import { filled, without } from "../../shared/json.js";
import { gather } from "../../shared/group-by.js";
import type { Schema } from "../../model.js";
import {
  branches,
  isSchema,
  referenceName,
} from "../../schema/object-shape.js";

type Schemas = ReadonlyMap<string, Schema>;

/**
 * A schema with the lists that several parts of its `allOf` describe as one list, whose items are all that the parts say
 * of them: methods of TypeScript's `A[] & B[]`, such as `map`, know the items of `A` alone. Holds for the schema itself
 * and for its properties; a shared schema with such a property is written out without it.
 * @param written shared schemas that it is a part of, which are written out once: their lists may hold themselves
 */
export function joinLists(
  schema: Schema,
  schemas: Schemas,
  written: ReadonlySet<Schema>,
): Schema {
  const { $ref, allOf, ...own } = schema;
  if ($ref === undefined && allOf === undefined) return schema;
  const parts = [
    ...($ref === undefined ? [] : [{ $ref }]),
    ...branches({ allOf }, "allOf"),
    own,
  ].filter((part) => Object.keys(part).length > 0);
  if (parts.length < 2) return schema;
  const isWritten = sharedIn(schema, schemas).some((one) => written.has(one));
  if (isWritten) return schema;
  const lists = parts.map((part) => listOf(wholeOf(part, schemas)));
  if (lists.filter((list) => list !== null).length > 1)
    return joined([schema], schemas) ?? schema;

  const properties = gather(
    parts.flatMap((part) => [...listsIn(part, schemas)]),
  );
  const shared = [...properties]
    .filter(([, byPart]) => byPart.length > 1)
    .map(([name, byPart]) => [name, byPart.flat()] as const);
  if (shared.length === 0) return schema;
  const names = shared.map(([name]) => name);
  const required = parts
    .flatMap((part) => wholeOf(part, schemas).flatMap(requiredOf))
    .filter((name) => names.includes(name));
  const lasting = parts.map((part) => withoutProperties(part, names, schemas));
  return {
    allOf: [
      ...lasting.filter((part) => Object.keys(part).length > 0),
      {
        properties: Object.fromEntries(
          shared.map(([name, all]) => [name, joined(all, schemas) ?? {}]),
        ),
        ...filled({ required: [...new Set(required)] }),
      },
    ],
  };
}

/** The shared schemas that a schema's references and its `allOf` lead to. */
export function sharedIn(schema: Schema, schemas: Schemas): readonly Schema[] {
  return wholeOf(schema, schemas)
    .map((part) => schemas.get(referenceName(part) ?? ""))
    .filter((shared) => shared !== undefined);
}

/** A schema and all that its references and its `allOf` lead to. */
function wholeOf(schema: Schema, schemas: Schemas): readonly Schema[] {
  const whole = new Set([schema]);
  // It grows while it is walked.
  for (const part of whole) {
    const target = schemas.get(referenceName(part) ?? "");
    if (target !== undefined) whole.add(target);
    for (const one of branches(part, "allOf")) whole.add(one);
  }
  return [...whole];
}

/** What is known of a list; null where it is none, or a tuple. */
function listOf(whole: readonly Schema[]) {
  const types = typesOf(whole);
  const isList =
    types.length === 0
      ? whole.some((part) => "items" in part)
      : types.every((all) => all.includes("array")) &&
        types.some((all) => all.every((type) => LIST.includes(String(type))));
  if (!isList || whole.some((part) => "prefixItems" in part)) return null;
  return {
    items: whole.map(({ items }) => items).filter(isSchema),
    isNullable: types.length > 0 && types.every((all) => all.includes("null")),
  };
}

const LIST = ["array", "null"];

/** Properties of a part that are lists, by name; several of one name where its own parts have it. */
function listsIn(part: Schema, schemas: Schemas) {
  const properties = wholeOf(part, schemas).flatMap(propertiesOf);
  return gather(
    properties.filter(
      ([, property]) => listOf(wholeOf(property, schemas)) !== null,
    ),
  );
}

/** One list of all that schemas say of their items. */
function joined(lists: readonly Schema[], schemas: Schemas): Schema | null {
  const known = listOf(lists.flatMap((list) => wholeOf(list, schemas)));
  if (known === null) return null;
  // An object without a word of its properties adds nothing.
  const isBare = ({ type = "object", ...item }: Schema) =>
    [type].flat().includes("object") &&
    Object.keys(item).every((keyword) => BARE.includes(keyword));
  const items = known.items.filter((item) => !isBare(item));
  const [first, ...others] = items.length > 0 ? items : known.items;
  const description = lists.findLast((list) => list["description"]);
  return filled({
    type: known.isNullable ? ["array", "null"] : "array",
    items: others.length > 0 ? { allOf: [first, ...others] } : first,
    description: description?.["description"],
  });
}

const BARE = ["title", "description"];

/** A part without properties of these names; a reference to one that has them becomes what it refers to. */
function withoutProperties(
  part: Schema,
  names: readonly string[],
  schemas: Schemas,
  open: readonly Schema[] = [],
): Schema {
  if (open.includes(part)) return {}; // a part of itself
  const isNamed = wholeOf(part, schemas)
    .flatMap(propertiesOf)
    .some(([name]) => names.includes(name));
  if (!isNamed) return part;
  const { $ref, allOf, properties, ...rest } = part;
  const target = schemas.get(referenceName({ $ref }) ?? "");
  const inner = [...(target ? [target] : []), ...branches({ allOf }, "allOf")]
    .map((one) => withoutProperties(one, names, schemas, [...open, part]))
    .filter((one) => Object.keys(one).length > 0);
  const lasting = filled({
    properties: isSchema(properties) ? without(properties, names) : {},
    allOf: inner,
  });
  const isEmpty = Object.keys(lasting).length === 0;
  const { required } = rest;
  return isEmpty ? filled({ required }) : { ...rest, ...lasting };
}
