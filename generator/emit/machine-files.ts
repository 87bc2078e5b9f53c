import { folderOf } from "../config/source-name.js";
import type { Plan } from "../plan/plan.js";
import { byCodeUnit } from "../text.js";
import type { PlannedApi, PlannedFile } from "./planned.js";

/** What the modules of one API share, and what nobody edits. */
export function schemaFiles({
  levels,
  plan,
  settings: { source },
}: PlannedApi): PlannedFile[] {
  const folder = folderOf(source);
  const runtime = source === null ? "./runtime/" : "../runtime/";
  const machine = (name: string, template: string, data: object) => ({
    path: `${folder}${name}.ts`,
    template,
    editable: false,
    data,
  });
  const bounded = Object.keys(levels).length === 0 ? {} : { levels };
  return [
    machine("schemas", "schemas.ts", {
      runtime: `${runtime}index.js`,
      schemas: { ...plan.shared, ...bounded },
    }),
    ...(hasAnswers(plan)
      ? [
          machine("answers", "answers.ts", {
            runtime: `${runtime}features/known-fields.js`,
            operations: answersOf(plan),
            schemas: Object.fromEntries(plan.answers),
          }),
        ]
      : []),
    ...(plan.outputs === null
      ? []
      : [
          machine("outputs", "outputs.ts", {
            runtime: `${runtime}index.js`,
            schemas: Object.fromEntries(plan.outputs),
          }),
        ]),
  ];
}

/** Names of the files of one API that are not for editing, in its folder. */
export function machineFiles({ plan }: PlannedApi): string[] {
  return [
    "api.ts",
    "schemas.ts",
    ...(hasAnswers(plan) ? ["answers.ts"] : []),
    ...(plan.outputs === null ? [] : ["outputs.ts"]),
  ];
}

/** Whether something is declared of an answer. */
export function hasAnswers(plan: Pick<Plan, "components">): boolean {
  return Object.keys(answersOf(plan)).length > 0;
}

/** By request, sorted. Of tools, all that are JSON: `fields` is an argument of these. */
function answersOf({ components }: Pick<Plan, "components">): object {
  const shapes = components.flatMap(({ answer, kind, recipe }) => {
    const isTool = kind === "tool" && answer.form === "json";
    const shape = answer.shape ?? (isTool ? {} : null);
    return shape === null ? [] : [[recipe.request, shape] as const];
  });
  return Object.fromEntries(shapes.sort(([a], [b]) => byCodeUnit(a, b)));
}
