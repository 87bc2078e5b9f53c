import type { LocatedProblem } from "../../errors.js";
import type { JsonObject } from "../../shared/json.js";
import { IN_PLACE_KEYWORDS } from "../../schema/keywords.js";
import { subschemas } from "../../schema/walk.js";

/** Schema that others refer to, and its location in the document. */
export interface NamedSchema {
  readonly name: string;
  readonly pointer: string;
  readonly schema: JsonObject;
}

/** Reference that applies to the same value as the named schema around it. */
interface RefEdge {
  readonly holder: JsonObject;
  /** Keyword of the named schema that the reference is below. */
  readonly keyword: string;
  readonly targetName: string;
}

/** Named schema on the path of the walk. */
interface WalkStep {
  readonly component: NamedSchema;
  state: "new" | "open" | "done";
  /** References that are still to be followed. */
  edges: RefEdge[];
  /** Keyword of the reference that the walk followed last. */
  keyword: string;
}

const REF_PREFIX = "#/$defs/";

/**
 * Breaks cycles of schemas that apply to one and the same value, which no validator and no merge of `allOf` could
 * finish. The common one is a base with a `oneOf` of its children, each of which has the base in `allOf`: the child
 * gets the base without that `oneOf`, as its author meant. Changes the schemas.
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

  // The walk begins with the unions, so that their children are the ones that change.
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

/**
 * Replaces a reference by the schema that it leads to, without the keyword that leads back. False if nothing is left.
 */
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
    message: `The schema ${name} refers only to itself; any value is accepted.`,
    pointer,
    hint: "Declare its type.",
  };
}
