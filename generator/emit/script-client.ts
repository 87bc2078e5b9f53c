import { moduleFolderOf, sourceIdentifierOf } from "../config/source-name.js";
import { toEditableFile } from "./files.js";
import { featureImportsOf, sortImports } from "./imports.js";
import type { PlannedFile, PlannedServer } from "./planned-files.js";

/** Plans `src/script-client.ts`, the tools as functions; empty without the feature `script-client` or without tools. `key` names the functions of a single API. */
export function planScriptClientFile(
  { apis, features, toolLists }: PlannedServer,
  key: string,
): PlannedFile[] {
  const apiLists = apis.map(({ plan, settings: { source } }) => ({
    name: toApiIdentifier(source ?? key),
    list: source === null ? "tools" : sourceIdentifierOf(source),
    from: `${moduleFolderOf(source).replace("src/", "./")}tools/index.js`,
    // Name of one tool, for an example.
    call: plan.components.find(({ kind }) => kind === "tool")?.exportName,
  }));
  const extensionLists = toolLists.map(({ kind, name, tools }) => ({
    name,
    list: `${kind}List`,
    from: `./${name}/index.js`,
    call: tools[0]?.exportName,
  }));
  const lists = [...apiLists, ...extensionLists].filter(
    ({ call }) => call !== undefined,
  );
  const usedFeatures = features.filter(
    ({ use }) => use?.file === "script-client",
  );
  if (usedFeatures.length === 0 || lists.length === 0) return [];
  return [
    toEditableFile("src/script-client.ts", "script-client.ts", {
      example: lists[0],
      lists,
      imports: sortImports([
        ...featureImportsOf(usedFeatures, "./runtime/"),
        ...lists.map(({ from, list }) => ({ clause: `* as ${list}`, from })),
        { clause: "{ server }", from: "./server.js" },
      ]),
    }),
  ];
}

/** Identifier such as `bookShopApi`, which is not a keyword and no name that the file imports. */
function toApiIdentifier(name: string): string {
  const camelCaseName = name
    .replace(/-?(api)?-?(mcp)?$/, "")
    .replace(/^(?=[0-9])/, "the-")
    .replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return camelCaseName === "" ? "api" : `${camelCaseName}Api`;
}
