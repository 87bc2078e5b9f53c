import { listedSchema } from "./changes.js";
import { readSurface } from "./surface.js";

/** What each tool of a project offers to a model, as a file that is reviewed like code, by that file's path. */
export function offersOf(
  files: readonly { readonly path: string; readonly text: string }[],
): Map<string, string> {
  const texts = files.map(({ path, text }) => [path, text] as const);
  const { components } = readSurface(new Map(texts));
  return new Map(
    components.flatMap((component) => {
      const { kind, name, path, says } = component;
      if (kind !== "tool") return [];
      const { annotations, description, title } = says;
      const offer = {
        ...{ name, title, description, annotations },
        inputSchema: listedSchema(component),
      };
      return [
        [contractPath(path), `${JSON.stringify(offer, null, 2)}\n`] as const,
      ];
    }),
  );
}

/** `src/shop/tools/add.ts` → `test/contract/shop/add.json` */
function contractPath(path: string): string {
  return path
    .replace(/^src\/(.*\/)?tools\//, "test/contract/$1")
    .replace(/^src\/workflows\//, "test/contract/workflows/")
    .replace(/ts$/, "json");
}
