import { isObject, member } from "../shared/json.js";
import type { Encoding, MediaType, Schema } from "../model.js";
import {
  type Context,
  dispensableChild,
  dispensableNodeOf,
  followDispensable,
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

/** The media types of a body, response or parameter. https://spec.openapis.org/oas/v3.1.1#media-type-object */
export function readContent(content: Target, context: Context): MediaType[] {
  return childrenOf(content).map(([contentType, media]) => {
    const { pointer } = media;
    const node = dispensableNodeOf(media, context) ?? { value: {}, pointer };
    const own = readExamples(node, context);
    const schema = readMediaSchema(node, context);
    const encoding = new Map<string, Encoding>();
    for (const [name, item] of childrenOf(
      dispensableChild(node, "encoding", context),
    )) {
      const one = dispensableNodeOf(item, context);
      if (one !== undefined) encoding.set(name, readEncoding(one, context));
    }
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
  for (const [name, item] of childrenOf(
    dispensableChild(node, "headers", context),
  )) {
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
  const { refs } = context;
  const examples = dispensableChild(holder, "examples", context);
  return [
    readExample(childOf(holder, "example"), refs),
    ...itemsOf(examples).map((item) => readExample(item, refs)),
    ...childrenOf(examples).map(([, item]) => readNamedExample(item, context)),
  ].filter((value) => value !== undefined);
}

/** https://spec.openapis.org/oas/v3.2.0#example-object */
function readNamedExample(item: Target, context: Context): unknown {
  const target = followDispensable(item, context);
  const valueOf = (key: string) =>
    readExample(childOf(target, key), context.refs);
  const isReference = target.pointer !== item.pointer;
  // Some refer to the value itself, mostly a file of its own.
  const isBare =
    isReference &&
    !EXAMPLE_FIELDS.some((key) => member(target.value, key) !== undefined);
  return isBare ? target.value : (valueOf("value") ?? valueOf("dataValue"));
}

const EXAMPLE_FIELDS =
  "value dataValue serializedValue externalValue summary description".split(
    " ",
  );

/** What holds the schema of a body or response itself, without a media type: in Swagger 2.0, and by mistake later. */
export function bareSchema(node: Node, context: Context): Node | undefined {
  const content = dispensableChild(node, "content", context);
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
