/** How the value of a schema keyword is read. */
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
  /** Read by code of its own. */
  | "special"
  /** Says nothing to a server or a model. */
  | "ignored";

/**
 * Every keyword of JSON Schema 2020-12 and of the schema objects of OpenAPI 2.0 to 3.2. Others,
 * extensions among them, are ignored.
 */
export const KEYWORDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    $ref: "special",
    type: "special",
    enum: "special",
    const: "value",
    title: "text",
    description: "text",
    default: "value",
    example: "special",
    examples: "special",
    deprecated: "flag",
    readOnly: "flag",
    writeOnly: "flag",
    nullable: "special",
    "x-nullable": "special",
    discriminator: "special",

    format: "text",
    pattern: "special",
    minLength: "count",
    maxLength: "count",
    contentEncoding: "text",
    contentMediaType: "text",
    contentSchema: "schema",

    multipleOf: "number",
    minimum: "special",
    maximum: "special",
    exclusiveMinimum: "special",
    exclusiveMaximum: "special",

    items: "special",
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
    patternProperties: "special",
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
