import { parseFieldPaths, propertiesOf } from "../runtime.js";
import { omitEmpty, omit, toWord } from "../shared/json.js";
import type { Api, Schema } from "../model.js";
import { ANNOTATION_KEYWORDS } from "../schema/keywords.js";
import { reachableSchemas } from "../schema/reference-graph.js";
import { branchesOf, isSchema, refName } from "../schema/object-shape.js";
import { selectProperties } from "../schema/response-properties.js";
import { subschemas } from "../schema/walk.js";
import { compareKeys } from "../shared/order.js";
import { memoizeWeak } from "../shared/memoize.js";
import type { ResponseSchemas } from "./response-fields.js";
import { isListed } from "../config/config.js";
import type { PlannedComponent } from "./component.js";
import { allowsNull, declaredTypesOf, valueTypesOf } from "./value-types.js";

type Schemas = Pick<Api["schemas"], "get">;

/** Output schemas of tools, by request, and the shared schemas that they refer to. Null if no tool has one. */
export function planOutputSchemas(
  components: readonly PlannedComponent[],
  { schemas }: Pick<Api, "schemas">,
  savesFiles = false,
): ResponseSchemas | null {
  const typedRequests = components
    .filter(isListed)
    .flatMap(({ response: answer, kind, requestSpec: recipe }) => {
      const schema =
        kind === "tool" &&
        // SDK clients refuse a link alone if an output schema is listed.
        !(savesFiles && answer.mayBeFile) &&
        answer.schema &&
        outputSchemaOf(
          selectProperties(
            answer.schema,
            parseFieldPaths([...answer.fields]),
            schemas,
          ),
          schemas,
        );
      return schema ? [[recipe.request, schema] as const] : [];
    });
  if (typedRequests.length === 0) return null;
  const outputSchemas = typedRequests.map(([, schema]) => schema);
  return {
    operations: Object.fromEntries([...typedRequests].sort(compareKeys)),
    $defs: Object.fromEntries(
      reachableSchemas(outputSchemas, schemas, (schema) =>
        toOutputSchema(schema, schemas),
      ),
    ),
  };
}

/**
 * Output schema of a response: of type `object` if it is always one, and never null. Null if
 * nothing is known of it.
 */
function outputSchemaOf(
  schema: Schema,
  schemas: Api["schemas"],
): Schema | null {
  const valueTypes = valueTypesOf(schema, schemas);
  if (valueTypes === null) return null;
  const isObject =
    valueTypes.has("object") &&
    valueTypes.size === 1 &&
    !allowsNull(schema, schemas);
  return isObject
    ? {
        ...toOutputSchema(followReferences(schema, schemas), schemas),
        type: "object",
      }
    : toOutputSchema(schema, schemas);
}

/** Last reference of a chain of bare references, so that its schema is one step away. */
function followReferences(schema: Schema, schemas: Schemas): Schema {
  const targetSchema = schemas.get(refName(schema) ?? "") ?? {};
  const isReference = Object.keys(targetSchema).join() === "$ref";
  return isReference ? followReferences(targetSchema, schemas) : schema;
}

/**
 * Schema of what code written against a response has to know: names of fields, and types that all
 * include null. Nothing is required, and enum values are in the description alone: APIs leave out
 * required fields, send null for them, and send values that no enum knows. A client that validates
 * would lose such a response.
 */
export function toOutputSchema(schema: Schema, schemas: Schemas): Schema {
  const { $ref } = schema;
  const enumDescription = describeEnum(schema);
  const parts = [
    ...(typeof $ref === "string" ? [{ $ref }] : []),
    toOwnOutputSchema(schema, schemas),
    ...branchesOf(schema, "allOf").map((part) => toOutputSchema(part, schemas)),
    mergeAlternatives(branchesOf(schema, "anyOf", "oneOf"), schemas),
  ];
  const { description, ...mergedSchema } = mergeAllOf(parts, schemas);
  return omitEmpty({
    ...mergedSchema,
    description: enumDescription || description,
  });
}

