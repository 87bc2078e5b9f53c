import type { Settings } from "../config/settle.js";
import { sourceIdentifier } from "../config/source-name.js";
import { editable, indexFile } from "./files.js";
import type { ImportLine } from "./imports.js";
import type { PlannedFile, PlannedServer } from "./planned.js";

type Custom = PlannedServer["custom"];

/** What a server lists besides the components of its APIs. */
export function besidesOf(custom: Custom, { prompts }: Settings) {
  const listed: (ImportLine & { readonly listed: string })[] = [];
  if (Object.keys(prompts).length > 0)
    listed.push({
      listed: "...Object.values(promptList)",
      clause: "* as promptList",
      from: "./prompts/index.js",
    });
  if (custom !== null)
    listed.push({
      listed: "...custom",
      clause: "{ custom }",
      from: "./custom/index.js",
    });
  return listed;
}

/** The list of what is one's own, as it was written once. */
export function customFiles(last: Custom): PlannedFile[] {
  const file = editable("src/custom/index.ts", "custom.ts", {});
  return last === null ? [] : [{ ...file, last }];
}

/** Modules of the prompts that a config has, and their list; none where it has none. */
export function promptFiles({ prompts }: Settings): PlannedFile[] {
  const all = Object.entries(prompts).map(([name, prompt]) => {
    const file = name.replaceAll("_", "-");
    const [exportName] = sourceIdentifier(file).split(/Source$/);
    return { ...prompt, name, file, exportName: `${exportName}Prompt` };
  });
  if (all.length === 0) return [];
  return [
    indexFile("src/prompts", all),
    ...all.map(({ arguments: args, description = "", file, text, ...head }) =>
      editable(`src/prompts/${file}.ts`, "prompt.ts", {
        head: {
          name: head.name,
          ...(head.title !== undefined && { title: head.title }),
        },
        description,
        more: args === undefined ? {} : { arguments: withTypes(args) },
        text,
      }),
    ),
  ];
}

/** Arguments of prompts are texts. https://modelcontextprotocol.io/specification/2025-11-25/schema#promptargument */
function withTypes(
  args: NonNullable<Settings["prompts"][string]["arguments"]>,
) {
  return Object.fromEntries(
    Object.entries(args).map(([name, argument]) => [
      name,
      { type: "string", ...argument },
    ]),
  );
}
