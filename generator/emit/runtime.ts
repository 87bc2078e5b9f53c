import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { FEATURES, type Feature } from "../config/features.js";
import type { RenderedFile } from "../output/outcome.js";
import { PACKAGE_ROOT } from "../package.js";

const FOLDER = `${PACKAGE_ROOT}runtime/`;

/** The runtime, as it is copied byte for byte: its core, these features, and what their files import. */
export function readRuntime(features: readonly Feature[]): RenderedFile[] {
  const core = readdirSync(FOLDER).filter((file) => file.endsWith(".ts"));
  const texts = new Map<string, string>();
  const queue = [
    ...core,
    ...features.flatMap((name) =>
      FEATURES[name].files.map((file) => `${file}.ts`),
    ),
  ];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (texts.has(file)) continue;
    const text = readFileSync(FOLDER + file, "utf8");
    texts.set(file, text);
    queue.push(...importsOf(text).own.map((path) => from(file, path)));
  }
  return [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, text]) => ({
      path: `src/runtime/${file}`,
      text,
      editable: true,
    }));
}

/** Names of the packages that files import, sorted. */
export function packagesOf(files: readonly RenderedFile[]): string[] {
  const names = files.flatMap(({ text }) => importsOf(text).packages);
  return [...new Set(names)].sort();
}

/** What a file of the runtime imports, types included. */
function importsOf(text: string): { own: string[]; packages: string[] } {
  const all = [...text.matchAll(/(?:\bfrom|\bimport\() ?"([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );
  return {
    own: all.filter((name) => name.startsWith(".")),
    packages: all
      .filter((name) => !/^(\.|node:)/.test(name))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name),
  };
}

/** `../index.js` of `features/form.ts` → `index.ts` */
function from(file: string, path: string): string {
  return join(dirname(file), path).replace(/\.js$/, ".ts");
}
