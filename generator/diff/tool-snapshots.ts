import { toWord } from "../shared/json.js";
import { toInputSchema, type Component, type Schemas } from "../runtime.js";
import type { Schema } from "../model.js";
import { toSlug } from "../shared/slug.js";
import { escapeInvisible } from "../shared/escape.js";
import { findCallArguments } from "../source/evaluate.js";
import { boundSchema } from "./bounded-schema.js";
import { readSurface, type ComponentSurface } from "./surface.js";

/** Creates a snapshot file for each tool of a project: all that a model reads of it, to be reviewed like code. By path of the snapshot. */
export function createToolSnapshots(
  files: readonly { readonly path: string; readonly text: string }[],
): Map<string, string> {
  const texts = files.map(({ path, text }) => [path, text] as const);
  const { components } = readSurface(new Map(texts));
  return new Map([
    ...components
      .filter(({ kind }) => kind === "tool")
      .map(
        ({ listInput, path, definition }) =>
          [
            toContractPath(path),
            formatSnapshot(definition, listInput()),
          ] as const,
      ),
    ...texts
      .filter(([path]) => path.startsWith("src/custom/"))
      .flatMap(([path, text]) =>
        createCustomSnapshots(path, text, joinSchemas(components)),
      ),
  ]);
}

/** Schemas of all APIs: a custom tool may have an argument of one. */
function joinSchemas(components: readonly ComponentSurface[]): Schemas {
  const apis = [...new Set(components.map(({ api }) => api.schemas))];
  return {
    arguments: Object.assign(
      {},
      ...apis.map((api) => api.arguments),
    ) as Schemas["arguments"],
    $defs: Object.assign(
      {},
      ...apis.map(({ $defs }) => $defs),
    ) as Schemas["$defs"],
  };
}

/** Snapshots of the custom tools of a file, which call no operation. Tools with a request have theirs from `readSurface`. */
function createCustomSnapshots(
  path: string,
  text: string,
  schemas: Schemas,
): [string, string][] {
  if (!text.includes("defineTool")) return [];
  return [...findCallArguments(path, text, /^defineTool$/)].flatMap(
    (argument) => {
      const definition = argument as Partial<Component>; // what `defineTool` takes
      const name = toWord(definition.name ?? "");
      const stem = toSlug(name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "-"));
      if (stem === "" || definition.request !== undefined) return [];
      const schema = toInputSchema(definition, schemas);
      return [
        [
          `test/contract/custom/${stem}.json`,
          formatSnapshot(definition, schema),
        ],
      ];
    },
  );
}

function formatSnapshot(
  { name, title, description, annotations }: Readonly<Record<string, unknown>>,
  inputSchema: Schema,
): string {
  const snapshot = {
    name,
    title,
    description,
    annotations,
    inputSchema: boundSchema(inputSchema),
  };
  const lines = JSON.stringify(snapshot, null, 2)
    .split("\n")
    .map(escapeInvisible);
  return `${lines.join("\n")}\n`;
}

/** `src/shop/tools/add.ts` → `test/contract/shop/add.json` */
function toContractPath(path: string): string {
  return path
    .replace(/^src\/(.*\/)?tools\//, "test/contract/$1")
    .replace(/^src\/workflows\//, "test/contract/workflows/")
    .replace(/ts$/, "json");
}
