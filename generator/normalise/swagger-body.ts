import {
  filled,
  type JsonObject,
  put,
  readText,
  textsOf,
  without,
} from "../json.js";
import type { Body, Encoding } from "../model.js";
import { examplesOf } from "../schema/shape.js";
import { mediaType } from "../schema/media.js";
import type { Context, Node } from "./context.js";
import { swaggerStyle } from "./styles.js";
import { childOf } from "../dialect/refs.js";

const MULTIPART = "multipart/form-data";
const URLENCODED = "application/x-www-form-urlencoded";

/**
 * The body that Swagger 2.0 declares among the parameters: one `in: body`, or fields
 * `in: formData`. Null where there is none. https://spec.openapis.org/oas/v2.0#parameter-object
 */
export function readSwaggerBody(
  parameters: readonly Node[],
  consumes: unknown,
  context: Context,
): Body | null {
  const types = textsOf(consumes);
  const body = parameters.find(({ value }) => value["in"] === "body");
  if (body !== undefined) return readWhole(body, types, context);
  const fields = parameters.filter(({ value }) => value["in"] === "formData");
  return fields.length > 0 ? readForm(fields, types, context) : null;
}

/** A body whose schema stands in it, in each of some media types; without any, as JSON. */
export function readWhole(
  node: Node,
  types: readonly string[],
  { schemas }: Context,
): Body {
  const schema = schemas.convert(childOf(node, "schema"));
  const { required } = node.value;
  const all = types.length > 0 ? types : ["application/json"];
  const common = { schema, encoding: new Map(), examples: examplesOf(schema) };
  return {
    description: readText(node.value["description"]),
    required: typeof required === "boolean" ? required : null,
    media: all.map((contentType) => ({ contentType, ...common })),
  };
}

function readForm(
  fields: readonly Node[],
  types: readonly string[],
  { schemas }: Context,
): Body {
  const properties: JsonObject = {};
  const encoding = new Map<string, Encoding>();
  for (const { value, pointer } of fields) {
    const name = String(value["name"]);
    const schema = { value: without(value, ["required"]), pointer };
    put(properties, name, schemas.convert(schema));
    if (value["type"] === "array") encoding.set(name, readEncoding(value));
  }
  const required = fields
    .filter(({ value }) => value["required"] === true)
    .map(({ value }) => String(value["name"]));
  const schema = { type: "object", properties, ...filled({ required }) };
  const common = { schema, encoding, examples: [] };
  const all = formTypes(fields, types);
  return {
    description: "",
    required: required.length > 0,
    media: all.map((contentType) => ({ contentType, ...common })),
  };
}

function formTypes(fields: readonly Node[], types: readonly string[]) {
  if (fields.some(({ value }) => value["type"] === "file")) return [MULTIPART];
  const declared = types.filter((type) =>
    [MULTIPART, URLENCODED].includes(mediaType(type)),
  );
  return declared.length > 0 ? declared : [URLENCODED];
}

// A form writes lists as a query does.
function readEncoding({ collectionFormat }: JsonObject): Encoding {
  return {
    contentType: null,
    headers: new Map(),
    ...swaggerStyle("query", collectionFormat),
    allowReserved: false,
  };
}
