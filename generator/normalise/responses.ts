import {
  omitEmpty,
  getMember,
  entriesOf,
  readText,
  toStrings,
} from "../shared/json.js";
import { decodePercent, parsePointer } from "../shared/json-pointer.js";
import type { Link, MediaType, Response } from "../model.js";
import { compareCodeUnits } from "../shared/order.js";
import {
  type Context,
  followOptionalChild,
  optionalNodeOf,
} from "./context.js";
import { readExample } from "./schema/examples.js";
import { createBareMedia, findBareSchema, readContent } from "./content.js";
import {
  childOf,
  childrenOf,
  type Node,
  tryFollow,
  tryFollowChild,
  type RefResolver,
  type Target,
} from "./schema/refs.js";

/** Reads the responses of an operation, sorted by status. `produces` are the media types of Swagger 2.0. */
export function readResponses(
  target: Target,
  produces: unknown,
  context: Context,
): Response[] {
  const responses = childrenOf(target).flatMap(([status, responseTarget]) => {
    // A status can't begin with `x-`; a field that does is an extension.
    const node = status.startsWith("x-")
      ? undefined
      : optionalNodeOf(responseTarget, context);
    if (node === undefined) return [];
    const headers = entriesOf(node.value["headers"]).map(([name]) => name);
    return {
      status: /^\dxx$/i.test(status) ? status.toUpperCase() : status,
      media: readResponseMedia(node, toStrings(produces), context),
      ...omitEmpty({
        headers: headers.map((name) => name.toLowerCase()).sort(),
      }),
    };
  });
  // Digits sort before `X`, and `X` before `default`.
  return responses.sort((a, b) => compareCodeUnits(a.status, b.status));
}

function readResponseMedia(
  node: Node,
  produces: readonly string[],
  context: Context,
): MediaType[] {
  const bare = findBareSchema(node, context);
  if (bare === undefined)
    return readContent(followOptionalChild(node, "content", context), context);
  const schema = context.schemas.convert(childOf(bare, "schema"));
  return createBareMedia(produces, schema).map((mediaType) => {
    const examples = followOptionalChild(node, "examples", context);
    const example = readExample(
      childOf(examples, mediaType.contentType),
      context,
    );
    return example === undefined
      ? mediaType
      : { ...mediaType, examples: [example] };
  });
}

/**
 * Reads the links of an operation's responses. No request depends on them, so that links without a target are skipped.
 */
export function readLinks(responses: Target, refs: RefResolver): Link[] {
  return childrenOf(responses)
    .map(([, response]) =>
      tryFollowChild(tryFollow(response, refs), "links", refs),
    )
    .flatMap(childrenOf)
    .flatMap(([, link]) => {
      const target = tryFollow(link, refs);
      const { value } = target;
      const readField = (key: string) => readText(getMember(value, key));
      const fragment = readField("operationRef").replace(/^[^#]*#/, "");
      const [paths, path = "", method = ""] = parsePointer(
        decodePercent(fragment),
      );
      const operation =
        paths === "paths"
          ? `${method.toUpperCase()} ${path}`
          : readField("operationId");
      const linkParameters = entriesOf(
        tryFollowChild(target, "parameters", refs).value,
      ).map(([name, expression]) => [name, readText(expression)] as const);
      return operation === ""
        ? []
        : [{ operation, parameters: new Map(linkParameters) }];
    });
}
