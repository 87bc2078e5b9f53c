import { folderOf, sourceIdentifier } from "../config/source-name.js";
import { editable } from "./files.js";
import { CHOICE, featureImports, inOrder, type ImportLine } from "./imports.js";
import type { PlannedFile, PlannedServer } from "./planned.js";

/** The tools as functions, where they are asked for; `packageName` names those of a single API. */
export function callsFiles(
  { apis, features }: PlannedServer,
  packageName: string,
): PlannedFile[] {
  if (!hasCalls({ apis, features })) return [];
  const choice = features.includes("choice");
  const lists = apis.flatMap(({ plan, settings: { source } }) => {
    const tool = plan.components.find(({ kind }) => kind === "tool");
    if (tool === undefined) return [];
    const folder = folderOf(source).replace("src/", "./");
    return [
      {
        name: identifierOf(source ?? packageName),
        call: tool.exportName,
        list: source === null ? "tools" : sourceIdentifier(source),
        from: `${folder}tools/index.js`,
      },
    ];
  });
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

/** What main.ts takes of parts that it knows by more than their name. */
export function mainImports(
  server: PlannedServer,
  hasLogins: boolean,
): ImportLine[] {
  const { features } = server;
  const calls = hasCalls(server);
  const choice = calls ? CHOICE : { ...CHOICE, clause: "{ choiceFrom }" };
  const print = {
    clause: "{ printCall }",
    from: "./runtime/features/calls.js",
  };
  return [
    ...(features.includes("choice") ? [choice] : []),
    ...(calls ? [print] : []),
    {
      clause: calls || hasLogins ? "{ run, service }" : "{ run }",
      from: "./server.js",
    },
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
}: Pick<PlannedServer, "apis" | "features">): boolean {
  const all = apis.flatMap(({ plan }) => plan.components);
  return features.includes("calls") && all.some(({ kind }) => kind === "tool");
}
