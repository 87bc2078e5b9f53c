import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { wrapError, ToolwrightError } from "../errors.js";
import { isObject, omit } from "../shared/json.js";
import { parseJsonWithComments } from "../shared/json-with-comments.js";
import { normalizeLineEndings } from "../shared/line-endings.js";
import { defineConfig, type Config } from "./config.js";
import { isCode, needsTrust } from "./needs-trust.js";
import { validateOptions } from "./validate.js";
import { OPTIONS, getOption } from "./options.js";
import { RouteType } from "./route-map.js";

/** Names of config files that are found in the working folder without `--config`. */
export const CONFIG_NAMES = ["ts", "mts", "js", "mjs", "json"].map(
  (extension) => `toolwright.config.${extension}`,
);

/**
 * Absolute path of the named config file, otherwise of the one in the working folder; undefined if there is none.
 * Throws `ToolwrightError` if there are several.
 */
export function findConfig(
  cwd: string,
  namedPath?: string,
): string | undefined {
  if (namedPath !== undefined) return resolve(cwd, namedPath);
  const [configPath, otherPath] = CONFIG_NAMES.map((name) =>
    resolve(cwd, name),
  ).filter(existsSync);
  if (otherPath === undefined) return configPath;
  throw new ToolwrightError({
    code: "several-config-files",
    message: `The current directory has two configs: ${configPath} and ${otherPath}`,
    hint: "Delete one, or choose one with --config.",
  });
}

/** Config of one server in a file. */
export interface ConfigEntry {
  /** Options with absolute paths. */
  readonly options: Config;
  /** True if a safe run refuses it for what it says. */
  readonly needsTrust: boolean;
}

/**
 * Reads the configs that a file exports, or that the function it exports returns. Throws `ToolwrightError` if one
 * is invalid.
 */
export async function readConfigs(path: string): Promise<ConfigEntry[]> {
  const exported = await readExport(path);
  const isFunction = typeof exported === "function";
  const configs = [
    isFunction ? await (exported as () => unknown)() : exported,
  ].flat();
  if (configs.length === 0 || !configs.every(isObject)) {
    throw wrapConfigError(
      path,
      "does not contain a config object or a list of config objects.",
    );
  }
  const entries = configs.map((config): ConfigEntry => ({
    options: toAbsolutePaths(omit(config, ["$schema"]), dirname(path)),
    needsTrust: isCode(path) || needsTrust(config),
  }));
  const absoluteConfigs = entries.map(({ options }) => options);
  const problems = absoluteConfigs.flatMap((config) =>
    validateOptions(config, OPTIONS),
  );
  if (problems.length > 0) throw new ToolwrightError(problems);
  const folders = absoluteConfigs.flatMap(({ out }) => out ?? []);
  const sharedFolder = folders.find((out, at) => folders.indexOf(out) < at);
  if (sharedFolder === undefined) return entries;
  throw new ToolwrightError({
    code: "bad-option",
    file: path,
    message: `Two servers have the same \`out\` folder: ${sharedFolder}`,
    hint: "Give each server its own folder, or generate one server with `sources`.",
  });
}

async function readExport(path: string): Promise<unknown> {
  if (!existsSync(path)) throw wrapConfigError(path, "does not exist.");
  try {
    if (path.endsWith(".json"))
      return parseJsonWithComments(
        normalizeLineEndings(await readFile(path, "utf8")),
      );
    const exported = await importDefault(path);
    if (exported !== undefined) return exported;
  } catch (cause) {
    if (cause instanceof ToolwrightError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw wrapConfigError(path, `could not be read: ${reason}`, cause);
  }
  throw wrapConfigError(path, "does not have a default export.");
}

/** Default export of a module, TypeScript or JavaScript, as the file is now; undefined if it has none. The module runs. */
export async function importDefault(path: string): Promise<unknown> {
  const exported = /\.[cm]?ts$/.test(path)
    ? await importTypeScript(path)
    : await importFresh(path);
  // jiti returns the whole module if it has no default export; `import` returns undefined.
  const isModule = isObject(exported) && Object.hasOwn(exported, "__esModule");
  return isModule ? undefined : exported;
}

/** Exports of a module, TypeScript or JavaScript, as the file is now. The module runs. */
export async function importExports(
  path: string,
): Promise<Readonly<Record<string, unknown>>> {
  const exports: unknown = /\.[cm]?ts$/.test(path)
    ? await importTypeScript(path, false)
    : await import(toFreshUrl(path));
  return exports as Readonly<Record<string, unknown>>;
}

async function importTypeScript(
  path: string,
  isDefault = true,
): Promise<unknown> {
  const { createJiti } = await import("jiti");
  // Lets a config run if toolwright is not installed next to it, as with npx.
  const virtualModules = { toolwright: { defineConfig, RouteType } };
  const options = {
    virtualModules,
    moduleCache: false,
    interopDefault: isDefault,
  };
  return createJiti(import.meta.url, options).import(
    path,
    isDefault ? { default: true } : {},
  );
}

async function importFresh(path: string): Promise<unknown> {
  return ((await import(toFreshUrl(path))) as { default?: unknown }).default;
}

/** URL of a module as the file is now: Node keeps a module by its URL. */
function toFreshUrl(path: string): string {
  return `${pathToFileURL(path).href}?${statSync(path).mtimeMs}`;
}

/** Config, or source of one, with its relative paths resolved against a folder. */
export function toAbsolutePaths(config: object, folder: string): Config {
  const resolveOption = (name: string, value: unknown): unknown => {
    if (name === "sources" && Array.isArray(value)) {
      return value.map((source: unknown) =>
        isObject(source) ? toAbsolutePaths(source, folder) : source,
      );
    }
    if (name === "instructions" && isObject(value))
      return { ...value, file: toAbsolutePath(value["file"], folder) };
    if (getOption(name)?.isPath !== true) return value;
    if (Array.isArray(value))
      return value.map((element) => resolveOption(name, element));
    return toAbsolutePath(value, folder);
  };
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      resolveOption(name, value),
    ]),
  );
}

function toAbsolutePath(path: unknown, folder: string): unknown {
  const isNamed = typeof path === "string" && !ABSOLUTE_ADDRESS.test(path);
  return isNamed ? resolve(folder, path) : path;
}

/** Standard input and URLs, which are relative to nothing. */
const ABSOLUTE_ADDRESS = /^(-$|https?:)/i;

function wrapConfigError(file: string, complaint: string, cause?: unknown) {
  return wrapError(cause, {
    code: "bad-config",
    file,
    message: `The config ${complaint}`,
    hint: "Write a config as `export default defineConfig({ document, out, … })`, or as a JSON object.",
  });
}
