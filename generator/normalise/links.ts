import { decodeFragment, member, members, readText, steps } from "../json.js";
import type { Link } from "../model.js";
import {
  childOf,
  childrenOf,
  referred,
  type Refs,
  type Target,
} from "../dialect/refs.js";

/** Where the answers of an operation lead. Nobody calls by a link: one that leads nowhere says nothing. */
export function readLinks(responses: Target, refs: Refs): Link[] {
  return childrenOf(responses)
    .map(([, response]) => childOf(referred(response, refs), "links"))
    .flatMap(childrenOf)
    .flatMap(([, link]) => {
      const { value } = referred(link, refs);
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
