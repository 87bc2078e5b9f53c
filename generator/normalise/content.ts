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
    const node = dispensableNodeOf(media, context);
    return node === undefined
      ? { contentType, schema: {}, encoding: new Map(), examples: [] }
      : readMediaType(contentType, node, context);
  });
}

/** What holds the schema of a body or response itself, without a media type: in Swagger 2.0, and by mistake later. */
export function bareSchema(node: Node): Node | undefined {
  const content = childOf(node, "content");
  const { pointer, value } = content.value === undefined ? node : content;
  return isObject(value) && "schema" in value
    ? { value: { ...node.value, ...value }, pointer }
    : undefined;
}

function readMediaType(
  contentType: string,
  node: Node,
  context: Context,
): MediaType {
  const own = readExamples(node, context);
  const schema = readMediaSchema(node, context);
  const encoding = childrenOf(childOf(node, "encoding")).flatMap(
    ([name, { value, pointer }]) =>
      isObject(value)
        ? [[name, readEncoding({ value, pointer }, context)] as const]
        : [],
  );
  return {
    contentType,
    schema,
    encoding: new Map(encoding),
    examples: own.length > 0 ? own : examplesOf(schema),
  };
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
  return {
    contentType: typeof contentType === "string" ? contentType : null,
    headers: readHeaders(childOf(node, "headers"), context),
    style: isStyle(style) ? style : null,
    explode: typeof explode === "boolean" ? explode : null,
    allowReserved: allowReserved === true,
  };
}

function readHeaders(headers: Target, context: Context): Encoding["headers"] {
  const found = new Map<string, Schema>();
  for (const [name, item] of childrenOf(headers)) {
    const node = dispensableNodeOf(item, context);
    if (node !== undefined)
      found.set(name, context.schemas.convert(childOf(node, "schema")));
  }
  return found;
}

/** The values of `example` and `examples` of a parameter or media type. Those kept elsewhere (`externalValue`) are passed over. */
export function readExamples(holder: Node, context: Context): unknown[] {
  const { example, examples } = holder.value;
  const named = Array.isArray(examples)
    ? (examples as unknown[])
    : childrenOf(childOf(holder, "examples")).flatMap(([, item]) => {
        const { value, dataValue } =
          dispensableNodeOf(item, context)?.value ?? {};
        return (value ?? dataValue) === undefined ? [] : [value ?? dataValue];
      });
  return example === undefined ? named : [example, ...named];
}
