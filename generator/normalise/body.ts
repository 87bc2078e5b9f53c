import { type Placed, ToolwrightError } from "../errors.js";
import { readText } from "../json.js";
import type { Body, Schema } from "../model.js";
import { mediaKind } from "../schema/media.js";
import { type Context, dispensableNodeOf, nodeOf } from "./context.js";
import { bareSchema, readContent } from "./content.js";
import { readWhole } from "./swagger-body.js";
import { childOf, type Target } from "../dialect/refs.js";

/**
 * The body of a request; null where there is none. Forms that nobody can write are left out, and told where nothing
 * else is left. Throws `ToolwrightError` where one is required, or where a reference can't be resolved.
 * https://spec.openapis.org/oas/v3.1.1#request-body-object
 */
export function readBody(target: Target, context: Context): Body | null {
  const node = nodeOf(target, context);
  if (node === undefined) return null;
  const bare = bareSchema(node);
  if (bare) return readWhole(bare, [], context);
  const content = childOf(node, "content");
  const { required: said } = node.value;
  const required = typeof said === "boolean" ? said : null;
  const problems: Placed[] = [];
  const media = readContent(content, context).filter(({ contentType }) => {
    const written = childOf(content, contentType);
    const problem = problemOf(contentType, written, context);
    if (problem !== undefined) problems.push(problem);
    return problem === undefined;
  });
  const description = readText(node.value["description"]);
  // What may be left out and can hold nothing is no body, as of all reads of Stripe.
  if (media.some(({ schema }) => required === true || !isEmpty(schema)))
    return { description, required, media };
  if (required && problems.length > 0) throw new ToolwrightError(problems);
  for (const problem of problems) context.warn(problem);
  return null;
}

/** An object without properties that takes no others. */
function isEmpty({ additionalProperties, properties = {}, type }: Schema) {
  const isClosed = type === "object" && additionalProperties === false;
  return isClosed && Object.keys(Object(properties) as object).length === 0;
}

/** What describes parts by their place. https://spec.openapis.org/oas/v3.2.0#encoding-by-position */
const POSITIONAL = ["prefixEncoding", "itemEncoding", "itemSchema"];

/** Why a form has no fields by name, without which nobody can write it. */
function problemOf(
  contentType: string,
  media: Target,
  context: Context,
): Placed | undefined {
  const kind = mediaKind(contentType);
  if (kind !== "form" && kind !== "multipart") return undefined;
  const { pointer } = media;
  const { value = {} } = dispensableNodeOf(media, context) ?? {};
  const schema = dispensableNodeOf(
    childOf({ value, pointer }, "schema"),
    context,
  );
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
