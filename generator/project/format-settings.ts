import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject } from "../shared/json.js";
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
    ...FILES.map((name) => readStart(join(folder, name), MAX_CONFIG)),
    ofPackage(readStart(join(folder, "package.json"), MAX_PACKAGE)),
  ].filter((text) => text !== undefined);
  if (config !== undefined) return optionsIn(config);
  const isRoot = dirname(folder) === folder || existsSync(join(folder, ".git"));
  return isRoot ? null : layoutOf(dirname(folder));
}

/** Bytes that are read of a config, and of a package.json. */
const MAX_CONFIG = 10_000;
const MAX_PACKAGE = 1_000_000;

/** The text of a file's first bytes; undefined where there is no file. */
function readStart(file: string, length: number): string | undefined {
  return attempt(() => {
    const bytes = Buffer.alloc(length);
    const descriptor = openSync(file, "r");
    try {
      const read = readSync(descriptor, bytes, 0, length, 0);
      return bytes.toString("utf8", 0, read);
    } finally {
      closeSync(descriptor);
    }
  });
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
    ...all.matchAll(/(?<!\w)(\w+)["']?[ \t]*:[ \t]*["']?([\w-]+)/g),
  ].flatMap(
    ([, name = "", value = ""]): [string, string | number | boolean][] => {
      const usual = Object.hasOwn(DEFAULTS, name) ? DEFAULTS[name] : undefined;
      if (usual === undefined || String(usual) === value) return [];
      if (typeof usual === "number") return numberOf(name, value);
      return [[name, typeof usual === "boolean" ? value === "true" : value]];
    },
  );
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** Wider ones make files of megabytes. */
const MAX_NUMBERS: Readonly<Record<string, number>> = {
  printWidth: 10_000,
  tabWidth: 16,
};

/** A number of columns; none where it is out of bounds. */
function numberOf(name: string, value: string): [string, number][] {
  const isBounded = /^\d{1,5}$/.test(value);
  const columns = Number(value);
  return isBounded && columns <= (MAX_NUMBERS[name] ?? 0)
    ? [[name, columns]]
    : [];
}
