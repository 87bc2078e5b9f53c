import { propertiesOf, requiredOf } from "../../runtime/schema.js";
import { filled } from "../shared/json.js";
import {
  type Api,
  type MediaType,
  type Operation,
  type Schema,
  successesOf,
} from "../model.js";
import { isBytes, isJson, mediaType } from "../schema/media.js";
import { branches, isSchema, referenceName } from "../schema/object-shape.js";
import { partsOf } from "../schema/walk.js";
import { rememberingEach } from "../shared/memoize.js";

/** What an operation's successful answers are. */
export interface PlannedAnswer {
  /** The declared JSON; several success answers are alternatives. Null: none is declared. */
  readonly schema: Schema | null;
  /** Only what decides which fields are kept; null where nothing can be stripped. */
  readonly shape: Schema | null;
  /** The statuses of `schema`: `200`, `2XX`. */
  readonly statuses: readonly string[];
  readonly form: "json" | "text" | "bytes" | "empty" | "unknown";
  /** Some success, but not every one, comes without a body. */
  readonly mayBeEmpty: boolean;
  /** Names in lower case of headers that may say how to go on, or how many there are. */
  readonly pageHeaders: readonly string[];
  /** Media type of the first success answer, for resources. */
  readonly mimeType: string | null;
}

export function planAnswer(operation: Operation, api: Api): PlannedAnswer {
  const successes = successesOf(operation);
  const full = successes.filter(
    ({ status }) => operation.method !== "HEAD" && !/^20[45]$/.test(status),
  );
  const media = full.flatMap((response) => response.media);
  const schemas = media.filter(isJson).map((json) => json.schema);
  const shape = alternatives(schemas.map(answerShape));
  const first = media.find(isJson) ?? media[0];
  const isEmpty = full.length === 0 && successes.length > 0;
  // Beside described content, none means an empty body; alone, it means that nobody described it.
  const bare = full.filter((one) => one.media.length === 0);
  const hasBare = media.length > 0 && bare.length > 0;
  return {
    schema: alternatives(schemas),
    shape: shape && strips(shape, api) ? shape : null,
    statuses: full
      .filter((response) => response.media.some(isJson))
      .map(({ status }) => status),
    form: schemas.length > 0 ? "json" : isEmpty ? "empty" : formOf(media),
    pageHeaders: [
      ...new Set(full.flatMap(({ headers = [] }) => headers.filter(pages))),
    ],
    mayBeEmpty: !isEmpty && (hasBare || full.length < successes.length),
    mimeType: first === undefined ? null : mediaType(first.contentType),
  };
}

/** `Link`, `Content-Range`, `X-Total-Count`, `X-Next-Cursor`, `X-Pagination`; no `X-RateLimit-Next`. */
function pages(header: string): boolean {
  return (
    /^(link|content-range)$|(^|-)(total|count|cursor|next|page|pages|pagination|offset|continuation|continuationtoken|more)(-|$)/.test(
      header,
    ) && !/rate-?limit|retry|quota/.test(header)
  );
}

/**
 * A schema reduced to what decides which fields of an answer are known: `{}` accepts every value
 * as it is. https://json-schema.org/draft/2020-12/json-schema-core#section-10.3
 */
export function answerShape(schema: unknown): Schema {
  return isSchema(schema) && Object.keys(schema).some((one) => TELLING.has(one))
    ? shaped(schema)
    : {};
}

const CONDITIONAL = ["if", "then", "else", "dependentSchemas"];

/** Other keywords decide nothing by themselves. */
const TELLING: ReadonlySet<string> = new Set([
  ...CONDITIONAL,
  ..."$ref allOf anyOf oneOf items prefixItems unevaluatedItems".split(" "),
  ..."properties patternProperties additionalProperties".split(" "),
  "unevaluatedProperties",
]);

/** Operations share their answers. */
const shaped = rememberingEach(shapeOf);

function shapeOf(schema: Schema): Schema {
  const properties = new Map(
    propertiesOf(schema).map(([name, one]) => [name, answerShape(one)]),
  );
  // What is required and described nowhere is known all the same.
  for (const name of properties.size > 0 ? requiredOf(schema) : [])
    if (!properties.has(name)) properties.set(name, {});
  const { $ref, items, unevaluatedItems } = schema;
  const item = anyOf([
    ...partsOf(schema, ["prefixItems"]),
    items ?? unevaluatedItems,
  ]);
  const further = [
    ...[schema["additionalProperties"], schema["unevaluatedProperties"]],
    ...partsOf(schema, ["patternProperties"]),
  ].filter((one) => one !== undefined && one !== false);
  const conditional = partsOf(schema, CONDITIONAL)
    .map(answerShape)
    .filter((one) => !isOpen(one));
  const parts = branches(schema, "allOf")
    .filter(saysSomething)
    .map(answerShape);
  if (conditional.length > 0) parts.push({ anyOf: [...conditional, {}] });
  const choices = (keyword: "anyOf" | "oneOf") =>
    branches(schema, keyword)
      .filter((one) => !isScalar(one))
      .map(answerShape);
  return {
    ...filled({
      $ref,
      properties: Object.fromEntries(properties),
      items: item,
      allOf: parts,
      anyOf: choices("anyOf"),
      oneOf: choices("oneOf"),
    }),
    ...(further.length > 0 && { additionalProperties: anyOf(further) }),
  };
}

/** What is known of values that one of several schemas describes. */
function anyOf(schemas: readonly unknown[]): Schema {
  const all = schemas.filter((one) => !isSchema(one) || !isScalar(one));
  const shapes = all.map(answerShape);
  const [only = {}, ...others] = shapes;
  if (shapes.some(isOpen)) return {};
  return others.length === 0 ? only : { anyOf: shapes };
}

function alternatives(schemas: readonly Schema[]): Schema | null {
  const distinct = new Map(schemas.map((one) => [JSON.stringify(one), one]));
  const [only, ...others] = distinct.values();
  if (only === undefined) return null;
  return others.length === 0 ? only : { anyOf: [only, ...others] };
}

/** A part of `allOf` that only describes or requires changes nothing of the fields. */
function saysSomething(schema: Schema): boolean {
  return Object.keys(schema).some(
    (keyword) => !["description", "title", "required"].includes(keyword),
  );
}

/** A branch for null or text says nothing of the fields that an object may have. */
function isScalar({ type }: Schema): boolean {
  return (
    type !== undefined &&
    [type].flat().every((one) => one !== "object" && one !== "array")
  );
}

/** It says nothing. */
export function isOpen(schema: Schema): boolean {
  return Object.keys(schema).length === 0;
}

function strips(shape: Schema, api: Api, seen = new Set<string>()): boolean {
  if ("properties" in shape) return true;
  const name = referenceName(shape);
  if (name !== null) {
    if (seen.has(name)) return false;
    seen.add(name);
    return strips(answerShape(api.schemas.get(name)), api, seen);
  }
  return partsOf(shape).some((part) => strips(part, api, seen));
}

function formOf(media: readonly MediaType[]): "text" | "bytes" | "unknown" {
  const names = media.map(({ contentType }) => mediaType(contentType));
  if (names.length === 0) return "unknown";
  if (names.every((name) => /^text\/(?!event-stream$)/.test(name)))
    return "text";
  return names.every(isBytes) ? "bytes" : "unknown";
}
