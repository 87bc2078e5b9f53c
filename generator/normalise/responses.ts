import { filled, member, members, readText, textsOf } from "../shared/json.js";
import { percentDecoded, steps } from "../shared/json-pointer.js";
import type { Link, MediaType, Response } from "../model.js";
import { byCodeUnit } from "../shared/order.js";
import {
  type Context,
  dispensableChild,
  dispensableNodeOf,
} from "./context.js";
import { bareMedia, bareSchema, readContent } from "./content.js";
import {
  childOf,
  childrenOf,
  type Node,
  referred,
  referredChild,
  type Refs,
  type Target,
} from "./schema/refs.js";

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
  const bare = bareSchema(node, context);
  if (bare === undefined)
    return readContent(dispensableChild(node, "content", context), context);
  const schema = context.schemas.convert(childOf(bare, "schema"));
  return bareMedia(produces, schema).map((one) => {
    const { value: examples } = dispensableChild(node, "examples", context);
    const example = member(examples, one.contentType);
    return example === undefined ? one : { ...one, examples: [example] };
  });
}

/** Where the answers of an operation lead. Nobody calls by a link: one that leads nowhere says nothing. */
export function readLinks(responses: Target, refs: Refs): Link[] {
  return childrenOf(responses)
    .map(([, response]) =>
      referredChild(referred(response, refs), "links", refs),
    )
    .flatMap(childrenOf)
    .flatMap(([, link]) => {
      const target = referred(link, refs);
      const { value } = target;
      const text = (key: string) => readText(member(value, key));
      const fragment = text("operationRef").replace(/^[^#]*#/, "");
      const [paths, path = "", method = ""] = steps(percentDecoded(fragment));
      const operation =
        paths === "paths"
          ? `${method.toUpperCase()} ${path}`
          : text("operationId");
      const given = members(
        referredChild(target, "parameters", refs).value,
      ).map(([name, expression]) => [name, readText(expression)] as const);
      return operation === ""
        ? []
        : [{ operation, parameters: new Map(given) }];
    });
}
