import { folderOf, sourceIdentifier } from "../config/source-name.js";
import { editable } from "./files.js";
import { featureImports, inOrder } from "./imports.js";
import type { PlannedFile, PlannedServer } from "./planned-files.js";

/** The tools as functions, where they are asked for and there are some; `packageName` names those of a single API. */
export function callsFiles(
  { apis, features, workflows }: PlannedServer,
  packageName: string,
): PlannedFile[] {
  const all = apis.map(({ plan, settings: { source } }) => ({
    name: identifierOf(source ?? packageName),
    list: source === null ? "tools" : sourceIdentifier(source),
    from: `${folderOf(source).replace("src/", "./")}tools/index.js`,
    // One of them, for an example.
    call: plan.components.find(({ kind }) => kind === "tool")?.exportName,
  }));
  const flows = {
    name: "workflows",
    list: "workflowList",
    from: "./workflows/index.js",
    call: workflows[0]?.exportName,
  };
  const lists = [...all, flows].filter(({ call }) => call !== undefined);
  if (!features.includes("calls") || lists.length === 0) return [];
  const choice = features.includes("choice");
  return [
    editable("src/calls.ts", "calls.ts", {
      example: lists[0],
      lists,
      service: choice
        ? "choose(service, choiceFrom({}, process.env))"
        : "service",
      imports: inOrder([
        ...featureImports(
          choice ? ["calls", "choice"] : ["calls"],
          "./runtime/",
        ),
        ...lists.map(({ from, list }) => ({ clause: `* as ${list}`, from })),
        { clause: "{ service }", from: "./server.js" },
      ]),
    }),
  ];
}

/** `bookShopApi`, which is no word of the language and nothing that is imported. */
function identifierOf(name: string): string {
  const camel = name
    .replace(/-?(api)?-?(mcp)?$/, "")
    .replace(/^(?=[0-9])/, "the-")
    .replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return camel === "" ? "api" : `${camel}Api`;
}
