import { readModule, readModules } from "../../lint/modules.js";
import type { Lock } from "../../project/outcome.js";
import { readText } from "../../shared/json.js";

/** Names by which cases may call tools: the present name of each, by the name that it has or was generated with. */
export type ToolNames = ReadonlyMap<string, string>;

/** Reads the names of a project's tools from its modules, as edited. No code is run. */
export function readToolNames(
  texts: ReadonlyMap<string, string>,
  lock: Lock | null,
): ToolNames {
  const tools = readModules(texts).tools.map(({ definition, path }) => ({
    path,
    name: readText(definition["name"]),
  }));
  // A seed has the generated name, whatever the user called the tool later.
  const generatedNames = tools.flatMap(({ name, path }) => {
    const baseText = lock?.files.get(path)?.text();
    if (baseText === undefined) return [];
    const [base] = readModule(path, baseText).tools;
    const baseName = readText(base?.definition["name"]);
    return baseName === "" ? [] : [[baseName, name] as const];
  });
  return new Map([
    ...generatedNames,
    ...tools.map(({ name }) => [name, name] as const),
  ]);
}
