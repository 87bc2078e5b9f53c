import { decodeFragment, member, members, readText, steps } from "../json.js";
import type { Link } from "../model.js";
import {
  childOf,
  childrenOf,
  type Refs,
  type Target,
} from "../dialect/refs.js";

/** Where the answers of an operation lead. Nobody calls by a link: one that leads nowhere says nothing. */
export function readLinks(responses: Target, refs: Refs): Link[] {
  const follow = (target: Target) => {
    const reference = readText(member(target.value, "$ref"));
    return (reference && refs.find(reference)) || target;
  };
  return childrenOf(responses)
    .map(([, response]) => childOf(follow(response), "links"))
    .flatMap(childrenOf)
    .flatMap(([, link]) => {
      const { value } = follow(link);
      const text = (key: string) => readText(member(value, key));
      const fragment = text("operationRef").replace(/^[^#]*#/, "");
      const [paths, path = "", method = ""] = steps(decodeFragment(fragment));
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
