import type { Placed } from "../../errors.js";
import type { JsonObject } from "../../shared/json.js";
import { IN_PLACE } from "../../schema/keywords.js";
import { partsOf } from "../../schema/walk.js";

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

/** A named schema on the walk. */
interface Step {
  readonly named: NamedSchema;
  state: "new" | "open" | "done";
  /** Those that are still to be followed. */
  edges: Edge[];
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
  const known = new Map(
    all.map((named): [string, Step] => [
      named.name,
      { named, state: "new", edges: [], keyword: "" },
    ]),
  );
  const stack: Step[] = [];

  const enter = (step: Step | undefined): void => {
    if (step?.state !== "new") return;
    step.state = "open";
    step.edges = edgesOf(step.named.schema);
    stack.push(step);
  };

  const pass = (from: Step, { holder, keyword, to }: Edge): void => {
    if (holder["$ref"] !== PREFIX + to) return;
    from.keyword = keyword;
    const outer = known.get(to);
    if (outer?.state !== "open") return enter(outer);
    if (!giveWay(holder, outer)) warn(circular(outer.named));
    for (const one of edgesOf(holder, keyword)) from.edges.push(one);
  };

  // Beginning with the unions makes their children give way.
  for (const { name } of [...all.filter(isUnion), ...all]) {
    enter(known.get(name));
    for (let step = stack.at(-1); step !== undefined; step = stack.at(-1)) {
      const edge = step.edges.pop();
      if (edge !== undefined) {
        pass(step, edge);
      } else {
        stack.pop();
        step.state = "done";
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
function giveWay(holder: JsonObject, { named, keyword }: Step): boolean {
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
