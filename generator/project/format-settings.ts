import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  isReachable,
  TRUSTED_CHECKOUT,
  type Checkout,
} from "../checkout/checkout.js";
import { isObject } from "../shared/json.js";
import { attempt } from "./cache.js";

/** Layout of a project's source: those options of prettier that change nothing else. */
export type Layout = Readonly<Record<string, string | number | boolean>>;

const CONFIG_NAMES = ["", ".json", ".yaml", ".yml"].map(
  (extension) => `.prettierrc${extension}`,
);

/** Prettier's defaults. An option without one here is not obeyed. */
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
 * Reads the layout that the nearest config of prettier asks for, from a folder up to its repository's root, or in a safe
 * run to the root of the checkout; null if there is none or it asks for the defaults. Configs that are code are not run.
 */
export function findLayout(
  folder: string,
  checkout: Checkout = TRUSTED_CHECKOUT,
): Layout | null {
  const [configText] = [
    ...CONFIG_NAMES.map((name) =>
      readStart(join(folder, name), MAX_CONFIG_BYTES, checkout),
    ),
    extractPrettierField(
      readStart(join(folder, "package.json"), MAX_PACKAGE_BYTES, checkout),
    ),
  ].filter((text) => text !== undefined);
  if (configText !== undefined) return parseLayout(configText);
  const isRoot =
    dirname(folder) === folder ||
    existsSync(join(folder, ".git")) ||
    !isReachable(checkout, dirname(folder));
  return isRoot ? null : findLayout(dirname(folder), checkout);
}

/** Largest numbers of bytes that are read of a config, and of a package.json. */
const MAX_CONFIG_BYTES = 10_000;
const MAX_PACKAGE_BYTES = 1_000_000;

/** Text of a file's first bytes; undefined if there is no file, or one that must not be read. */
function readStart(
  file: string,
  maxBytes: number,
  checkout: Checkout,
): string | undefined {
  return attempt(() => {
    // A pipe may never end.
    if (!statSync(file).isFile() || !isReachable(checkout, file))
      return undefined;
    const bytes = Buffer.alloc(maxBytes);
    const descriptor = openSync(file, "r");
    try {
      const byteCount = readSync(descriptor, bytes, 0, maxBytes, 0);
      return bytes.toString("utf8", 0, byteCount);
    } finally {
      closeSync(descriptor);
    }
  });
}

function extractPrettierField(text: string | undefined): string | undefined {
  const manifest = attempt((): unknown => JSON.parse(text ?? ""));
  const prettierField = isObject(manifest) ? manifest["prettier"] : undefined;
  return isObject(prettierField)
    ? JSON.stringify(prettierField, null, 2)
    : undefined;
}

/** Parses one option a line, as JSON and YAML have it, up to `overrides`, which holds for some files only. */
function parseLayout(text: string): Layout | null {
  const [commonText = ""] = text.split(/["']?overrides["']?\s*:/);
  const changedOptions = [
    ...commonText.matchAll(/(?<!\w)(\w+)["']?[ \t]*:[ \t]*["']?([\w-]+)/g),
  ].flatMap(
    ([, name = "", setting = ""]): [string, string | number | boolean][] => {
      const defaultSetting = Object.hasOwn(DEFAULTS, name)
        ? DEFAULTS[name]
        : undefined;
      if (defaultSetting === undefined || String(defaultSetting) === setting)
        return [];
      if (typeof defaultSetting === "number")
        return parseColumns(name, setting);
      return [
        [
          name,
          typeof defaultSetting === "boolean" ? setting === "true" : setting,
        ],
      ];
    },
  );
  return changedOptions.length === 0
    ? null
    : Object.fromEntries(changedOptions);
}

/** Largest numbers of columns: wider ones make files of megabytes. */
const MAX_NUMBERS: Readonly<Record<string, number>> = {
  printWidth: 10_000,
  tabWidth: 16,
};

/** Number of columns; empty if it is out of bounds. */
function parseColumns(name: string, digits: string): [string, number][] {
  const isBounded = /^\d{1,5}$/.test(digits);
  const columns = Number(digits);
  return isBounded && columns <= (MAX_NUMBERS[name] ?? 0)
    ? [[name, columns]]
    : [];
}
