import { below, type JsonObject, member } from "../json.js";
import { type Context, dispensableNodeOf } from "./context.js";
import { members } from "./values.js";

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
