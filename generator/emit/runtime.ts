import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import {
  ADDED_KEY,
  FEATURE_NAMES,
  FEATURES,
  mainImport,
  type Feature,
} from "../config/features.js";
import type { Lock, RenderedFile } from "../output/outcome.js";
import { PACKAGE_ROOT } from "../package.js";

const FOLDER = `${PACKAGE_ROOT}runtime/`;

/**
 * The runtime, as it is copied byte for byte: its core, these features, and what their files import.
 * Those `added` by hand are marked, so that the lock remembers them.
 */
export function readRuntime(
  features: readonly Feature[],
  added: readonly Feature[] = [],
): RenderedFile[] {
  const core = readdirSync(FOLDER).filter((file) => file.endsWith(".ts"));
  const texts = new Map<string, string>();
  const queue = [
    ...core,
    ...[...features, ...added].flatMap((name) =>
      Object.keys(FEATURES[name].imports).map((file) => `${file}.ts`),
    ),
  ];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (texts.has(file)) continue;
    const text = readFileSync(FOLDER + file, "utf8");
    texts.set(file, text);
    queue.push(...importsOf(text).own.map((path) => from(file, path)));
  }
  const keys = new Map(
    added.map((name) => [`${mainImport(name).file}.ts`, ADDED_KEY + name]),
  );
  return [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, text]) => {
      const key = keys.get(file);
      return {
        path: `src/runtime/${file}`,
        text,
        editable: true,
        ...(key === undefined ? {} : { key }),
      };
    });
}

/** The features that were added by hand to what was generated last. */
export function addedFeatures(lock: Lock | null): Feature[] {
  const keys = new Set(
    [...(lock?.files.values() ?? [])].map(({ key = "" }) => key),
  );
  return FEATURE_NAMES.filter((name) => keys.has(ADDED_KEY + name));
}

/** What is written once stays what it was, whatever is generated now. */
export function customOf(
  lock: Lock | null,
  yours: (path: string) => string | undefined = () => undefined,
): string | null | undefined {
  const path = "src/custom/index.ts";
  const last = lock?.files.get(path)?.text();
  const present = last === undefined ? yours(path) : undefined;
  const lists = /^export\b.*\bcustom\b/m.test(present ?? "custom");
  return present !== undefined && !lists ? null : (last ?? present);
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
