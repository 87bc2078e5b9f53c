import type { Schemas } from "../../runtime/types.js";
import { filled } from "../json.js";
import { folderOf } from "../config/source-name.js";
import type { Plan } from "../plan/plan.js";
import { identifiers, propertyKey } from "./literal.js";
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
      ...constantsOf(plan.shared),
      bounded: filled({ leftOut }),
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
            operations: plan.outputs.operations,
            schemas: plan.outputs.$defs,
          }),
        ]),
  ];
}

/** Each shared schema and argument as a constant of its own, so that a hunk of a diff says whose it is. */
function constantsOf({ $defs, arguments: common }: Schemas) {
  const identifier = identifiers();
  const named = (
    members: object,
    type: string,
    ending: "Argument" | "Schema",
  ) =>
    Object.entries(members).map(([name, value]: [string, unknown]) => {
      const id = identifier(name, ending);
      const line = id === name ? id : `${propertyKey(name)}: ${id}`;
      return { id, type, value, line };
    });
  const schemas = named($defs, "JsonSchema", "Schema");
  const args = named(common, "Argument", "Argument");
  const constants = [...args, ...schemas];
  const types = new Set([...constants.map(({ type }) => type), "Schemas"]);
  return {
    types: [...types].join(", "),
    constants,
    groups: [
      { name: "arguments", lines: args.map(({ line }) => line) },
      { name: "$defs", lines: schemas.map(({ line }) => line) },
    ],
  };
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
