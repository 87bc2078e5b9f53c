import { mapSubschemas } from "../../runtime/features/inline.js";
import { listed } from "../../runtime/features/output-schemas.js";
import type { Finding } from "../errors.js";
import type { Schema } from "../model.js";
import { partsOf } from "../schema/walk.js";
import { bytesOf } from "./listed.js";
import type { Plan } from "./plan.js";

type Outputs = Pick<Plan, "components" | "outputs">;

/**
 * Keeps the schemas of answers within the bytes that the list of tools has left: what shared schemas hold is left
 * out first, then the largest schemas; both are told.
 */
export function boundOutputs<Part extends Outputs>(
  plans: readonly Part[],
  room: number,
): { readonly plans: readonly Part[]; readonly findings: readonly Finding[] } {
  if (isWithin(plans, room)) return { plans, findings: [] };
  const shallow = plans.map((plan) => ({ ...plan, outputs: outlined(plan) }));
  if (isWithin(shallow, room))
    return { plans: shallow, findings: [told("are listed one level deep")] };
  let left = room;
  const kept = shallow
    .flatMap(sizesOf)
    .sort(([, a], [, b]) => a - b)
    .filter(([, bytes]) => (left -= bytes) >= 0);
  const names = new Set(kept.map(([component]) => component));
  const count = plans.flatMap(sizable).length - names.size;
  return {
    plans: shallow.map((plan) => ({
      ...plan,
      components: plan.components.map((one) =>
        names.has(one) ? one : { ...one, outputSchema: null },
      ),
    })),
    findings: [
      told(`are listed one level deep, and the ${count} largest not at all`),
    ],
  };
}

/** Ends where they are known to be more, since a reference may bring all others along. */
function isWithin(plans: readonly Outputs[], room: number): boolean {
  let left = room;
  for (const plan of plans)
    for (const component of sizable(plan))
      if ((left -= sizeOf(component, plan)) < 0) return false;
  return true;
}

function sizesOf(plan: Outputs) {
  return sizable(plan).map((one) => [one, sizeOf(one, plan)] as const);
}

const sizable = ({ components }: Outputs) =>
  components.filter(({ outputSchema }) => outputSchema !== null);

function sizeOf(
  { outputSchema }: Outputs["components"][number],
  { outputs }: Outputs,
): number {
  const shared = Object.fromEntries(outputs ?? []);
  return bytesOf({ outputSchema: listed(outputSchema ?? {}, shared) });
}

function outlined({ outputs }: Outputs): Plan["outputs"] {
  const all = [...(outputs ?? [])];
  return outputs && new Map(all.map(([name, one]) => [name, outline(one)]));
}

/** What lies in a schema's parts is left out, and nothing said of it that could refuse an answer. */
function outline(schema: Schema): Schema {
  return mapSubschemas(schema, (part) => {
    if (part["$ref"] === undefined && partsOf(part).length === 0) return part;
    const { description = "Its details are left out of this listing." } = part;
    return { description };
  });
}

function told(how: string): Finding {
  return {
    severity: "warning",
    code: "outputs-shortened",
    message: `With all schemas of answers, the list of tools would be longer than clients read; they ${how}.`,
    hint: "Leave routes out with --route-map, or split the server by paths or tags, to show them whole.",
  };
}
