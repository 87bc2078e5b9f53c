import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject } from "../json.js";
import { attempt } from "./cache.js";

/** How a project wants its source laid out: options of prettier, of those that change nothing but layout. */
export type Layout = Readonly<Record<string, string | number | boolean>>;

const FILES = ["", ".json", ".yaml", ".yml"].map((end) => `.prettierrc${end}`);

/** What prettier does by default, and what it says of another wish. */
const DEFAULTS: Layout = {
  arrowParens: "always",
  bracketSpacing: true,
  objectWrap: "preserve",
  printWidth: 80,
  quoteProps: "as-needed",
  semi: true,
  singleQuote: false,
  tabWidth: 2,
  trailingComma: "all",
  useTabs: false,
};

/**
 * The layout that the nearest config of prettier asks for, from a folder up to its repository's; null
 * where there is none or it asks for the defaults. Configs that are code are not run.
 */
export function layoutOf(folder: string): Layout | null {
  const [config] = [
    ...FILES.map((name) => read(join(folder, name))),
    ofPackage(read(join(folder, "package.json"))),
  ].filter((text) => text !== undefined);
  if (config !== undefined) return optionsIn(config);
  const isRoot = dirname(folder) === folder || existsSync(join(folder, ".git"));
  return isRoot ? null : layoutOf(dirname(folder));
}

function read(file: string): string | undefined {
  return attempt(() => readFileSync(file, "utf8"));
}

function ofPackage(text: string | undefined): string | undefined {
  const content = attempt((): unknown => JSON.parse(text ?? ""));
  const own = isObject(content) ? content["prettier"] : undefined;
  return isObject(own) ? JSON.stringify(own, null, 2) : undefined;
}

/** One option a line, as JSON and YAML have it; what holds for some files only comes behind. */
function optionsIn(text: string): Layout | null {
  const [all = ""] = text.split(/["']?overrides["']?\s*:/);
  const found = [
    ...all.matchAll(/["']?(\w+)["']?[ \t]*:[ \t]*["']?([\w-]+)["']?/g),
  ].flatMap(([, name = "", value = ""]) => {
    const usual = DEFAULTS[name];
    if (usual === undefined || String(usual) === value) return [];
    const typed: Record<string, () => Layout[string]> = {
      boolean: () => value === "true",
      number: () => Number(value),
    };
    return [[name, typed[typeof usual]?.() ?? value] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}
