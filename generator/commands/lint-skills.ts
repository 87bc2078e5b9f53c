import { OPERATIONS } from "../../runtime/features/search/operations.js";
import type { Problem } from "../errors.js";
import { objectShape } from "../schema/object-shape.js";
import { skillProblems, type Known } from "../skills/lint-page.js";
import { readSurface } from "../diff/surface.js";

/** What skills say, those that people wrote as well, that does not fit what the server offers. */
export function skillFlaws(
  pagePaths: readonly string[],
  sources: () => readonly string[],
  textOf: (path: string) => string | undefined,
): Problem[] {
  const textsOf = (paths: readonly string[]) =>
    [...new Set(paths)].flatMap((path) => {
      const text = textOf(path);
      return text === undefined ? [] : [[path, text] as const];
    });
  const pages = textsOf(pagePaths);
  if (pages.length === 0) return [];
  const own = sources().filter((path) =>
    /^src\/(?!runtime\/).*\.ts$/.test(path),
  );
  const known = knownIn(new Map(textsOf(own)));
  return pages.flatMap(([path, text]) => skillProblems(path, text, known));
}

function knownIn(texts: ReadonlyMap<string, string>): Known {
  const { components } = readSurface(texts);
  const all = [...texts.values()].join("\n");
  // What people define in a way of their own has a name all the same.
  const named = [...all.matchAll(/\bname:\s*["']([\w-]+)["']/g)].map(
    ([, name = ""]) => [name, null] as const,
  );
  const tools = components.map(({ api, input, name, parameters }) => {
    const schemas = new Map(Object.entries(api.schemas.$defs));
    const shape = objectShape(input, { schemas });
    if (shape === null && parameters.size === 0) return [name, null] as const;
    const names = [...(shape?.properties.keys() ?? []), ...parameters.keys()];
    return [name, new Set([...names, "confirm", "fields"])] as const;
  });
  return {
    tools: new Map([
      ...OPERATIONS.map(({ name }) => [name, null] as const),
      ...named,
      ...tools,
    ]),
    words: new Set(all.match(/\w+/g)),
  };
}
