import { below, fields, member, readText, textsOf } from "../json.js";
import type { MediaType, Response } from "../model.js";
import { type Context, dispensableNodeOf, type Node } from "./context.js";
import { examplesOf, readContent } from "./media.js";
import type { Target } from "./refs.js";

/** The responses of an operation, sorted by status. `produces` are Swagger 2.0's media types. */
export function readResponses(
  { value, pointer }: Target,
  {
    context,
    produces,
  }: { readonly context: Context; readonly produces: unknown },
): Response[] {
  return (
    fields(value)
      .flatMap(([status, item]) => {
        const node = dispensableNodeOf(item, below(pointer, status), context);
        if (node === undefined) return [];
        return [
          {
            status: /^\dxx$/i.test(status) ? status.toUpperCase() : status,
            description:
              readText(node.value["description"]) ||
              readText(node.value["summary"]),
            media:
              context.version === "2.0"
                ? readSwaggerMedia(node, textsOf(produces), context)
                : readContent(
                    node.value["content"],
                    below(node.pointer, "content"),
                    context,
                  ),
          },
        ];
      })
      // Digits come before `X`, which comes before `default`.
      .sort((a, b) => (a.status < b.status ? -1 : 1))
  );
}

function readSwaggerMedia(
  { value, pointer }: Node,
  produces: readonly string[],
  { schemas }: Context,
): MediaType[] {
  if (value["schema"] === undefined) return [];
  const schema = schemas.convert(value["schema"], below(pointer, "schema"));
  const types = produces.length > 0 ? produces : ["application/json"];
  return types.map((contentType) => {
    const example = member(value["examples"], contentType);
    return {
      contentType,
      schema,
      encoding: new Map(),
      examples: example === undefined ? examplesOf(schema) : [example],
    };
  });
}
