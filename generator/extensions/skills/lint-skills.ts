import { OPERATIONS } from "../../runtime.js";
import type { Problem } from "../../errors.js";
import { viewObject } from "../../schema/object-view.js";
import { lintSkillPage, type KnownNames } from "./lint-page.js";
import { readSurface } from "../../diff/surface.js";

/** Finds statements of skills, including edited ones, that do not fit the server. */
export function lintSkills(
  pagePaths: readonly string[],
  listSources: () => readonly string[],
  readText: (path: string) => string | undefined,
): Problem[] {
  const readTexts = (paths: readonly string[]) =>
    [...new Set(paths)].flatMap((path) => {
      const text = readText(path);
      return text === undefined ? [] : [[path, text] as const];
    });
  const pages = readTexts(pagePaths);
  if (pages.length === 0) return [];
  const ownSources = listSources().filter((path) =>
    /^src\/(?!runtime\/).*\.ts$/.test(path),
  );
  const knownNames = collectKnownNames(new Map(readTexts(ownSources)));
  return pages.flatMap(([path, text]) => lintSkillPage(path, text, knownNames));
}

function collectKnownNames(texts: ReadonlyMap<string, string>): KnownNames {
  const { components } = readSurface(texts);
  const sourceText = [...texts.values()].join("\n");
  // Tools that users define in other ways have a name anyway.
  const literalNames = [
    ...sourceText.matchAll(/\bname:\s*["']([\w-]+)["']/g),
  ].map(([, name = ""]) => [name, null] as const);
  const tools = components.map(({ api, input, name, parameters }) => {
    const schemas = new Map(Object.entries(api.schemas.$defs));
    const inputSchema = viewObject(input, { schemas });
    if (inputSchema === null && parameters.size === 0)
      return [name, null] as const;
    const names = [
      ...(inputSchema?.properties.keys() ?? []),
      ...parameters.keys(),
    ];
    return [name, new Set([...names, "confirm", "fields"])] as const;
  });
  return {
    tools: new Map([
      ...OPERATIONS.map(({ name }) => [name, null] as const),
      ...literalNames,
      ...tools,
    ]),
    words: new Set(sourceText.match(/\w+/g)),
  };
}
