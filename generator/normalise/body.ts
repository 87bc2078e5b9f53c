import { ToolwrightError, type Problem } from "../errors.js";
import { below, member, readText } from "../json.js";
import type { Body } from "../model.js";
import { mediaKind } from "../schema/media.js";
import { type Context, dispensableNodeOf, nodeOf } from "./context.js";
import { readContent } from "./media.js";
import type { Target } from "./refs.js";

/**
 * The body of a request; null where there is none. Forms that nobody can write are left out. Throws
 * `ToolwrightError` where one is required, or where a reference can't be resolved. https://spec.openapis.org/oas/v3.1.1#request-body-object
 */
export function readBody(
  { value, pointer }: Target,
  context: Context,
): Body | null {
  const node = nodeOf(value, pointer, context);
  if (node === undefined) return null;
  const content = below(node.pointer, "content");
  const given = node.value["content"];
  const required = node.value["required"] === true;
  const problems: (Problem & { readonly pointer: string })[] = [];
  const media = readContent(given, content, context).filter((one) => {
    const { contentType } = one;
    const at = below(content, contentType);
    const written = { value: member(given, contentType), pointer: at };
    const problem = problemOf(contentType, written, context);
    if (problem !== undefined) problems.push(problem);
    return problem === undefined;
  });
  if (media.length === 0 && required && problems.length > 0)
    throw new ToolwrightError(problems);
  problems.forEach(context.warn);
  const description = readText(node.value["description"]);
  return media.length === 0 ? null : { description, required, media };
}

/** What describes parts by their place. https://spec.openapis.org/oas/v3.2.0#encoding-by-position */
const POSITIONAL = ["prefixEncoding", "itemEncoding", "itemSchema"];

/** Why a form has no fields by name, without which nobody can write it. */
function problemOf(
  contentType: string,
  { value: media, pointer }: Target,
  context: Context,
): (Problem & { readonly pointer: string }) | undefined {
  const kind = mediaKind(contentType);
  if (kind !== "form" && kind !== "multipart") return undefined;
  const { value = {} } = dispensableNodeOf(media, pointer, context) ?? {};
  const at = below(pointer, "schema");
  const schema = dispensableNodeOf(value["schema"], at, context);
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
