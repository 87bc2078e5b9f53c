import { type Placed, ToolwrightError } from "../errors.js";
import {
  filled,
  type JsonObject,
  put,
  readText,
  textsOf,
  toWord,
} from "../json.js";
import type { Body, Encoding, Schema } from "../model.js";
import { mediaKind, mediaType } from "../schema/media.js";
import { type Context, dispensableNodeOf, nodeOf } from "./context.js";
import { bareMedia, bareSchema, readContent } from "./content.js";
import { childOf, type Node, type Target } from "../dialect/refs.js";
import { readSchema } from "./parameters.js";
import { swaggerStyle } from "./styles.js";

/**
 * The body of a request; null where there is none. Forms that nobody can write are left out, and told where nothing
 * else is left. Throws `ToolwrightError` where one is required, or where a reference can't be resolved.
 * https://spec.openapis.org/oas/v3.1.1#request-body-object
 */
export function readBody(target: Target, context: Context): Body | null {
  const node = nodeOf(target, context);
  if (node === undefined) return null;
  const bare = bareSchema(node);
  if (bare) return readWhole(bare, [], context);
  const content = childOf(node, "content");
  const problems: Placed[] = [];
  const media = readContent(content, context).filter(({ contentType }) => {
    const written = childOf(content, contentType);
    const problem = problemOf(contentType, written, context);
    if (problem !== undefined) problems.push(problem);
    return problem === undefined;
  });
  const about = readAbout(node);
  // What may be left out and can hold nothing is no body, as of all reads of Stripe.
  if (media.some(({ schema }) => about.required === true || !isEmpty(schema)))
    return { ...about, media };
  if (about.required && problems.length > 0)
    throw new ToolwrightError(problems);
  for (const problem of problems) context.warn(problem);
  return null;
}

function readAbout({ value: { description, required } }: Node) {
  return {
    description: readText(description),
    required: typeof required === "boolean" ? required : null,
  };
}

/** An object without properties that takes no others. */
function isEmpty({ additionalProperties, properties = {}, type }: Schema) {
  const isClosed = type === "object" && additionalProperties === false;
  return isClosed && Object.keys(Object(properties) as object).length === 0;
}

/** What describes parts by their place. https://spec.openapis.org/oas/v3.2.0#encoding-by-position */
const POSITIONAL = ["prefixEncoding", "itemEncoding", "itemSchema"];

/** Why a form has no fields by name, without which nobody can write it. */
function problemOf(
  contentType: string,
  media: Target,
  context: Context,
): Placed | undefined {
  const kind = mediaKind(contentType);
  if (kind !== "form" && kind !== "multipart") return undefined;
  const { pointer } = media;
  const { value = {} } = dispensableNodeOf(media, context) ?? {};
  const schema = dispensableNodeOf(
    childOf({ value, pointer }, "schema"),
    context,
  );
  const types = [schema?.value["type"] ?? "object"].flat();
  const isPositional = POSITIONAL.some((word) => value[word] !== undefined);
  // Text may be a form that is written already.
  const isText = kind === "form" && types.includes("string");
  if (!isPositional && (isText || types.includes("object"))) return undefined;
  return {
    code: "bad-form",
    message: `A body of ${contentType} is written from named fields, and this one has ${isPositional ? "parts by position" : "none"}.`,
    pointer,
    hint: "Describe it as an object with a property for each field.",
  };
}

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
  const isField = schema === undefined && SCALAR.test(toWord(type));
  return place === "body" && others.length === 0 && !isField
    ? readWhole(first, types, context)
    : readFields([first, ...others], types, context);
}

const SCALAR = /^(?:string|number|integer|boolean)$/;

/** Whether a parameter is one of the body. */
export function isBodyPart({ value }: Node): boolean {
  return value["in"] === "body" || value["in"] === "formData";
}

/** A body whose schema stands in it. */
function readWhole(node: Node, types: readonly string[], context: Context) {
  const schema = readSchema(node, context, ["required"]);
  return { ...readAbout(node), media: bareMedia(types, schema) };
}

function readFields(
  fields: readonly Node[],
  types: readonly string[],
  context: Context,
): Body {
  const properties: JsonObject = {};
  const required: string[] = [];
  const encoding = new Map<string, Encoding>();
  for (const node of fields) {
    const { value } = node;
    const name = toWord(value["name"]);
    const description = readText(value["description"]);
    put(properties, name, {
      ...(description !== "" && { description }),
      ...readSchema(node, context, ["required"]),
    });
    if (value["required"] === true) required.push(name);
    // A form writes lists as a query does.
    if (value["type"] === "array")
      encoding.set(name, {
        contentType: null,
        headers: new Map(),
        ...swaggerStyle("query", value["collectionFormat"]),
        allowReserved: false,
      });
  }
  const schema = { type: "object", properties, ...filled({ required }) };
  return {
    description: "",
    required: required.length > 0,
    media: bareMedia(formTypes(fields, types), schema, encoding),
  };
}

const MULTIPART = "multipart/form-data";
const URLENCODED = "application/x-www-form-urlencoded";

function formTypes(fields: readonly Node[], types: readonly string[]) {
  if (fields.some(({ value }) => value["type"] === "file")) return [MULTIPART];
  if (fields.some(({ value }) => value["in"] === "body")) return types;
  const declared = types.filter((type) =>
    [MULTIPART, URLENCODED].includes(mediaType(type)),
  );
  return declared.length > 0 ? declared : [URLENCODED];
}
