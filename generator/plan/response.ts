import { propertiesOf, requiredOf } from "../runtime.js";
import { omitEmpty } from "../shared/json.js";
import {
  type Api,
  type MediaType,
  type Operation,
  type Schema,
  successResponsesOf,
} from "../model.js";
import { isBytes, isJson, mediaType } from "../schema/media.js";
import { branchesOf, isSchema, refName } from "../schema/object-shape.js";
import { subschemas } from "../schema/walk.js";
import { memoizeWeak } from "../shared/memoize.js";

/** Successful responses of an operation. */
export interface PlannedResponse {
  /** Schema of the declared JSON; several successful responses are alternatives. Null if none is declared. */
  readonly schema: Schema | null;
  /** Paths of the fields that callers get; empty for all. */
  readonly fields: readonly string[];
  /** Paths that the config names, those that the document has lost included. */
  readonly namedFields: readonly string[];
  /** Part of the schema that decides which fields are kept; null if nothing can be stripped. */
  readonly shape: Schema | null;
  /** Statuses of `schema`: `200`, `2XX`. */
  readonly statuses: readonly string[];
  /** True if a successful response may be other than JSON, so that it may be saved as a file. */
  readonly mayBeFile: boolean;
  readonly form: "json" | "text" | "bytes" | "empty" | "unknown";
  /** True if some successful response, but not every one, comes without a body. */
  readonly mayBeEmpty: boolean;
  /** Names, in lower case, of headers that may lead to the next page, or count the items. */
  readonly pageHeaders: readonly string[];
  /** Media type of the first successful response, for resources. */
  readonly mimeType: string | null;
}

export function planResponse(
  operation: Operation,
  api: Api,
): Omit<PlannedResponse, "fields" | "namedFields"> {
  const successes = successResponsesOf(operation);
  const responsesWithContent = successes.filter(
    ({ status }) => operation.method !== "HEAD" && !/^20[45]$/.test(status),
  );
  const media = responsesWithContent.flatMap((response) => response.media);
  const schemas = media.filter(isJson).map((json) => json.schema);
  const shape = toAlternatives(schemas.map(toResponseShape));
  const mainMedia = media.find(isJson) ?? media[0];
  const isEmpty = responsesWithContent.length === 0 && successes.length > 0;
  // Beside described content, none means an empty body; alone, it means that no one described it.
  const undescribedResponses = responsesWithContent.filter(
    (response) => response.media.length === 0,
  );
  const hasEmptyResponse = media.length > 0 && undescribedResponses.length > 0;
  return {
    schema: toAlternatives(schemas),
    shape: shape && canStrip(shape, api) ? shape : null,
    statuses: responsesWithContent
      .filter((response) => response.media.some(isJson))
      .map(({ status }) => status),
    mayBeFile: media.some((type) => !isJson(type)),
    form:
      schemas.length > 0 ? "json" : isEmpty ? "empty" : responseFormOf(media),
    pageHeaders: [
      ...new Set(
        responsesWithContent.flatMap(({ headers = [] }) =>
          headers.filter(isPageHeader),
        ),
      ),
    ],
    mayBeEmpty:
      !isEmpty &&
      (hasEmptyResponse || responsesWithContent.length < successes.length),
    mimeType: mainMedia === undefined ? null : mediaType(mainMedia.contentType),
  };
}

/**
 * True for `link`, `content-range`, `x-total-count`, `x-next-cursor`, `x-pagination`; false for
 * `x-ratelimit-next`.
 */
function isPageHeader(header: string): boolean {
  return (
    /^(link|content-range)$|(^|-)(total|count|cursor|next|page|pages|pagination|offset|continuation|continuationtoken|more)(-|$)/.test(
      header,
    ) && !/rate-?limit|retry|quota/.test(header)
  );
}

/**
 * Schema reduced to the keywords that decide which fields of a response are known: `{}` accepts
 * every value as it is. https://json-schema.org/draft/2020-12/json-schema-core#section-10.3
 */
export function toResponseShape(schema: unknown): Schema {
  return isSchema(schema) &&
    Object.keys(schema).some((keyword) => SHAPE_KEYWORDS.has(keyword))
    ? memoizedShapeOf(schema)
    : {};
}

const CONDITIONAL_KEYWORDS = ["if", "then", "else", "dependentSchemas"];

/** Keywords that decide which fields are known. Others decide nothing by themselves. */
const SHAPE_KEYWORDS: ReadonlySet<string> = new Set([
  ...CONDITIONAL_KEYWORDS,
  ..."$ref allOf anyOf oneOf items prefixItems unevaluatedItems".split(" "),
  ..."properties patternProperties additionalProperties".split(" "),
  "unevaluatedProperties",
]);