/** Output schema of a schema's own keywords, without references and combinations. */
function toOwnOutputSchema(schema: Schema, schemas: Schemas): Schema {
  const types = declaredTypesOf(schema);
  const { additionalProperties: additionalSchema, items } = schema;
  const properties = propertiesOf(schema)
    .filter(([, property]) => property["writeOnly"] !== true)
    .map(([name, property]) => {
      const type = toOutputSchema(property, schemas);
      return [
        name,
        IDENTIFIER.test(name) ? allowDigitText(type) : type,
      ] as const;
    });
  const members = [
    ...subschemas(schema, ["prefixItems"]),
    ...(isSchema(items) ? [items] : []),
  ];
  return omitEmpty({
    type: types.length === 0 ? null : [...new Set([...types, "null"])],
    properties: Object.fromEntries(properties),
    items: mergeAlternatives(members, schemas),
    additionalProperties: isSchema(additionalSchema)
      ? toOutputSchema(additionalSchema, schemas)
      : null,
  });
}

/** Field names of identifiers: `id`, `petId`, `pet_ids`. */
const IDENTIFIER = /^_?ids?$|[_-]ids?$|[a-z0-9](Id|ID)s?$/;

/** The type of an identifier, or of a list of them. Many documents have 64-bit ones and don't say `format: int64`; no code counts with them. */
function allowDigitText(type: Schema): Schema {
  const { items } = type;
  const types: unknown[] = [type["type"]].flat();
  const isInteger = types.includes("integer") && !types.includes("string");
  return {
    ...type,
    ...(isInteger && { type: insertStringType(types) }),
    ...(isSchema(items) &&
      types.includes("array") && {
        items: allowDigitText(items),
      }),
  };
}

/** Types of an integer whose digits may be text, before null. */
const insertStringType = (types: readonly unknown[]) => [
  ...types.filter((type) => type !== "null"),
  "string",
  ...types.filter((type) => type === "null"),
];

/** Schema of alternatives, without those that say nothing. */
function mergeAlternatives(
  alternatives: readonly Schema[],
  schemas: Schemas,
): Schema {
  if (alternatives.some(hasOnlyAnnotations)) return {};
  const outputSchemas = alternatives.map((schema) =>
    omit(toOutputSchema(schema, schemas), ["description"]),
  );
  const distinct = new Map(
    outputSchemas.map((schema) => [JSON.stringify(schema), schema]),
  );
  const constrainingSchemas = [...distinct.values()].filter(
    (schema) =>
      Object.keys(schema).length > 0 && toWord(schema["type"]) !== "null",
  );
  const [onlySchema = {}, ...furtherSchemas] = constrainingSchemas;
  if (furtherSchemas.length === 0) return onlySchema;
  if (
    constrainingSchemas.every((schema) => Object.keys(schema).join() === "type")
  )
    return {
      type: [
        ...new Set(constrainingSchemas.flatMap((schema) => schema["type"])),
      ],
    };
  return { anyOf: constrainingSchemas };
}

/**
 * True if a schema has annotations alone. Another schema without a type, such as one of `required`
 * alone, still constrains what all branches share.
 */
function hasOnlyAnnotations(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) =>
    ANNOTATION_KEYWORDS.includes(keyword),
  );
}

/**
 * Schema of parts that all hold. Shared schemas are inlined if they are plain: clients that make
 * types read either `allOf` or its siblings, and take parts that may be null for alternatives.
 */
