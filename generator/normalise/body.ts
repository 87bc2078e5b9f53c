import { type LocatedProblem, ToolwrightError } from "../errors.js";
import {
  omitEmpty,
  type JsonObject,
  setMember,
  toStrings,
  toWord,
} from "../shared/json.js";
import type { Body, Encoding, MediaType, Schema } from "../model.js";
import { mediaKindOf, mediaType } from "../schema/media.js";
import {
  type Context,
  followOptionalChild,
  optionalNodeOf,
  nodeOf,
  readChildText,
} from "./context.js";
import { createBareMedia, findBareSchema, readContent } from "./content.js";
import { childOf, type Node, type Target } from "./schema/refs.js";
import { readSchema } from "./parameters.js";
import { readCollectionFormat } from "./styles.js";

/**
 * Reads the body of a request; null if there is none. Media types for forms without named fields are left out; a
 * finding says so if no other is left. Throws `ToolwrightError` if the body is required and none is left, or if a
 * reference can't be resolved. https://spec.openapis.org/oas/v3.1.1#request-body-object
 */
export function readBody(target: Target, context: Context): Body | null {
  const node = nodeOf(target, context);
  if (node === undefined) return null;
  const bare = findBareSchema(node, context);
  if (bare) return readBareBody(bare, [], context);
  const content = followOptionalChild(node, "content", context);
  const problems: LocatedProblem[] = [];
  const media = readContent(content, context).flatMap((declaredMedia) => {
    const { contentType } = declaredMedia;
    const mediaTarget = childOf(content, contentType);
    if (isBareFile(contentType, mediaTarget, context))
      return wrapFileInField(declaredMedia, mediaTarget.pointer, context);
    const problem = findFormProblem(contentType, mediaTarget, context);
    if (problem !== undefined) problems.push(problem);
    return problem === undefined ? declaredMedia : [];
  });
  const metadata = readBodyMetadata(node, context);
  // An optional body that can hold nothing is ignored: Stripe declares one for each GET.
  if (
    media.some(
      ({ schema }) => metadata.required === true || !isEmptyObject(schema),
    )
  )
    return { ...metadata, media };
  if (metadata.required && problems.length > 0)
    throw new ToolwrightError(problems);
  for (const problem of problems) context.warn(problem);
  return null;
}

function readBodyMetadata(node: Node, context: Context) {
  const { required } = node.value;
  return {
    description: readChildText(node, "description", context),
    required: typeof required === "boolean" ? required : null,
  };
}

/** True for an object schema that allows no properties at all. */
function isEmptyObject({
  additionalProperties,
  properties = {},
  type,
}: Schema) {
  const isClosed = type === "object" && additionalProperties === false;
  return isClosed && Object.keys(Object(properties) as object).length === 0;
}

/**
 * True for a multipart body whose schema is a file or a list of files, without a field that names it, as in
 * https://github.com/ballerina-platform/openapi-tools/pull/1204
 */
function isBareFile(
  contentType: string,
  media: Target,
  context: Context,
): boolean {
  if (mediaKindOf(contentType) !== "multipart") return false;
  const node = optionalNodeOf(media, context);
  const schema = node && optionalNodeOf(childOf(node, "schema"), context);
  const items = schema && optionalNodeOf(childOf(schema, "items"), context);
  const { contentEncoding, contentMediaType, format, type } =
    (items ?? schema)?.value ?? {};
  const isText = type === undefined || [type].flat().includes("string");
  const isEncoded = (contentEncoding ?? contentMediaType) !== undefined;
  const isBinary = format === "binary" || format === "base64";
  return type === "file" || (isText && (isBinary || isEncoded));
}

/** Wraps a file in an object with the property `file`, the most common name of such a field. */
function wrapFileInField(
  media: MediaType,
  pointer: string,
  { note }: Context,
): MediaType {
  note({
    code: "file-without-field",
    message: `A body of ${media.contentType} is a file without a field name; it is sent as the field "file".`,
    pointer,
    hint: "If the API uses another field name, describe the body as an object with a property for the file.",
  });
  const properties = { file: media.schema };
  const schema = { type: "object", properties, required: ["file"] };
  return { ...media, schema, examples: [] };
}

