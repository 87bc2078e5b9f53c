import type { Api, MediaType, Operation, Schema } from "../model.js";
import {
  branches,
  isSchema,
  propertiesOf,
  referenceName,
} from "../schema/shape.js";
import { isJson, mediaTypeName } from "./media.js";

/** What an operation's successful answers are. */
export interface PlannedAnswer {
  /** The declared JSON; several success answers are alternatives. Null: none is declared. */
  readonly schema: Schema | null;
  /** Only what decides which fields are kept; null where nothing can be stripped. */
  readonly shape: Schema | null;
  readonly form: "json" | "text" | "bytes" | "empty" | "unknown";
  /** Some success is declared without JSON, or none is declared. */
  readonly emptyAnswers: boolean;
  /** Media type of the first success answer, for resources. */
  readonly mimeType: string | null;
}

export function planAnswer(operation: Operation, api: Api): PlannedAnswer {
  const successes = operation.responses.filter(({ status }) =>
    status.startsWith("2"),
  );
  const media = successes.flatMap((response) => response.media);
  const json = media.filter(isJson);
  const schema = alternatives(json);
  const shape = json.length === 0 ? null : alternatives(json.map(shapeOfMedia));
  const first = json[0] ?? media[0];
  return {
    schema,
    shape:
      shape !== null && strips(shape, { api, seen: new Set() }) ? shape : null,
    form: formOf(operation, media, schema),
    emptyAnswers: !successes.every(
      ({ media: own }) => own.length > 0 && own.every(isJson),
    ),
    mimeType: first === undefined ? null : mediaTypeName(first.contentType),
  };
}

/**
 * A schema reduced to what decides which fields of an answer are known: `{}` accepts every value
 * as it is. https://json-schema.org/draft/2020-12/json-schema-core#section-10.3
 */
export function answerShape(schema: unknown): Schema {
  if (!isSchema(schema)) return {};
  if (referenceName(schema) !== null && schema["properties"] === undefined) {
    return { $ref: schema["$ref"] };
  }
  const properties = propertiesOf(schema).map(
    ([name, property]) => [name, answerShape(property)] as const,
  );
  const shape: Record<string, unknown> = {};
  if (referenceName(schema) !== null) shape["$ref"] = schema["$ref"];
  if (properties.length > 0)
    shape["properties"] = Object.fromEntries(properties);
  const additional = schema["additionalProperties"];
  if (additional !== undefined && additional !== false) {
    shape["additionalProperties"] = answerShape(additional);
  }
  if (isSchema(schema["patternProperties"])) shape["additionalProperties"] = {};
  if (isSchema(schema["items"])) {
    const items = answerShape(schema["items"]);
    if (!isOpen(items)) shape["items"] = items;
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    const list = branches(schema, keyword).filter((branch) =>
      keyword === "allOf" ? saysSomething(branch) : !isScalar(branch),
    );
    if (list.length > 0) shape[keyword] = list.map(answerShape);
  }
  return shape;
}

function shapeOfMedia(media: MediaType): MediaType {
  return { ...media, schema: answerShape(media.schema) };
}

function alternatives(media: readonly MediaType[]): Schema | null {
  const distinct = new Map(
    media.map(({ schema }) => [JSON.stringify(schema), schema]),
  );
  const [only, ...others] = distinct.values();
  if (only === undefined) return null;
  return others.length === 0 ? only : { anyOf: [only, ...others] };
}

/** A part of `allOf` that only describes or requires changes nothing of the fields. */
function saysSomething(schema: Schema): boolean {
  return Object.keys(schema).some(
    (keyword) =>
      !["description", "title", "required", "nullable"].includes(keyword),
  );
}

/** A branch for null or text says nothing of the fields that an object may have. */
function isScalar({ type }: Schema): boolean {
  return (
    type !== undefined &&
    [type].flat().every((one) => one !== "object" && one !== "array")
  );
}

function isOpen(schema: Schema): boolean {
  return Object.keys(schema).length === 0;
}

function strips(
  shape: Schema,
  state: { readonly api: Api; readonly seen: Set<string> },
): boolean {
  if ("properties" in shape) return true;
  const name = referenceName(shape);
  if (name !== null) {
    if (state.seen.has(name)) return false;
    state.seen.add(name);
    return strips(answerShape(state.api.schemas.get(name)), state);
  }
  return [
    shape["items"],
    shape["additionalProperties"],
    ...branches(shape, "allOf"),
    ...branches(shape, "anyOf"),
    ...branches(shape, "oneOf"),
  ].some((part) => isSchema(part) && strips(part, state));
}

function formOf(
  operation: Operation,
  media: readonly MediaType[],
  schema: Schema | null,
): PlannedAnswer["form"] {
  if (schema !== null) return "json";
  const declaresSuccess = operation.responses.some(({ status }) =>
    status.startsWith("2"),
  );
  if (media.length === 0) return declaresSuccess ? "empty" : "unknown";
  const names = media.map(({ contentType }) => mediaTypeName(contentType));
  if (
    names.every(
      (name) => name.startsWith("text/") && name !== "text/event-stream",
    )
  ) {
    return "text";
  }
  if (
    names.every((name) =>
      /^(image|audio|video)\/|octet-stream$|\/pdf$|\/zip$/.test(name),
    )
  ) {
    return "bytes";
  }
  return "unknown";
}
