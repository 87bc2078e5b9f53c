import type { Placed } from "../errors.js";
import type { JsonObject } from "../json.js";
import { IN_PLACE } from "../schema/keywords.js";
import { partsOf } from "../schema/walk.js";

/** A schema that others refer to, and where it stands in the document. */
export interface NamedSchema {
  readonly name: string;
  readonly pointer: string;
  readonly schema: JsonObject;
}

/** A reference that applies to the same value as the named schema that it stands in. */
interface Edge {
  readonly holder: JsonObject;
  /** The named schema's own keyword that the reference stands below. */
  readonly keyword: string;
  readonly to: string;
}

interface Frame {
  readonly named: NamedSchema;
  readonly edges: Edge[];
  /** By which the walk left it. */
  keyword: string;
}

const PREFIX = "#/$defs/";

/**
 * Ends cycles of schemas that apply to one and the same value, where no validator and no merge of
 * `allOf` would come to an end. The common one is a base with `oneOf` of its children, each of
 * which has `allOf` with the base: there the child gets the base without that `oneOf`, which is
 * what its author meant. Changes the schemas.
 */
export function breakCycles(
  all: readonly NamedSchema[],
  warn: (problem: Placed) => void,
): void {
  const byName = new Map(all.map((named) => [named.name, named]));
  const begun = new Set<string>();
  const open = new Map<string, Frame>();
  const stack: Frame[] = [];

  const enter = (named: NamedSchema): void => {
    const frame = { named, edges: edgesOf(named.schema), keyword: "" };
    begun.add(named.name);
    open.set(named.name, frame);
    stack.push(frame);
  };

  const pass = (frame: Frame, edge: Edge): void => {
    if (edge.holder["$ref"] !== PREFIX + edge.to) return;
    frame.keyword = edge.keyword;
    const outer = open.get(edge.to);
    const next = byName.get(edge.to);
    if (outer !== undefined) {
      if (!giveWay(edge.holder, outer)) warn(circular(outer.named));
      for (const one of edgesOf(edge.holder, edge.keyword))
        frame.edges.push(one);
    } else if (next !== undefined && !begun.has(edge.to)) {
      enter(next);
    }
  };

  // Beginning with the unions makes their children give way.
  for (const root of [...all.filter(isUnion), ...all]) {
    if (!begun.has(root.name)) enter(root);
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const edge = frame.edges.pop();
      if (edge !== undefined) {
        pass(frame, edge);
      } else {
        stack.pop();
        open.delete(frame.named.name);
      }
    }
  }
}

function isUnion({ schema }: NamedSchema): boolean {
  return "oneOf" in schema || "anyOf" in schema;
}

function edgesOf(schema: JsonObject, below?: string): Edge[] {
  const edges: Edge[] = [];
  const visit = (node: JsonObject, above: string | undefined): void => {
    const reference = node["$ref"];
    if (typeof reference === "string")
      edges.push({
        holder: node,
        keyword: above ?? "$ref",
        to: reference.slice(PREFIX.length),
      });
    for (const keyword of IN_PLACE)
      for (const part of partsOf(node, [keyword]))
        visit(part, above ?? keyword);
  };
  visit(schema, below);
  return edges;
}

/** Puts the outer schema, without what led here, in the place of a reference to it. False: nothing is left of it. */
function giveWay(holder: JsonObject, { named, keyword }: Frame): boolean {
  const rest = { ...named.schema };
  for (const cut of [keyword, "$ref", "discriminator"]) delete rest[cut];
  delete holder["$ref"];
  if (Object.keys(holder).length === 0) {
    Object.assign(holder, rest);
  } else {
    // The conversion made this list.
    const others = (holder["allOf"] ?? []) as JsonObject[];
    holder["allOf"] = [...others, rest];
  }
  return Object.keys(rest).length > 0;
}

function circular({ name, pointer }: NamedSchema) {
  return {
    code: "circular-schema",
    message: `The schema ${name} is defined by nothing but itself; any value is accepted there.`,
    pointer,
    hint: "Say what it holds.",
  };
}
