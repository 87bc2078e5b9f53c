import { folderOf, sourceIdentifier } from "../config/source-name.js";
import { editable } from "./files.js";
import { CHOICE, featureImports, inOrder } from "./imports.js";
import type { PlannedFile, PlannedServer } from "./planned.js";

/** The tools as functions, where they are asked for; `packageName` names those of a single API. */
export function callsFiles(
  server: PlannedServer,
  packageName: string,
): PlannedFile[] {
  if (!hasCalls(server)) return [];
  const { apis, features, workflows } = server;
  const choice = features.includes("choice");
  const all = apis.map(({ plan, settings: { source } }) => ({
    name: identifierOf(source ?? packageName),
    own: plan.components.filter(({ kind }) => kind === "tool"),
    list: source === null ? "tools" : sourceIdentifier(source),
    from: `${folderOf(source).replace("src/", "./")}tools/index.js`,
  }));
  const flows = { name: "workflows", own: workflows, list: "workflowList" };
  const lists = [...all, { ...flows, from: "./workflows/index.js" }].flatMap(
    ({ own: [tool], ...list }) =>
      tool === undefined ? [] : { ...list, call: tool.exportName },
  );
  return [
    editable("src/calls.ts", "calls.ts", {
      example: lists[0],
      lists,
      service: choice
        ? "choose(service, choiceFrom({}, process.env))"
        : "service",
      imports: inOrder([
        ...featureImports(["calls"], "./runtime/"),
        ...lists.map(({ from, list }) => ({ clause: `* as ${list}`, from })),
        { clause: "{ service }", from: "./server.js" },
        ...(choice ? [CHOICE] : []),
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

/** Whether there is something to call. */
export function hasCalls({
  apis,
  features,
  workflows,
}: Pick<PlannedServer, "apis" | "features" | "workflows">): boolean {
  const all = apis.flatMap(({ plan }) => plan.components);
  const isTool = all.some(({ kind }) => kind === "tool");
  return features.includes("calls") && (isTool || workflows.length > 0);
}
