import { folderOf } from "../config/source-name.js";
import type { Plan } from "../plan/plan.js";
import { byCodeUnit } from "../text.js";
import type { PlannedApi, PlannedFile } from "./planned.js";

/** What the modules of one API share, and what nobody edits. */
export function schemaFiles({
  features,
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
    ...(features.server.includes("strip")
      ? [
          machine("answers", "answers.ts", {
            runtime: `${runtime}features/strip.js`,
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
export function machineFiles({ features, plan }: PlannedApi): string[] {
  return [
    "api.ts",
    "schemas.ts",
    ...(features.server.includes("strip") ? ["answers.ts"] : []),
    ...(plan.outputs === null ? [] : ["outputs.ts"]),
  ];
}

/** By request, sorted. */
function answersOf({ components }: Plan): object {
  const shapes = components.flatMap(({ answer, recipe }) =>
    answer.shape === null ? [] : [[recipe.request, answer.shape] as const],
  );
  return Object.fromEntries(shapes.sort(([a], [b]) => byCodeUnit(a, b)));
}
