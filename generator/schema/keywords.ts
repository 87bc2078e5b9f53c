/** Type of a keyword's value. */
export type KeywordKind =
  /** A schema. */
  | "schema"
  /** Schema or boolean; every client understands booleans here. */
  | "schema-or-flag"
  | "schema-list"
  | "schema-map"
  | "text"
  | "number"
  /** Number greater than zero. */
  | "positive"
  /** Integer, zero or more. */
  | "count"
  /** Boolean; kept only if it is true. */
  | "flag"
  | "value"
  /** List of distinct texts. */
  | "names"
  /** Lists of distinct texts, by name. */
  | "names-map"
  /** Keyword of no use to a server or a model; dropped. */
  | "ignored";

/**
 * Keywords of JSON Schema 2020-12 and of the schema objects of OpenAPI 2.0 to 3.2, each with the type of
 * its value in JSON Schema 2020-12. All other keywords, such as extensions, are ignored.
 */
// prettier-ignore
export const KEYWORDS: ReadonlyMap<string, KeywordKind> = new Map(
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
    // References into definitions are followed, and made local pointers by `load`; the rest belongs to other drafts, to
    // XML and documentation, or to Swagger's parameters, which are schemas at the same time.
    ignored: "example nullable x-nullable $defs definitions $id $anchor $dynamicAnchor $dynamicRef $recursiveAnchor $recursiveRef $schema $vocabulary $comment id additionalItems dependencies xml externalDocs name in collectionFormat allowEmptyValue",
  } satisfies Record<KeywordKind, string>).flatMap(([kind, words]) =>
    words.split(" ").map((word) => [word, kind as KeywordKind]), // as just listed
  ),
);

/**
 * Keywords whose subschemas apply to the same instance as the schema around them.
 * https://json-schema.org/draft/2020-12/json-schema-core#section-10.2
 */
export const IN_PLACE_KEYWORDS: readonly string[] =
  "allOf anyOf oneOf dependentSchemas not if then else".split(" ");

/**
 * Annotation keywords, which don't affect which values are valid.
 * https://json-schema.org/draft/2020-12/json-schema-validation#section-9
 */
export const ANNOTATION_KEYWORDS: readonly string[] =
  "title description default examples deprecated readOnly writeOnly $comment".split(
    " ",
  );
