import type { LocatedProblem } from "../../errors.js";
import type { JsonObject } from "../../shared/json.js";
import { IN_PLACE_KEYWORDS } from "../../schema/keywords.js";
import { subschemas } from "../../schema/walk.js";

/** A schema that others refer to, and where it stands in the document. */
export interface NamedSchema {
  readonly name: string;
  readonly pointer: string;
  readonly schema: JsonObject;
}

/** A reference that applies to the same value as the named schema that it stands in. */
interface RefEdge {
  readonly holder: JsonObject;
  /** The named schema's own keyword that the reference stands below. */
  readonly keyword: string;
  readonly targetName: string;
}

/** A named schema on the walk. */
interface WalkStep {
  readonly component: NamedSchema;
  state: "new" | "open" | "done";
  /** Those that are still to be followed. */
  edges: RefEdge[];
  /** By which the walk left it. */
  keyword: string;
}

const REF_PREFIX = "#/$defs/";

/**
 * Ends cycles of schemas that apply to one and the same value, where no validator and no merge of
 * `allOf` would come to an end. The common one is a base with `oneOf` of its children, each of
 * which has `allOf` with the base: there the child gets the base without that `oneOf`, which is
 * what its author meant. Changes the schemas.
 */
export function breakCycles(
  namedSchemas: readonly NamedSchema[],
  warn: (problem: LocatedProblem) => void,
): void {
  const stepsByName = new Map(
    namedSchemas.map((component): [string, WalkStep] => [
      component.name,
      { component, state: "new", edges: [], keyword: "" },
    ]),
  );
  const stack: WalkStep[] = [];

  const enter = (step: WalkStep | undefined): void => {
    if (step?.state !== "new") return;
    step.state = "open";
    step.edges = collectEdges(step.component.schema);
    stack.push(step);
  };

  const pass = (
    step: WalkStep,
    { holder, keyword, targetName: to }: RefEdge,
  ): void => {
    if (holder["$ref"] !== REF_PREFIX + to) return;
    step.keyword = keyword;
    const targetStep = stepsByName.get(to);
    if (targetStep?.state !== "open") return enter(targetStep);
    if (!replaceRef(holder, targetStep))
      warn(toCircularFinding(targetStep.component));
    for (const edge of collectEdges(holder, keyword)) step.edges.push(edge);
  };

  // Beginning with the unions makes their children give way.
  for (const { name } of [...namedSchemas.filter(isUnion), ...namedSchemas]) {
    enter(stepsByName.get(name));
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

function collectEdges(schema: JsonObject, parentKeyword?: string): RefEdge[] {
  const edges: RefEdge[] = [];
  const visit = (node: JsonObject, outerKeyword: string | undefined): void => {
    const reference = node["$ref"];
    if (typeof reference === "string")
      edges.push({
        holder: node,
        keyword: outerKeyword ?? "$ref",
        targetName: reference.slice(REF_PREFIX.length),
      });
    for (const keyword of IN_PLACE_KEYWORDS)
      for (const subschema of subschemas(node, [keyword]))
        visit(subschema, outerKeyword ?? keyword);
  };
  visit(schema, parentKeyword);
  return edges;
}

/** Puts the outer schema, without what led here, in the place of a reference to it. False: nothing is left of it. */
function replaceRef(
  holder: JsonObject,
  { component, keyword }: WalkStep,
): boolean {
  const remainder = { ...component.schema };
  for (const removedKeyword of [keyword, "$ref", "discriminator"])
    delete remainder[removedKeyword];
  delete holder["$ref"];
  if (Object.keys(holder).length === 0) {
    Object.assign(holder, remainder);
  } else {
    // The conversion made this list.
    const allOfSchemas = (holder["allOf"] ?? []) as JsonObject[];
    holder["allOf"] = [...allOfSchemas, remainder];
  }
  return Object.keys(remainder).length > 0;
}

function toCircularFinding({ name, pointer }: NamedSchema) {
  return {
    code: "circular-schema",
    message: `The schema ${name} is defined by nothing but itself; any value is accepted there.`,
    pointer,
    hint: "Say what it holds.",
  };
}
