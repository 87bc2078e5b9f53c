import { below, isObject, type JsonObject, member, members } from "../json.js";
import type { Encoding, MediaType, Schema } from "../model.js";
import { type Context, dispensableNodeOf, type Node } from "./context.js";
import { isStyle } from "./styles.js";

/** The media types of a body, response or parameter. https://spec.openapis.org/oas/v3.1.1#media-type-object */
export function readContent(
  content: unknown,
  pointer: string,
  context: Context,
): MediaType[] {
  return members(content).map(([contentType, value]) => {
    const place = below(pointer, contentType);
    const node = dispensableNodeOf(value, place, context);
    return node === undefined
      ? { contentType, schema: {}, encoding: new Map(), examples: [] }
      : readMediaType(contentType, node, context);
  });
}

function readMediaType(
  contentType: string,
  { value, pointer }: Node,
  context: Context,
): MediaType {
  const own = readExamples(value, pointer, context);
  const schema = readMediaSchema(value, pointer, context);
  return {
    contentType,
    schema,
    encoding: new Map(
      members(value["encoding"]).flatMap(([name, item]) =>
        isObject(item)
          ? [
              [
                name,
                readEncoding(
                  item,
                  below(below(pointer, "encoding"), name),
                  context,
                ),
              ] as const,
            ]
          : [],
      ),
    ),
    examples: own.length > 0 ? own : examplesOf(schema),
  };
}

// 3.2 describes the items of a stream, which arrive as a list.
function readMediaSchema(
  value: JsonObject,
  pointer: string,
  { schemas }: Context,
): Schema {
  const { schema, itemSchema } = value;
  if (schema === undefined && itemSchema !== undefined)
    return {
      type: "array",
      items: schemas.convert(itemSchema, below(pointer, "itemSchema")),
    };
  return schemas.convert(schema, below(pointer, "schema"));
}

/** The examples that a converted schema carries itself. */
export function examplesOf({ examples }: Schema): readonly unknown[] {
  return Array.isArray(examples) ? examples : [];
}

function readEncoding(
  value: JsonObject,
  pointer: string,
  context: Context,
): Encoding {
  const { contentType, style, explode, allowReserved } = value;
  return {
    contentType: typeof contentType === "string" ? contentType : null,
    headers: readHeaders(value["headers"], below(pointer, "headers"), context),
    style: isStyle(style) ? style : null,
    explode: typeof explode === "boolean" ? explode : null,
    allowReserved: allowReserved === true,
  };
}

function readHeaders(
  headers: unknown,
  pointer: string,
  context: Context,
): Map<string, Schema> {
  const found = new Map<string, Schema>();
  for (const [name, item] of members(headers)) {
    const node = dispensableNodeOf(item, below(pointer, name), context);
    if (node === undefined) continue;
    const schema = member(node.value, "schema");
    found.set(
      name,
      context.schemas.convert(schema, below(node.pointer, "schema")),
    );
  }
  return found;
}

/** The values of `example` and `examples` of a parameter or media type. Those kept elsewhere (`externalValue`) are passed over. */
export function readExamples(
  holder: JsonObject,
  pointer: string,
  context: Context,
): unknown[] {
  const { example, examples } = holder;
  const named = Array.isArray(examples)
    ? (examples as unknown[])
    : members(examples).flatMap(([name, item]) => {
        const place = below(below(pointer, "examples"), name);
        const node = dispensableNodeOf(item, place, context);
        const value =
          member(node?.value, "value") ?? member(node?.value, "dataValue");
        return value === undefined ? [] : [value];
      });
  return example === undefined ? named : [example, ...named];
}
