import type { Argument, Component, JsonSchema, Schemas } from "./types.js";

/** Returns the value of a record's own key. Keys come from documents and callers: `constructor` is just a name. */
export function getOwn<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns a function that creates its value at the first call and returns it at each further one. */
export function lazy<Value>(create: () => Value): () => Value {
  let cell: { value: Value } | undefined;
  return () => (cell ??= { value: create() }).value;
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the schemas of a list such as `anyOf`. */
export function schemasIn(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** Lists properties with their names; a property whose value is not a schema allows anything. */
export function propertiesOf({ properties }: JsonSchema) {
  return Object.entries(isSchema(properties) ? properties : {}).map(
    ([name, schema]) => [name, isSchema(schema) ? schema : {}] as const,
  );
}

/** Lists the names of required properties. */
export function requiredOf({ required }: JsonSchema): string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

/** Finds the shared schema of a reference. A reference without a target allows anything. */
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

/** An argument that is not a property of the body, with its reference followed and its schema in a separate member. */
export interface ResolvedArgument extends Argument {
  readonly argument: string;
  /** Name in the HTTP request. */
  readonly name: string;
  readonly schema: JsonSchema;
}

export function resolveArguments(
  component: Partial<Component>,
  schemas: Schemas,
): ResolvedArgument[] {
  return Object.entries(component.arguments ?? {}).map(
    ([argument, declared]) => {
      const { $ref, ...overrides } = declared;
      const [, sharedName = ""] = String($ref).split("#/arguments/");
      if (sharedName === "") return resolveArgument(argument, declared);
      const sharedArgument = getOwn(schemas.arguments, sharedName);
      return Object.keys(overrides).length === 0
        ? resolveShared(argument, sharedArgument)
        : resolveArgument(argument, { ...sharedArgument, ...overrides });
    },
  );
}

/** Resolved shared arguments by their declaration and name: most arguments of a large API are the same few. */
const resolvedArguments = new WeakMap<
  Argument,
  Map<string, ResolvedArgument>
>();

function resolveShared(
  argument: string,
  sharedArgument: Argument = {},
): ResolvedArgument {
  const resolvedByName =
    resolvedArguments.get(sharedArgument) ??
    new Map<string, ResolvedArgument>();
  resolvedArguments.set(sharedArgument, resolvedByName);
  const resolved =
    resolvedByName.get(argument) ?? resolveArgument(argument, sharedArgument);
  resolvedByName.set(argument, resolved);
  return resolved;
}

function resolveArgument(
  argument: string,
  declared: Argument,
): ResolvedArgument {
  const {
    in: location = "query",
    name = argument,
    required,
    schema,
  } = declared;
  const keywords = Object.fromEntries(
    Object.entries(declared).filter(
      ([keyword]) => !ARGUMENT_KEYWORD.test(keyword),
    ),
  );
  const requiredKeyword = Array.isArray(required) && { required };
  return {
    ...declared,
    argument,
    in: location,
    name,
    required: required === true || location === "path",
    schema: { ...keywords, ...requiredKeyword, ...schema },
  };
}

/** Members of an argument that are not keywords of its schema. */
const ARGUMENT_KEYWORD =
  /^(in|name|required|style|explode|allowReserved|allowEmptyValue|contentType|schema)$/;

/**
 * Returns all arguments as one flat object schema. Clients refuse more keywords at the root, so the API alone checks
 * the body's other keywords.
 */
export function toInputSchema(
  component: Partial<Component>,
  schemas: Schemas,
  isSetByClient: (header: string) => boolean = () => false,
  parameters: readonly ResolvedArgument[] = resolveArguments(
    component,
    schemas,
  ),
): JsonSchema {
  const {
    body,
    bodyRequired = true,
    fixed = {},
    fromClient = {},
    names = {},
  } = component;
  const properties = new Map<string, JsonSchema>();
  const required = new Set<string>();
  for (const parameter of parameters) {
    const { argument, name, schema } = parameter;
    if (parameter.in === "header" && isSetByClient(name.toLowerCase()))
      continue;
    properties.set(argument, schema);
    if (parameter.required) required.add(argument);
  }
  const argumentByWireName = new Map(
    Object.entries(names).map(([argument, wireName]) => [wireName, argument]),
  );
  const parts = body ? collectAllOf(body, schemas.$defs, new Set()) : [];
  for (const part of parts) {
    for (const [wireName, property] of propertiesOf(part)) {
      const name = argumentByWireName.get(wireName) ?? wireName;
      properties.set(name, combineSchemas(properties.get(name), property));
    }
    for (const wireName of bodyRequired ? requiredOf(part) : [])
      required.add(argumentByWireName.get(wireName) ?? wireName);
  }
  for (const name of Object.keys({ ...fixed, ...fromClient }))
    properties.delete(name);
  const requiredNames = [...required].filter((name) => properties.has(name));
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(requiredNames.length > 0 && { required: requiredNames }),
    ...toAdditionalProperties(parts),
  };
}

/**
 * Combines two schemas of one property: as one schema, or as `allOf` if a keyword other than an annotation has two
 * values.
 */
function combineSchemas(
  first: JsonSchema | undefined,
  second: JsonSchema,
): JsonSchema {
  const isContradiction = Object.entries(second).some(
    ([keyword, value]) =>
      !ANNOTATION_KEYWORD.test(keyword) &&
      getOwn(first, keyword) !== undefined &&
      JSON.stringify(first?.[keyword]) !== JSON.stringify(value),
  );
  return first && isContradiction
    ? { allOf: [first, second] }
    : { ...first, ...second };
}

// https://json-schema.org/draft/2020-12/json-schema-validation#section-9
export const ANNOTATION_KEYWORD =
  /^(title|description|default|deprecated|examples|readOnly|writeOnly)$/;

/** Collects the object schemas that references and `allOf` combine, in order; each shared schema once. Adds them to `parts`. */
export function collectAllOf(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  visitedNames: Set<string>,
  parts: JsonSchema[] = [],
): JsonSchema[] {
  const reference = resolveRef(schema, $defs);
  if (reference !== undefined && !visitedNames.has(reference.name)) {
    visitedNames.add(reference.name);
    collectAllOf(reference.schema, $defs, visitedNames, parts);
  }
  for (const part of schemasIn(schema["allOf"]))
    collectAllOf(part, $defs, visitedNames, parts);
  parts.push(schema);
  return parts;
}

/**
 * Lists the schemas that hold together for one value: with those that references and `allOf` lead to, the one
 * alternative beside null, and the types of alternatives. A shared schema counts once, so that recursive schemas end.
 */
export function flattenSchema(
  schemas: readonly unknown[],
  $defs: Schemas["$defs"],
  visitedNames = new Set<string>(),
): JsonSchema[] {
  const definedSchemas = schemas.filter(isSchema);
  const parts = definedSchemas.flatMap((schema) =>
    collectAllOf(schema, $defs, visitedNames),
  );
  for (const { anyOf, oneOf } of [...parts])
    for (const union of [schemasIn(anyOf), schemasIn(oneOf)]) {
      const branches = union.map((branch) =>
        flattenSchema([branch], $defs, visitedNames),
      );
      const type = new Set(
        branches.flatMap((parts) => typesOf(parts)[0] ?? [null]),
      );
      if (type.size > 0 && !type.has(null)) parts.push({ type: [...type] });
      const [onlyBranch, otherBranch] = branches.filter(
        (branch) => typesOf(branch).join() !== "null",
      );
      if (onlyBranch && !otherBranch) parts.push(...onlyBranch.map(allowNull));
    }
  return parts;
}

function allowNull({
  const: constant,
  enum: enumeration,
  type,
  ...keywords
}: JsonSchema) {
  const values = constant === undefined ? enumeration : [constant];
  return {
    ...keywords,
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
    ...(type !== undefined && { type: [type, "null"].flat() }),
  };
}

/**
 * Returns lists of types; a value has one type of each list. Drops `string` beside a 64-bit integer, since that text
 * only holds the integer's digits.
 */
export function typesOf(parts: readonly JsonSchema[]): unknown[][] {
  return parts.flatMap(({ format, type }) => {
    const types: unknown[] = [type ?? []].flat();
    const isLong =
      /^u?int64$/.test(String(format)) && types.includes("integer");
    const integerTypes = isLong
      ? types.filter((name) => name !== "string")
      : types;
    return integerTypes.length > 0 ? [integerTypes] : [];
  });
}

/** Types of an object of which a document says nothing more: it may mean any value, and the API judges it. */
const ANY_TYPES = ["object", "array", "string", "number", "boolean"];

/**
 * Lists the types that a value may have by each of the schemas that hold for it; any type if they say `type: object` and
 * nothing else. `acceptsNull`: null is one of these, as in a list or a map.
 */
export function valueTypesOf(
  parts: readonly JsonSchema[],
  acceptsNull = false,
): unknown[][] {
  const keywords = parts.flatMap(Object.keys);
  const isBare =
    keywords.every((keyword) => BARE_KEYWORD.test(keyword)) &&
    parts.some(({ type }) => type === "object") &&
    parts.every(({ type = "object" }) => type === "object");
  if (!isBare) return typesOf(parts);
  return [acceptsNull ? [...ANY_TYPES, "null"] : ANY_TYPES];
}

const BARE_KEYWORD =
  /^(?:type|\$ref|title|description|examples|default|deprecated|readOnly|writeOnly|in)$/;

/** Closes the object unless a part is open: the API would silently drop an unknown argument. */
function toAdditionalProperties(parts: readonly JsonSchema[]): JsonSchema {
  if (parts.some((part) => part["patternProperties"])) return {};
  const openSchemas = parts.flatMap(
    (part) => part["additionalProperties"] || [],
  );
  const [firstSchema = false, ...moreSchemas] = openSchemas;
  return { additionalProperties: moreSchemas.length > 0 ? true : firstSchema };
}
