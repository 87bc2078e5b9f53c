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
  const runtime = `${source === null ? "./" : "../"}runtime/index.js`;
  const { statuses, ...known } = plan.answers;
  const views = {
    schemas: { ...constantsOf(plan.shared), bounded: filled({ leftOut }) },
    answers: { ...known, ...filled({ statuses }) },
    outputs: { ...plan.outputs },
  };
  return (["schemas", ...answerFiles(plan)] as const).map((name) => ({
    path: `${folderOf(source)}${name}.ts`,
    template: `${name}.ts`,
    editable: false,
    data: { runtime, ...views[name] },
  }));
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
  return ["api", "schemas", ...answerFiles(plan)].map((name) => `${name}.ts`);
}

/** Those of them that tell of answers, as far as something is declared of one; each exports what it is called. */
export function answerFiles({ answers, outputs }: Plan) {
  const hasAnswers = Object.keys(answers.operations).length > 0;
  return [
    ...(hasAnswers ? (["answers"] as const) : []),
    ...(outputs === null ? [] : (["outputs"] as const)),
  ];
}
