import { isObject } from "../json.js";
import type { Encoding, MediaType, Schema } from "../model.js";
import { type Context, dispensableNodeOf } from "./context.js";
import { isStyle } from "./styles.js";
import {
  childOf,
  childrenOf,
  type Node,
  type Target,
} from "../dialect/refs.js";
import { examplesOf } from "../schema/shape.js";

/** The media types of a body, response or parameter. https://spec.openapis.org/oas/v3.1.1#media-type-object */
export function readContent(content: Target, context: Context): MediaType[] {
  return childrenOf(content).map(([contentType, media]) => {
    const { pointer } = media;
    const node = dispensableNodeOf(media, context) ?? { value: {}, pointer };
    const own = readExamples(node, context);
    const schema = readMediaSchema(node, context);
    const encoding = new Map<string, Encoding>();
    for (const [name, { value, pointer }] of childrenOf(
      childOf(node, "encoding"),
    ))
      if (isObject(value))
        encoding.set(name, readEncoding({ value, pointer }, context));
    const examples = own.length > 0 ? own : examplesOf(schema);
    return { contentType, schema, encoding, examples };
  });
}

// 3.2 describes the items of a stream, which arrive as a list.
function readMediaSchema(node: Node, { schemas }: Context): Schema {
  const { schema, itemSchema } = node.value;
  return schema === undefined && itemSchema !== undefined
    ? { type: "array", items: schemas.convert(childOf(node, "itemSchema")) }
    : schemas.convert(childOf(node, "schema"));
}

function readEncoding(node: Node, context: Context): Encoding {
  const { contentType, style, explode, allowReserved } = node.value;
  const headers = new Map<string, Schema>();
  for (const [name, item] of childrenOf(childOf(node, "headers"))) {
    const header = dispensableNodeOf(item, context);
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

/** The values of `example` and `examples` of a parameter or media type. Those kept elsewhere (`externalValue`) are passed over. */
export function readExamples(holder: Node, context: Context): unknown[] {
  const { example, examples } = holder.value;
  const named = Array.isArray(examples)
    ? (examples as unknown[])
    : childrenOf(childOf(holder, "examples"))
        .map(([, item]) => dispensableNodeOf(item, context)?.value)
        .map((one) => one?.["value"] ?? one?.["dataValue"])
        .filter((value) => value !== undefined);
  return example === undefined ? named : [example, ...named];
}

/** What holds the schema of a body or response itself, without a media type: in Swagger 2.0, and by mistake later. */
export function bareSchema(node: Node): Node | undefined {
  const content = childOf(node, "content");
  const { pointer, value } = content.value === undefined ? node : content;
  return isObject(value) && "schema" in value
    ? { value: { ...node.value, ...value }, pointer }
    : undefined;
}

/** Such a schema in each of the media types that are listed elsewhere; without any, as JSON. */
export function bareMedia(
  types: readonly string[],
  schema: Schema,
  encoding: MediaType["encoding"] = new Map(),
): MediaType[] {
  const all = types.length > 0 ? types : ["application/json"];
  const common = { schema, encoding, examples: examplesOf(schema) };
  return all.map((contentType) => ({ contentType, ...common }));
}
