import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { because, ToolwrightError } from "../errors.js";
import { isObject, without } from "../shared/json.js";
import { plain } from "../shared/line-endings.js";
import { defineConfig, type Config } from "./config.js";
import { problemsOf } from "./validate.js";
import { OPTIONS, optionOf } from "./options.js";
import { RouteType } from "./route-map.js";

/** Found beside you without being named. */
const NAMES = ["ts", "mts", "js", "mjs", "json"].map(
  (extension) => `toolwright.config.${extension}`,
);

/** Absolute path of the config file that is named, else of the one beside you; undefined where there is none. */
export function findConfig(cwd: string, named?: string): string | undefined {
  if (named !== undefined) return resolve(cwd, named);
  const [found, other] = NAMES.map((name) => resolve(cwd, name)).filter(
    existsSync,
  );
  if (other === undefined) return found;
  throw new ToolwrightError({
    code: "several-config-files",
    message: `Two configs stand beside you: ${found} and ${other}`,
    hint: "Take one away, or name one with --config.",
  });
}

/** The configs in a file, or those that the function in it gives. */
export async function readConfigs(path: string): Promise<Config[]> {
  const value = await readValue(path);
  const isMade = typeof value === "function";
  const configs = [isMade ? await (value as () => unknown)() : value].flat();
  if (configs.length === 0 || !configs.every(isObject)) {
    throw configError(path, "holds no config object and no list of them.");
  }
  const all = configs.map((config) =>
    absolute(without(config, ["$schema"]), dirname(path)),
  );
  const problems = all.flatMap((config) => problemsOf(config, OPTIONS));
  if (problems.length > 0) throw new ToolwrightError(problems);
  const folders = all.flatMap(({ out }) => out ?? []);
  const twice = folders.find((out, at) => folders.indexOf(out) < at);
  if (twice === undefined) return all;
  throw new ToolwrightError({
    code: "bad-option",
    file: path,
    message: `Two servers have one folder as \`out\`: ${twice}`,
    hint: "Give each its own, or write one server with `sources`.",
  });
}

async function readValue(path: string): Promise<unknown> {
  if (!existsSync(path)) throw configError(path, "does not exist.");
  try {
    if (path.endsWith(".json"))
      return JSON.parse(plain(await readFile(path, "utf8"))) as unknown;
    const exported = /\.[cm]?ts$/.test(path)
      ? await importTypeScript(path)
      : await importAnew(path);
    // What a module exports as its default; one without is given as a whole, or not at all.
    const isModule =
      isObject(exported) && Object.hasOwn(exported, "__esModule");
    if (exported !== undefined && !isModule) return exported;
  } catch (cause) {
    if (cause instanceof ToolwrightError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw configError(path, `can't be read: ${reason}`, cause);
  }
  throw configError(path, "has no default export.");
}

async function importTypeScript(path: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  // So that a config runs where toolwright is not installed beside it, as with npx.
  const virtualModules = { toolwright: { defineConfig, RouteType } };
  const options = { virtualModules, moduleCache: false };
  return createJiti(import.meta.url, options).import(path, { default: true });
}

async function importAnew(path: string): Promise<unknown> {
  const url = `${pathToFileURL(path).href}?${statSync(path).mtimeMs}`;
  return ((await import(url)) as { default?: unknown }).default;
}

/** A config, or a source of one, whose relative paths start at a folder. */
export function absolute(config: object, folder: string): Config {
  const move = (name: string, value: unknown): unknown => {
    if (name === "sources" && Array.isArray(value)) {
      return value.map((source: unknown) =>
        isObject(source) ? absolute(source, folder) : source,
      );
    }
    if (optionOf(name)?.isPath !== true) return value;
    if (Array.isArray(value)) return value.map((one) => move(name, one));
    const isNamed = typeof value === "string" && !ANYWHERE.test(value);
    return isNamed ? resolve(folder, value) : value;
  };
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, move(name, value)]),
  );
}

/** Standard input and URLs. */
const ANYWHERE = /^(-$|https?:)/i;

function configError(file: string, what: string, cause?: unknown) {
  return because(cause, {
    code: "bad-config",
    file,
    message: `The config ${what}`,
    hint: "A config is `export default defineConfig({ document, out, … })`, or the same as JSON.",
  });
}