/** Shape of a schema, computed once: operations share their responses. */
const memoizedShapeOf = memoizeWeak(computeShape);

function computeShape(schema: Schema): Schema {
  const properties = new Map(
    propertiesOf(schema).map(([name, property]) => [
      name,
      toResponseShape(property),
    ]),
  );
  // A required field that is not described is known anyway.
  for (const name of properties.size > 0 ? requiredOf(schema) : [])
    if (!properties.has(name)) properties.set(name, {});
  const { $ref, items, unevaluatedItems } = schema;
  const itemShape = toAnyOfShape([
    ...subschemas(schema, ["prefixItems"]),
    items ?? unevaluatedItems,
  ]);
  const additionalSchemas = [
    ...[schema["additionalProperties"], schema["unevaluatedProperties"]],
    ...subschemas(schema, ["patternProperties"]),
  ].filter(
    (schemaOrBoolean) =>
      schemaOrBoolean !== undefined && schemaOrBoolean !== false,
  );
  const conditionalShapes = subschemas(schema, CONDITIONAL_KEYWORDS)
    .map(toResponseShape)
    .filter((shape) => !isEmptySchema(shape));
  const parts = branchesOf(schema, "allOf")
    .filter(constrainsFields)
    .map(toResponseShape);
  if (conditionalShapes.length > 0)
    parts.push({ anyOf: [...conditionalShapes, {}] });
  const choiceShapesOf = (keyword: "anyOf" | "oneOf") =>
    branchesOf(schema, keyword)
      .filter((branch) => !isScalar(branch))
      .map(toResponseShape);
  return {
    ...omitEmpty({
      $ref,
      properties: Object.fromEntries(properties),
      items: itemShape,
      allOf: parts,
      anyOf: choiceShapesOf("anyOf"),
      oneOf: choiceShapesOf("oneOf"),
    }),
    ...(additionalSchemas.length > 0 && {
      additionalProperties: toAnyOfShape(additionalSchemas),
    }),
  };
}

/** Shape of values that one of several schemas describes. */
function toAnyOfShape(schemas: readonly unknown[]): Schema {
  const objectSchemas = schemas.filter(
    (schema) => !isSchema(schema) || !isScalar(schema),
  );
  const shapes = objectSchemas.map(toResponseShape);
  const [onlyShape = {}, ...otherShapes] = shapes;
  if (shapes.some(isEmptySchema)) return {};
  return otherShapes.length === 0 ? onlyShape : { anyOf: shapes };
}

function toAlternatives(schemas: readonly Schema[]): Schema | null {
  const distinct = new Map(
    schemas.map((schema) => [JSON.stringify(schema), schema]),
  );
  const [firstSchema, ...otherSchemas] = distinct.values();
  if (firstSchema === undefined) return null;
  return otherSchemas.length === 0
    ? firstSchema
    : { anyOf: [firstSchema, ...otherSchemas] };
}

/** True if a part of `allOf` constrains fields. One that only describes or requires does not. */
function constrainsFields(schema: Schema): boolean {
  return Object.keys(schema).some(
    (keyword) => !["description", "title", "required"].includes(keyword),
  );
}

/**
 * True for a schema of neither objects nor lists. Such a branch, for null or text, says nothing of
 * the fields that an object may have.
 */
function isScalar({ type }: Schema): boolean {
  return (
    type !== undefined &&
    [type]
      .flat()
      .every((typeName) => typeName !== "object" && typeName !== "array")
  );
}

/** True if a schema has no keyword. */
export function isEmptySchema(schema: Schema): boolean {
  return Object.keys(schema).length === 0;
}

function canStrip(
  shape: Schema,
  api: Api,
  seenNames = new Set<string>(),
): boolean {
  if ("properties" in shape) return true;
  const name = refName(shape);
  if (name !== null) {
    if (seenNames.has(name)) return false;
    seenNames.add(name);
    return canStrip(toResponseShape(api.schemas.get(name)), api, seenNames);
  }
  return subschemas(shape).some((part) => canStrip(part, api, seenNames));
}

function responseFormOf(
  media: readonly MediaType[],
): "text" | "bytes" | "unknown" {
  const names = media.map(({ contentType }) => mediaType(contentType));
  if (names.length === 0) return "unknown";
  if (names.every((name) => /^text\/(?!event-stream$)/.test(name)))
    return "text";
  return names.every(isBytes) ? "bytes" : "unknown";
}
