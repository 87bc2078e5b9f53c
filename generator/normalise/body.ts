import { below } from "../json.js";
import type { Body } from "../model.js";
import { nodeOf } from "./context.js";
import type { Context } from "./context.js";
import { readContent } from "./media.js";
import type { Target } from "./refs.js";
import { readText } from "./values.js";

/**
 * The body of a request; null where there is none. Throws `ToolwrightError` where its reference
 * can't be resolved. https://spec.openapis.org/oas/v3.1.1#request-body-object
 */
export function readBody(
  { value, pointer }: Target,
  context: Context,
): Body | null {
  const node = nodeOf(value, pointer, context);
  if (node === undefined) return null;
  const content = below(node.pointer, "content");
  const media = readContent(node.value["content"], content, context);
  if (media.length === 0) return null;
  return {
    description: readText(node.value["description"]),
    required: node.value["required"] === true,
    media,
  };
}
