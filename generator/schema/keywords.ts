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
  /** More than zero. */
  | "positive"
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
// prettier-ignore
export const KEYWORDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    schema: "contentSchema items contains propertyNames not if then else",
    "schema-or-flag": "unevaluatedItems additionalProperties unevaluatedProperties",
    "schema-list": "prefixItems allOf anyOf oneOf",
    "schema-map": "properties patternProperties dependentSchemas",
    text: "$ref title description format pattern contentEncoding contentMediaType",
    positive: "multipleOf",
    number: "minimum maximum exclusiveMinimum exclusiveMaximum",
    count: "minLength maxLength minContains maxContains minItems maxItems minProperties maxProperties",
    flag: "deprecated readOnly writeOnly uniqueItems",
    value: "type enum const default examples discriminator",
    names: "required",
    "names-map": "dependentRequired",
    // References into definitions are followed, and made local pointers by `load`; the rest is of other drafts, of
    // XML and documentation, or of Swagger's parameters, which are schemas at the same time.
    ignored: "example nullable x-nullable $defs definitions $id $anchor $dynamicAnchor $dynamicRef $recursiveAnchor $recursiveRef $schema $vocabulary $comment id additionalItems dependencies xml externalDocs name in collectionFormat allowEmptyValue",
  } satisfies Record<Kind, string>).flatMap(([kind, words]) =>
    words.split(" ").map((word) => [word, kind as Kind]), // as just listed
  ),
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
  "title description default examples deprecated readOnly writeOnly $comment".split(
    " ",
  );