/** Keywords that describe parts by position. https://spec.openapis.org/oas/v3.2.0#encoding-by-position */
const POSITIONAL_KEYWORDS = ["prefixEncoding", "itemEncoding", "itemSchema"];

/** Problem of a form without named fields, which can't be written; undefined if it has some. */
function findFormProblem(
  contentType: string,
  media: Target,
  context: Context,
): LocatedProblem | undefined {
  const kind = mediaKindOf(contentType);
  if (kind !== "form" && kind !== "multipart") return undefined;
  const { pointer } = media;
  const { value = {} } = optionalNodeOf(media, context) ?? {};
  const schema = optionalNodeOf(childOf({ value, pointer }, "schema"), context);
  const types = [schema?.value["type"] ?? "object"].flat();
  const isPositional = POSITIONAL_KEYWORDS.some(
    (word) => value[word] !== undefined,
  );
  // A schema of type string allows a form that the caller has already encoded, as in Hey API's document.
  const isText = kind === "form" && types.includes("string");
  if (!isPositional && (isText || types.includes("object"))) return undefined;
  return {
    code: "bad-form",
    message: `A body of ${contentType} needs named fields, and this one has ${isPositional ? "positional parts" : "none"}.`,
    pointer,
    hint: "Describe it as an object with a property for each field.",
  };
}

/**
 * Reads the body that Swagger 2.0 declares among the parameters: one `in: body`, or fields `in: formData`. Null if
 * there is none. Several parameters `in: body`, or one with a scalar, are a common error: they are read as fields of
 * one body. https://spec.openapis.org/oas/v2.0#parameter-object
 */
export function readSwaggerBody(
  parameters: readonly Node[],
  consumes: unknown,
  context: Context,
): Body | null {
  const types = toStrings(consumes);
  const [firstParameter, ...otherParameters] =
    parameters.filter(isBodyParameter);
  if (firstParameter === undefined) return null;
  // Slack has 91 scalars, and SwaggerWcf writes a parameter `in: body` for each argument.
  const { in: location, schema, type } = firstParameter.value;
  const isField = schema === undefined && SCALAR_TYPE.test(toWord(type));
  return location === "body" && otherParameters.length === 0 && !isField
    ? readBareBody(firstParameter, types, context)
    : readFormBody([firstParameter, ...otherParameters], types, context);
}

const SCALAR_TYPE = /^(?:string|number|integer|boolean)$/;

/** True for a parameter that is the body or one of its fields. */
export function isBodyParameter({ value }: Node): boolean {
  return value["in"] === "body" || value["in"] === "formData";
}

/** Reads a body that has its own schema, without media types. */
function readBareBody(node: Node, types: readonly string[], context: Context) {
  const schema = readSchema(node, context, ["required"]);
  return {
    ...readBodyMetadata(node, context),
    media: createBareMedia(types, schema),
  };
}

function readFormBody(
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
    const description = readChildText(node, "description", context);
    setMember(properties, name, {
      ...(description !== "" && { description }),
      ...readSchema(node, context, ["required"]),
    });
    if (value["required"] === true) required.push(name);
    // Lists in a form are written like lists in a query.
    if (value["type"] === "array")
      encoding.set(name, {
        contentType: null,
        headers: new Map(),
        ...readCollectionFormat("query", value["collectionFormat"]),
        allowReserved: false,
      });
  }
  const schema = { type: "object", properties, ...omitEmpty({ required }) };
  return {
    description: "",
    required: required.length > 0,
    media: createBareMedia(chooseFormTypes(fields, types), schema, encoding),
  };
}

const MULTIPART = "multipart/form-data";
const URLENCODED = "application/x-www-form-urlencoded";

function chooseFormTypes(fields: readonly Node[], types: readonly string[]) {
  if (fields.some(({ value }) => value["type"] === "file")) return [MULTIPART];
  if (fields.some(({ value }) => value["in"] === "body")) return types;
  const declared = types.filter((type) =>
    [MULTIPART, URLENCODED].includes(mediaType(type)),
  );
  return declared.length > 0 ? declared : [URLENCODED];
}
