import { isObject, getMember } from "../shared/json.js";
import type { Encoding, MediaType, Schema } from "../model.js";
import {
  type Context,
  followOptionalChild,
  optionalNodeOf,
  followOptional,
} from "./context.js";
import { isStyle } from "./styles.js";
import {
  childOf,
  childrenOf,
  itemsOf,
  type Node,
  type Target,
} from "./schema/refs.js";
import { readExample } from "./schema/examples.js";
import { examplesOf } from "../schema/object-shape.js";

/** Reads the media types of a body, response or parameter. https://spec.openapis.org/oas/v3.1.1#media-type-object */
export function readContent(content: Target, context: Context): MediaType[] {
  return childrenOf(content).map(([contentType, media]) => {
    const { pointer } = media;
    const node = optionalNodeOf(media, context) ?? { value: {}, pointer };
    const declaredExamples = readExamples(node, context);
    const schema = readMediaSchema(node, context);
    const encoding = new Map<string, Encoding>();
    for (const [name, encodingTarget] of childrenOf(
      followOptionalChild(node, "encoding", context),
    )) {
      const encodingNode = optionalNodeOf(encodingTarget, context);
      if (encodingNode !== undefined)
        encoding.set(name, readEncoding(encodingNode, context));
    }
    const examples =
      declaredExamples.length > 0 ? declaredExamples : examplesOf(schema);
    return { contentType, schema, encoding, examples };
  });
}

// OpenAPI 3.2 describes the items of a stream, which arrive as a list.
function readMediaSchema(node: Node, { schemas }: Context): Schema {
  const { schema, itemSchema } = node.value;
  return schema === undefined && itemSchema !== undefined
    ? { type: "array", items: schemas.convert(childOf(node, "itemSchema")) }
    : schemas.convert(childOf(node, "schema"));
}

function readEncoding(node: Node, context: Context): Encoding {
  const { contentType, style, explode, allowReserved } = node.value;
  const headers = new Map<string, Schema>();
  for (const [name, headerTarget] of childrenOf(
    followOptionalChild(node, "headers", context),
  )) {
    const header = optionalNodeOf(headerTarget, context);
    if (header !== undefined)
      headers.set(name, context.schemas.convert(childOf(header, "schema")));
  }
  return {
    contentType: typeof contentType === "string" ? contentType : null,
    headers,
    style: isStyle(style) ? style : null,
    explode: typeof explode === "boolean" ? explode : null,
    allowReserved: allowReserved === true,
  };
}

/** Values of `example` and `examples` of a parameter or media type. External ones (`externalValue`) are skipped. */
export function readExamples(holder: Node, context: Context): unknown[] {
  const examples = followOptionalChild(holder, "examples", context);
  return [
    readExample(childOf(holder, "example"), context),
    ...itemsOf(examples).map((example) => readExample(example, context)),
    ...childrenOf(examples).map(([, example]) =>
      readNamedExample(example, context),
    ),
  ].filter((value) => value !== undefined);
}

/** Reads an Example Object. https://spec.openapis.org/oas/v3.2.0#example-object */
function readNamedExample(example: Target, context: Context): unknown {
  const referent = followOptional(example, context);
  const readField = (key: string) =>
    readExample(childOf(referent, key), context);
  const isReference = referent.pointer !== example.pointer;
  // Some references lead to the value itself, usually a file that holds nothing else.
  const isBare =
    isReference &&
    !EXAMPLE_FIELDS.some((key) => getMember(referent.value, key) !== undefined);
  return isBare
    ? referent.value
    : (readField("value") ?? readField("dataValue"));
}

const EXAMPLE_FIELDS =
  "value dataValue serializedValue externalValue summary description".split(
    " ",
  );

/**
 * Finds a schema that a body or response holds itself, without a media type: standard in Swagger 2.0, an error in later
 * versions.
 */
export function findBareSchema(node: Node, context: Context): Node | undefined {
  const content = followOptionalChild(node, "content", context);
  const { pointer, value } = content.value === undefined ? node : content;
  // oazapfts' petstore has one in 3.0.
  return isObject(value) && "schema" in value
    ? { value: { ...node.value, ...value }, pointer }
    : undefined;
}

/** Creates one media type with this schema for each content type; `application/json` if there are none. */
export function createBareMedia(
  types: readonly string[],
  schema: Schema,
  encoding: MediaType["encoding"] = new Map(),
): MediaType[] {
  const contentTypes = types.length > 0 ? types : ["application/json"];
  const common = { schema, encoding, examples: examplesOf(schema) };
  return contentTypes.map((contentType) => ({ contentType, ...common }));
}
