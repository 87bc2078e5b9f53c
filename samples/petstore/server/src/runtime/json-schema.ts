// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Argument, Component, JsonSchema, Schemas } from "./types.js";

/** The value that a record itself has under a key. Keys come from documents and callers: `constructor` is just a name. */
export function getOwn<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Makes something when it is first asked for. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schemas of a list such as `anyOf`. */
export function schemasIn(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** Properties by name; what is no schema there allows anything. */
export function propertiesOf({ properties }: JsonSchema) {
  return Object.entries(isSchema(properties) ? properties : {}).map(
    ([name, property]) => [name, isSchema(property) ? property : {}] as const,
  );
}

/** Names of required properties. */
export function requiredOf({ required }: JsonSchema): string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

/** The shared schema that a schema refers to. A reference to nothing stands for anything. */
export function resolveRef(
  { $ref }: JsonSchema,
  $defs: Schemas["$defs"],
): { readonly name: string; readonly schema: JsonSchema } | undefined {
  if (typeof $ref !== "string") return undefined;
  const name = $ref.replace("#/$defs/", "");
  return {
    name,
    schema: getOwn($defs, name) ?? { description: `Any ${name}.` },
  };
}

/** An argument that is no property of the body, with its reference followed and its schema apart. */
export interface ResolvedArgument extends Argument {
  readonly argument: string;
  /** On the wire. */
  readonly name: string;
  readonly schema: JsonSchema;
}

export function resolveArguments(
  component: Partial<Component>,
  schemas: Schemas,
): ResolvedArgument[] {
  return Object.entries(component.arguments ?? {}).map(([argument, given]) => {
    const { $ref, ...beside } = given;
    const [, shared] = String($ref).split("#/arguments/");
    const common = getOwn(schemas.arguments, shared ?? "");
    const all: Argument = shared ? { ...common, ...beside } : given;
    const { in: place = "query", name = argument, required, schema } = all;
    const keywords = Object.fromEntries(
      Object.entries(all).filter(([keyword]) => !PLACE.test(keyword)),
    );
    const list = Array.isArray(required) && { required };
    return {
      ...all,
      argument,
      in: place,
      name,
      required: required === true || place === "path",
      schema: { ...keywords, ...list, ...schema },
    };
  });
}

/** What an argument says besides its schema. */
const PLACE =
  /^(in|name|required|style|explode|allowReserved|allowEmptyValue|contentType|schema)$/;

/** All arguments as one flat object: clients refuse more at the root, so what bodies say beyond is left to the API. */
export function toInputSchema(
  component: Partial<Component>,
  schemas: Schemas,
  isTaken: (header: string) => boolean = () => false,
  parameters: readonly ResolvedArgument[] = resolveArguments(
    component,
    schemas,
  ),
): JsonSchema {
  const { body, bodyRequired = true, fixed = {}, names = {} } = component;
  const properties = new Map<string, JsonSchema>();
  const required = new Set<string>();
  for (const parameter of parameters) {
    const { argument, name, schema } = parameter;
    if (parameter.in === "header" && isTaken(name.toLowerCase())) continue;
    properties.set(argument, schema);
    if (parameter.required) required.add(argument);
  }
  const argumentOf = new Map(
    Object.entries(names).map(([argument, wire]) => [wire, argument]),
  );
  const parts = body ? collectAllOf(body, schemas.$defs, new Set()) : [];
  for (const part of parts) {
    for (const [wire, property] of propertiesOf(part)) {
      const name = argumentOf.get(wire) ?? wire;
      properties.set(name, both(properties.get(name), property));
    }
    for (const wire of bodyRequired ? requiredOf(part) : [])
      required.add(argumentOf.get(wire) ?? wire);
  }
  for (const name of Object.keys(fixed)) properties.delete(name);
  const wanted = [...required].filter((name) => properties.has(name));
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(wanted.length > 0 && { required: wanted }),
    ...furtherProperties(parts),
  };
}

/** Two schemas of one property: as one schema, unless a keyword that is no text stands in both with another value. */
function both(first: JsonSchema | undefined, second: JsonSchema): JsonSchema {
  const disagree = Object.entries(second).some(
    ([keyword, value]) =>
      !ANNOTATION_KEYWORD.test(keyword) &&
      getOwn(first, keyword) !== undefined &&
      JSON.stringify(first?.[keyword]) !== JSON.stringify(value),
  );
  return first && disagree
    ? { allOf: [first, second] }
    : { ...first, ...second };
}

// https://json-schema.org/draft/2020-12/json-schema-validation#section-9
export const ANNOTATION_KEYWORD =
  /^(title|description|default|deprecated|examples|readOnly|writeOnly)$/;

/** The object schemas that references and `allOf` combine, in order; each shared one once. */
export function collectAllOf(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  seen: Set<string>,
): JsonSchema[] {
  const shared = resolveRef(schema, $defs);
  const isNew = shared !== undefined && !seen.has(shared.name);
  if (isNew) seen.add(shared.name);
  const parts = [
    ...(isNew ? [shared.schema] : []),
    ...schemasIn(schema["allOf"]),
  ];
  return [...parts.flatMap((part) => collectAllOf(part, $defs, seen)), schema];
}

/**
 * What schemas say together of one value: with all that references and `allOf` lead to, what stands beside null, and
 * the types of alternatives. A shared schema that was met before says no more, so that those which contain themselves end.
 */
export function flattenSchema(
  schemas: readonly unknown[],
  $defs: Schemas["$defs"],
  seen = new Set<string>(),
): JsonSchema[] {
  const all = schemas.filter(isSchema);
  const parts = all.flatMap((one) => collectAllOf(one, $defs, seen));
  for (const { anyOf, oneOf } of [...parts])
    for (const union of [schemasIn(anyOf), schemasIn(oneOf)]) {
      const branches = union.map((one) => flattenSchema([one], $defs, seen));
      const type = new Set(branches.flatMap((of) => typesOf(of)[0] ?? [null]));
      if (type.size > 0 && !type.has(null)) parts.push({ type: [...type] });
      const [only, other] = branches.filter(
        (one) => typesOf(one).join() !== "null",
      );
      if (only && !other) parts.push(...only.map(orNull));
    }
  return parts;
}

function orNull({ const: only, enum: all, type, ...others }: JsonSchema) {
  const values = only === undefined ? all : [only];
  return {
    ...others,
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
    ...(type !== undefined && { type: [type, "null"].flat() }),
  };
}

/** Lists of types, of each of which a value has one. The text that is listed beside an integer of 64 bits holds its digits. */
export function typesOf(parts: readonly JsonSchema[]): unknown[][] {
  return parts.flatMap(({ format, type }) => {
    const types: unknown[] = [type ?? []].flat();
    const isLong =
      /^u?int64$/.test(String(format)) && types.includes("integer");
    const known = isLong ? types.filter((one) => one !== "string") : types;
    return known.length > 0 ? [known] : [];
  });
}

/** Closed unless a part is open: an unknown argument would be dropped in silence. */
function furtherProperties(parts: readonly JsonSchema[]): JsonSchema {
  if (parts.some((part) => part["patternProperties"])) return {};
  const open = parts.flatMap((part) => part["additionalProperties"] || []);
  const [only = false, ...others] = open;
  return { additionalProperties: others.length > 0 ? true : only };
}
