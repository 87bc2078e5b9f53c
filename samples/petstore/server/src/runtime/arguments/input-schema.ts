import {
  isAnnotation,
  isSchema,
  propertiesOf,
  requiredOf,
  same,
} from "./json-schema.js";
import {
  bytesOf,
  lookup,
  referenced,
  withDefinitions,
  writtenOut,
} from "./references.js";
import type { Component, JsonSchema, Schemas } from "../types.js";

/** How a client gets shared schemas: as `$defs` with references, or written out in their places. */
export type SchemaMode = "refs" | "inline";

/** The part of a component that says which arguments it takes. */
export type Arguable = Pick<Component, "inputSchema" | "request">;

/** How much of a schema clients get. */
export interface Listing {
  readonly mode: SchemaMode;
  /** Bytes of JSON that one schema takes at most. Default: 24 KB `inline`, any number as `refs`. */
  readonly maxBytes?: number | undefined;
}

const INLINE_BYTES = 24 * 1024;

/**
 * The arguments of a component as one flat object schema, as a client sees it: no reference and no
 * combinator at the root, since clients refuse both. What would take more than `maxBytes` is written
 * out as far as it fits, and described in words below that; validation knows it whole.
 */
export function listedSchema(
  component: Arguable,
  schemas: Schemas,
  { mode, maxBytes }: Listing,
): JsonSchema {
  const { $defs: own, ...root } = component.inputSchema;
  const shared = isSchema(own) ? { ...schemas, ...(own as Schemas) } : schemas; // $defs holds schemas
  const flat = flatten({ ...component, inputSchema: root }, shared);
  if (mode === "inline")
    return writtenOut(flat, shared, maxBytes ?? INLINE_BYTES);
  const whole = withDefinitions(flat, shared);
  return maxBytes === undefined || bytesOf(whole) <= maxBytes
    ? whole
    : writtenOut(flat, shared, maxBytes);
}

/** The same flat object with every nested detail, for validation. */
export function validationSchema(
  component: Arguable,
  schemas: Schemas,
): JsonSchema {
  return listedSchema(component, schemas, { mode: "refs" });
}

/**
 * Merges the root's `allOf` into it. The root's own properties win, so that an edited module can
 * describe one better. Other root keywords of the members (`anyOf`, `minProperties`…) speak of the
 * body alone and are left to the API.
 */
function flatten(
  { inputSchema, request }: Arguable,
  schemas: Schemas,
): JsonSchema {
  const { $ref, allOf, required: named, ...root } = inputSchema;
  const members = parts({ $ref, allOf }, schemas, new Set());
  const own = new Map(propertiesOf(root));
  const properties = new Map(own);
  const required = new Set(requiredOf({ required: named }));
  const names = Object.entries(request.body?.names ?? {});
  const argumentOf = new Map(names.map(([name, wire]) => [wire, name]));
  for (const member of members) {
    for (const [wire, property] of propertiesOf(member)) {
      const name = argumentOf.get(wire) ?? wire;
      const earlier = properties.get(name);
      if (own.has(name)) continue;
      properties.set(name, earlier ? both(earlier, property) : property);
    }
    // Of a body that may be left out, no property is required.
    if (request.body?.required !== true) continue;
    for (const wire of requiredOf(member))
      required.add(argumentOf.get(wire) ?? wire);
  }
  for (const name of Object.keys(request.fixed ?? {})) {
    properties.delete(name);
  }
  // A required name that nothing describes, some clients refuse.
  const wanted = [...required].filter((name) => properties.has(name));
  const rest = additionalProperties([root, ...members], request.body);
  return {
    ...root,
    type: "object",
    properties: Object.fromEntries(properties),
    ...(wanted.length > 0 && { required: wanted }),
    ...(rest !== undefined && { additionalProperties: rest }),
  };
}

/** The object schemas that references and `allOf` combine, in order; each shared one once, however often it is named. */
function parts(
  schema: JsonSchema,
  schemas: Schemas,
  seen: Set<string>,
): JsonSchema[] {
  const name = referenced(schema);
  const isNew = name !== undefined && !seen.has(name);
  if (isNew) seen.add(name);
  const members = Array.isArray(schema["allOf"]) ? schema["allOf"] : [];
  return [
    ...(isNew ? parts(lookup(name, schemas), schemas, seen) : []),
    ...members
      .filter(isSchema)
      .flatMap((member) => parts(member, schemas, seen)),
    schema,
  ];
}

/** Two schemas of one property; both hold. */
function both(first: JsonSchema, second: JsonSchema): JsonSchema {
  if (same(first, second)) return second;
  const independent = (keyword: string) =>
    isAnnotation(keyword) || SIMPLE.has(keyword);
  const combinable =
    [first, second].flatMap(Object.keys).every(independent) &&
    Object.entries(second).every(
      ([keyword, value]) =>
        isAnnotation(keyword) ||
        !Object.hasOwn(first, keyword) ||
        same(first[keyword], value),
    );
  return combinable ? { ...first, ...second } : { allOf: [first, second] };
}

/** Keywords that mean the same whatever stands beside them. */
const SIMPLE = new Set([
  "$ref",
  "const",
  "enum",
  "format",
  "maximum",
  "maxLength",
  "minimum",
  "minLength",
  "pattern",
  "type",
]);

/**
 * Closed where a part says so, since then all names are known, and where no argument can be a
 * property of the body: an unknown one would be dropped in silence.
 */
function additionalProperties(
  [root, ...members]: readonly JsonSchema[],
  body: Arguable["request"]["body"],
): unknown {
  const own = root?.["additionalProperties"];
  if (own !== undefined) return own;
  if (body === undefined || body.argument !== undefined) return false;
  if (members.some((member) => member["patternProperties"])) return undefined;
  const said = members
    .flatMap((member) => [
      member["additionalProperties"],
      member["unevaluatedProperties"],
    ])
    .filter((value) => value !== undefined);
  if (said.includes(false)) return false;
  return said.every((value) => same(value, said[0])) ? said[0] : undefined;
}
