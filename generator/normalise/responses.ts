import {
  filled,
  member,
  members,
  percentDecoded,
  readText,
  steps,
  textsOf,
} from "../json.js";
import type { Link, MediaType, Response } from "../model.js";
import { byCodeUnit } from "../text.js";
import { type Context, dispensableNodeOf } from "./context.js";
import { bareMedia, bareSchema, readContent } from "./content.js";
import {
  childOf,
  childrenOf,
  type Node,
  referred,
  type Refs,
  type Target,
} from "../dialect/refs.js";

/** The responses of an operation, sorted by status. `produces` are Swagger 2.0's media types. */
export function readResponses(
  target: Target,
  produces: unknown,
  context: Context,
): Response[] {
  const responses = childrenOf(target).flatMap(([status, item]) => {
    // Names of statuses can't be mistaken for extensions.
    const node = status.startsWith("x-")
      ? undefined
      : dispensableNodeOf(item, context);
    if (node === undefined) return [];
    const headers = members(node.value["headers"]).map(([name]) => name);
    return {
      status: /^\dxx$/i.test(status) ? status.toUpperCase() : status,
      media: readMedia(node, textsOf(produces), context),
      ...filled({ headers: headers.map((name) => name.toLowerCase()).sort() }),
    };
  });
  // Digits come before `X`, which comes before `default`.
  return responses.sort((a, b) => byCodeUnit(a.status, b.status));
}

function readMedia(
  node: Node,
  produces: readonly string[],
  context: Context,
): MediaType[] {
  const bare = bareSchema(node);
  if (bare === undefined) return readContent(childOf(node, "content"), context);
  const schema = context.schemas.convert(childOf(bare, "schema"));
  return bareMedia(produces, schema).map((one) => {
    const example = member(node.value["examples"], one.contentType);
    return example === undefined ? one : { ...one, examples: [example] };
  });
}

/** Where the answers of an operation lead. Nobody calls by a link: one that leads nowhere says nothing. */
export function readLinks(responses: Target, refs: Refs): Link[] {
  return childrenOf(responses)
    .map(([, response]) => childOf(referred(response, refs), "links"))
    .flatMap(childrenOf)
    .flatMap(([, link]) => {
      const { value } = referred(link, refs);
      const text = (key: string) => readText(member(value, key));
      const fragment = text("operationRef").replace(/^[^#]*#/, "");
      const [paths, path = "", method = ""] = steps(percentDecoded(fragment));
      const operation =
        paths === "paths"
          ? `${method.toUpperCase()} ${path}`
          : text("operationId");
      const given = members(member(value, "parameters")).map(
        ([name, expression]) => [name, readText(expression)] as const,
      );
      return operation === ""
        ? []
        : [{ operation, parameters: new Map(given) }];
    });
}
