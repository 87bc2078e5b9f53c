/** What stands behind a keyword of a schema. */
export type Kind =
  /** One schema. */
  | "schema"
  /** One schema, or true or false, which every client understands here. */
  | "schema-or-flag"
  | "schema-list"
  | "schema-map"
  | "text"
  | "number"
  /** A whole number, zero or more. */
  | "count"
  /** Kept only where it is true. */
  | "flag"
  | "value"
  /** A list of different texts. */
  | "names"
  /** Lists of different texts by name. */
  | "names-map"
  /** Says nothing to a server or a model. */
  | "ignored";

/**
 * Every keyword of JSON Schema 2020-12 and of the schema objects of OpenAPI 2.0 to 3.2, with what it
 * holds in the former. Others, extensions among them, are ignored.
 */
export const KEYWORDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    $ref: "text",
    type: "value",
    enum: "value",
    const: "value",
    title: "text",
    description: "text",
    default: "value",
    example: "ignored",
    examples: "value",
    deprecated: "flag",
    readOnly: "flag",
    writeOnly: "flag",
    nullable: "ignored",
    "x-nullable": "ignored",
    discriminator: "value",

    format: "text",
    pattern: "text",
    minLength: "count",
    maxLength: "count",
    contentEncoding: "text",
    contentMediaType: "text",
    contentSchema: "schema",

    multipleOf: "number",
    minimum: "number",
    maximum: "number",
    exclusiveMinimum: "number",
    exclusiveMaximum: "number",

    items: "schema",
    prefixItems: "schema-list",
    contains: "schema",
    minContains: "count",
    maxContains: "count",
    minItems: "count",
    maxItems: "count",
    uniqueItems: "flag",
    unevaluatedItems: "schema-or-flag",

    properties: "schema-map",
    required: "names",
    additionalProperties: "schema-or-flag",
    patternProperties: "schema-map",
    propertyNames: "schema",
    minProperties: "count",
    maxProperties: "count",
    dependentRequired: "names-map",
    dependentSchemas: "schema-map",
    unevaluatedProperties: "schema-or-flag",

    allOf: "schema-list",
    anyOf: "schema-list",
    oneOf: "schema-list",
    not: "schema",
    if: "schema",
    then: "schema",
    else: "schema",

    // References into these are followed, and made local pointers by `load`.
    $defs: "ignored",
    definitions: "ignored",
    $id: "ignored",
    $anchor: "ignored",
    $dynamicAnchor: "ignored",
    $dynamicRef: "ignored",
    $recursiveAnchor: "ignored",
    $recursiveRef: "ignored",
    $schema: "ignored",
    $vocabulary: "ignored",
    $comment: "ignored",
    id: "ignored",
    // Of drafts that no version of OpenAPI is based on.
    additionalItems: "ignored",
    dependencies: "ignored",
    // Of XML and of documentation.
    xml: "ignored",
    externalDocs: "ignored",
    // Of Swagger's parameters, which are schemas at the same time.
    name: "ignored",
    in: "ignored",
    collectionFormat: "ignored",
    allowEmptyValue: "ignored",
  } satisfies Record<string, Kind>),
);

/**
 * Keywords whose schemas apply to the same value as the schema that they stand in.
 * https://json-schema.org/draft/2020-12/json-schema-core#section-10.2
 */
export const IN_PLACE: readonly string[] =
  "allOf anyOf oneOf dependentSchemas not if then else".split(" ");

/**
 * Keywords that say something about a place and nothing about which values are valid.
 * https://json-schema.org/draft/2020-12/json-schema-validation#section-9
 */
export const ANNOTATIONS: readonly string[] =
  "title description default examples deprecated readOnly writeOnly".split(" ");
