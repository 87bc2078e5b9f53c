import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { CONFIG_NAMES } from "../config/config-file.js";
import { normalisePaths, type SavedOptions } from "../config/saved-options.js";
import { escapeUnits } from "../shared/escape.js";
import { omit, type JsonObject } from "../shared/json.js";
import { parseJsonWithComments } from "../shared/json-with-comments.js";
import { compareKeys } from "../shared/order.js";
import { parseObject } from "./json-edit.js";
import { optionsPath } from "./paths.js";

/*
 * The config in the output folder. It names this folder as `out`; `extends` names the config elsewhere that
 * the project is generated from. `SavedOptions` holds it without `out`, and with `extends` as `config`.
 */

/**
 * Parses the options of a project's config; null if the config doesn't name its own folder as `out`. Throws a
 * ToolwrightError if it is not an object. Each option is validated by its reader.
 */
export function parseProjectConfig(text: string): SavedOptions | null {
  // A list is of several servers.
  if (text.trimStart().startsWith("[")) return null;
  const { out, ...options } = parseConfigObject(text);
  if (typeof out !== "string" || !/^\.\/?$/.test(posix.normalize(out)))
    return null;
  const { extends: config, ...ownOptions } = omit(options, ["$schema"]);
  return Object.fromEntries(
    Object.entries({
      ...ownOptions,
      ...(config === undefined ? {} : { config }),
    }).map(([name, value]) => [name, normalisePaths(name, value)]),
  );
}

function parseConfigObject(text: string): JsonObject {
  return parseObject(
    text,
    {
      code: "options-damaged",
      file: optionsPath,
      hint: "If it has a git conflict, resolve it. Or delete the file, and pass the document and options again: toolwright generate openapi.yaml --out <the project>",
    },
    parseJsonWithComments,
  );
}

/**
 * True if the text is a config of its own folder; `fallback` if it is not an object in JSON, as with conflict markers.
 */
export function isProjectConfig(text: string, fallback = false): boolean {
  try {
    return parseProjectConfig(text) !== null;
  } catch {
    return fallback;
  }
}

/** Name of a config in a folder that toolwright doesn't change: code, JSON with comments, or one of other folders; undefined if there is none. */
export function findHandConfig(
  out: string,
  configText: string | undefined,
): string | undefined {
  const isOwn =
    configText === undefined ||
    (isStrictJson(configText) && isProjectConfig(configText));
  return isOwn
    ? CONFIG_NAMES.find(
        (name) => name !== optionsPath && existsSync(join(out, name)),
      )
    : optionsPath;
}

function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Formats a project's config, one option a line, so that a pull request shows which one it changes. The text
 * is ASCII: all other characters are escaped. A stored text that says the same stays; otherwise its order does,
 * and its schema.
 */
export function formatProjectConfig(
  savedOptions: SavedOptions,
  storedText?: string,
): string {
  const { config, ...options } = omitNull(savedOptions);
  const newConfig: JsonObject = {
    ...options,
    ...(config === undefined ? {} : { extends: config }),
    out: ".",
  };
  if (storedText === undefined) return formatLines(sortKeys(newConfig));
  const storedConfig = parseConfigObject(storedText);
  const { $schema } = storedConfig;
  if (formatLines(sortKeys(storedConfig)) === storedText)
    return formatLines(sortKeys(newConfig));
  const keptConfig = Object.fromEntries(
    Object.entries(storedConfig).flatMap(([name, value]) => {
      if (!Object.hasOwn(newConfig, name)) return [];
      const newValue = newConfig[name];
      const isSame = isDeepStrictEqual(
        normalisePaths(name === "extends" ? "config" : name, value),
        newValue,
      );
      return [[name, name === "out" || isSame ? value : newValue]];
    }),
  );
  const mergedConfig = {
    ...($schema === undefined ? {} : { $schema }),
    ...keptConfig,
    ...omit(newConfig, Object.keys(keptConfig)),
  };
  const addedNames = Object.keys(newConfig).filter(
    (name) => !Object.hasOwn(storedConfig, name),
  );
  if (isDeepStrictEqual(omit(mergedConfig, addedNames), storedConfig))
    return insertFields(
      storedText,
      addedNames.map((name) => [name, newConfig[name]]),
    );
  return `${JSON.stringify(mergedConfig, null, 2)}\n`;
}

/** Text of a JSON object with further fields at its end, in its own layout. */
function insertFields(
  text: string,
  fields: readonly (readonly [name: string, value: unknown])[],
): string {
  const end = text.lastIndexOf("}");
  const lastValue = text.slice(0, end).trimEnd();
  const beginning = text.indexOf("{") + 1;
  const separator = text.slice(beginning, text.indexOf('"', beginning)) || " ";
  const addedText = fields
    .map(([name, value]) => `,${separator}"${name}": ${JSON.stringify(value)}`)
    .join("");
  return lastValue + addedText + text.slice(lastValue.length);
}

function omitNull(savedOptions: SavedOptions): SavedOptions {
  return Object.fromEntries(
    Object.entries(savedOptions).filter(([, value]) => value !== null),
  );
}

function sortKeys(options: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(options).sort(compareKeys));
}

function formatLines(options: JsonObject): string {
  const lines = Object.entries(options).map(
    ([name, setting]) => `  "${name}": ${JSON.stringify(setting)}`,
  );
  const text = `{\n${lines.join(",\n")}\n}\n`;
  return text.replace(/[^ -~\n]/g, escapeUnits);
}
