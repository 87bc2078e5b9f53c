import { filled } from "../json.js";
import { folderOf } from "../config/source-name.js";
import type { Plan } from "../plan/plan.js";
import type { PlannedApi, PlannedFile } from "./planned.js";

/** What the modules of one API share, and what nobody edits. */
export function schemaFiles({
  leftOut,
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
  return [
    machine("schemas", "schemas.ts", {
      runtime: `${runtime}index.js`,
      schemas: { ...plan.shared, ...filled({ leftOut }) },
    }),
    ...(hasAnswers(plan)
      ? [
          machine("answers", "answers.ts", {
            runtime: `${runtime}index.js`,
            operations: plan.answers.operations,
            ...filled({ statuses: plan.answers.statuses }),
            schemas: plan.answers.$defs,
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
export function hasAnswers({ answers }: Pick<Plan, "answers">): boolean {
  return Object.keys(answers.operations).length > 0;
}
