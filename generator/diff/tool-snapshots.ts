import { toWord } from "../shared/json.js";
import { inputSchema } from "../../runtime/schema.js";
import type { Component } from "../../runtime/types.js";
import type { Schema } from "../model.js";
import { slug } from "../shared/slug.js";
import { visible } from "../shared/escape.js";
import { givenTo } from "./evaluate.js";
import { readSurface } from "./surface.js";

/** What each tool of a project offers to a model, as a file that is reviewed like code, by that file's path. */
export function offersOf(
  files: readonly { readonly path: string; readonly text: string }[],
): Map<string, string> {
  const texts = files.map(({ path, text }) => [path, text] as const);
  const { components } = readSurface(new Map(texts));
  return new Map([
    ...components
      .filter(({ kind }) => kind === "tool")
      .map(
        ({ listed, path, says }) =>
          [contractPath(path), offer(says, listed())] as const,
      ),
    ...texts
      .filter(([path]) => path.startsWith("src/custom/"))
      .flatMap(([path, text]) => ownOffers(path, text)),
  ]);
}

/** Tools that no operation stands behind, wherever a file defines them; others are told by their routes. */
function ownOffers(path: string, text: string): [string, string][] {
  if (!text.includes("defineTool")) return [];
  return [...givenTo(path, text, /^defineTool$/)].flatMap((given) => {
    const says = given as Partial<Component>; // what `defineTool` takes
    const name = toWord(says.name ?? "");
    const stem = slug(name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "-"));
    if (stem === "" || says.request !== undefined) return [];
    const schema = inputSchema(says, { arguments: {}, $defs: {} });
    return [[`test/contract/custom/${stem}.json`, offer(says, schema)]];
  });
}

function offer(
  { name, title, description, annotations }: Readonly<Record<string, unknown>>,
  inputSchema: Schema,
): string {
  const all = { name, title, description, annotations, inputSchema };
  const lines = JSON.stringify(all, null, 2).split("\n").map(visible);
  return `${lines.join("\n")}\n`;
}

/** `src/shop/tools/add.ts` → `test/contract/shop/add.json` */
function contractPath(path: string): string {
  return path
    .replace(/^src\/(.*\/)?tools\//, "test/contract/$1")
    .replace(/^src\/workflows\//, "test/contract/workflows/")
    .replace(/ts$/, "json");
}
