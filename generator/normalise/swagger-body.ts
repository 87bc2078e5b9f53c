import { filled, type JsonObject, put, readText, textsOf } from "../json.js";
import type { Body, Encoding } from "../model.js";
import { examplesOf } from "../schema/shape.js";
import { mediaType } from "../schema/media.js";
import type { Node } from "../dialect/refs.js";
import type { Context } from "./context.js";
import { readSchema } from "./parameters.js";
import { swaggerStyle } from "./styles.js";

const MULTIPART = "multipart/form-data";
const URLENCODED = "application/x-www-form-urlencoded";

/**
 * The body that Swagger 2.0 declares among the parameters: one `in: body`, or fields
 * `in: formData`. Null where there is none. https://spec.openapis.org/oas/v2.0#parameter-object
 * Several `in: body`, or one that is a scalar, are by mistake written for the fields of one.
 */
export function readSwaggerBody(
  parameters: readonly Node[],
  consumes: unknown,
  context: Context,
): Body | null {
  const types = textsOf(consumes);
  const [first, ...others] = parameters.filter(isBodyPart);
  if (first === undefined) return null;
  const { in: place, schema, type } = first.value;
  const isField = schema === undefined && SCALAR.test(String(type));
  return place === "body" && others.length === 0 && !isField
    ? readWhole(first, types, context)
    : readFields([first, ...others], types, context);
}

const SCALAR = /^(?:string|number|integer|boolean)$/;

/** A body whose schema stands in it, in each of some media types; without any, as JSON. */
export function readWhole(
  node: Node,
  types: readonly string[],
  context: Context,
): Body {
  const schema = readSchema(node, context, ["required"]);
  const { required } = node.value;
  const all = types.length > 0 ? types : ["application/json"];
  const common = { schema, encoding: new Map(), examples: examplesOf(schema) };
  return {
    description: readText(node.value["description"]),
    required: typeof required === "boolean" ? required : null,
    media: all.map((contentType) => ({ contentType, ...common })),
  };
}

/** Whether a parameter is one of the body. */
export function isBodyPart({ value }: Node): boolean {
  return value["in"] === "body" || value["in"] === "formData";
}

function readFields(
  fields: readonly Node[],
  types: readonly string[],
  context: Context,
): Body {
  const properties: JsonObject = {};
  const encoding = new Map<string, Encoding>();
  for (const node of fields) {
    const { value } = node;
    const name = String(value["name"]);
    const description = readText(value["description"]);
    put(properties, name, {
      ...(description !== "" && { description }),
      ...readSchema(node, context, ["required"]),
    });
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
  if (fields.some(({ value }) => value["in"] === "body"))
    return types.length > 0 ? types : ["application/json"];
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