function mergeAllOf(
  parts: readonly Schema[],
  schemas: Schemas,
  depth = 0,
  merges = { count: 0 },
): Schema {
  const nonEmptyParts = parts.filter((part) => Object.keys(part).length > 0);
  // A part with a type alone adds nothing to parts that describe their content.
  const detailedParts = nonEmptyParts.filter(
    (part) => Object.keys(part).join() !== "type",
  );
  const relevantParts =
    detailedParts.length > 0 ? detailedParts : nonEmptyParts.slice(0, 1);
  const [onlyPart = {}, secondPart] = relevantParts;
  if (secondPart === undefined || depth > MAX_MERGE_DEPTH) return onlyPart;
  merges.count += 1;
  if (merges.count > MAX_MERGES) return onlyPart;
  const inlinedParts = relevantParts.map((part) => {
    const sharedSchema = sharedOutputSchemaOf(part, schemas);
    return sharedSchema &&
      isPlainSchema(sharedSchema) &&
      countSchemas(sharedSchema) <= MAX_INLINED_SCHEMAS
      ? sharedSchema
      : part;
  });
  const mergeSchemas = (mergeableParts: readonly Schema[]) =>
    mergeableParts.reduce<Schema>(
      (part, nextPart) =>
        mergePlainSchemas(part, nextPart, (properties) =>
          mergeAllOf(properties, schemas, depth + 1, merges),
        ),
      {},
    );
  const plainParts = inlinedParts.filter(isPlainSchema);
  const objects = mergeSchemas(plainParts.filter((part) => !("items" in part)));
  const lists = mergeSchemas(plainParts.filter((part) => "items" in part));
  const mergedParts = [
    objects,
    lists,
    ...inlinedParts.filter((part) => !isPlainSchema(part)),
  ]
    .map((part) => omit(part, ["additionalProperties"]))
    .filter((part) => Object.keys(part).length > 0);
  return mergedParts.length === 1
    ? (mergedParts[0] ?? {})
    : { allOf: mergedParts };
}

/** Deepest level of merged properties: parts may lead to each other. */
const MAX_MERGE_DEPTH = 8;

/** Merges for one schema at most: parts that all have the same properties, which lead to each other, would multiply at each level. */
const MAX_MERGES = 1_000;

/** Output schemas of shared schemas; undefined while one is being made, as it may be a part of itself. */
const outputSchemaCache = new WeakMap<Schema, Schema | undefined>();

/** Output schema of a shared schema, made once: parts of parts may lead to it in more ways than can be walked. */
function sharedOutputSchemaOf(
  reference: Schema,
  schemas: Schemas,
): Schema | undefined {
  const sharedSchema = schemas.get(refName(reference) ?? "");
  if (sharedSchema && !outputSchemaCache.has(sharedSchema)) {
    outputSchemaCache.set(sharedSchema, undefined);
    outputSchemaCache.set(sharedSchema, toOutputSchema(sharedSchema, schemas));
  }
  return sharedSchema && outputSchemaCache.get(sharedSchema);
}

/** Counts a schema and all of its subschemas. */
const countSchemas = memoizeWeak((schema: Schema): number =>
  subschemas(schema).reduce((count, part) => count + countSchemas(part), 1),
);

/**
 * Largest shared schema, in subschemas, that is inlined. Larger ones are referred to: inlined into
 * each other, they would grow without end.
 */
const MAX_INLINED_SCHEMAS = 5_000;

function isPlainSchema(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) =>
    PLAIN_KEYWORDS.includes(keyword),
  );
}

const PLAIN_KEYWORDS =
  "additionalProperties description items properties type".split(" ");

/** Schema of two plain ones that both hold. Without the merge, clients that write code print a list of each part. */
function mergePlainSchemas(
  firstSchema: Schema,
  secondSchema: Schema,
  mergeParts: (parts: readonly Schema[]) => Schema,
): Schema {
  const properties = new Map(propertiesOf(firstSchema));
  for (const [name, property] of propertiesOf(secondSchema))
    properties.set(name, mergeParts([properties.get(name) ?? {}, property]));
  const itemSchemas = [firstSchema, secondSchema]
    .map(({ items }) => items)
    .filter(isSchema);
  return {
    ...firstSchema,
    ...secondSchema,
    ...omitEmpty({
      properties: Object.fromEntries(properties),
      items: mergeParts(itemSchemas),
    }),
  };
}

/** Description of an enum: `one of "cat", "dog"`. Empty for none, or a long one. */
function describeEnum({
  const: constValue,
  enum: values = [constValue],
}: Schema): string {
  if (
    !Array.isArray(values) ||
    values[0] === undefined ||
    values.length > MAX_LISTED_VALUES
  )
    return "";
  return `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
}

/** Longest enum, in values, that is described. */
const MAX_LISTED_VALUES = 20;
