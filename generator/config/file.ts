import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ToolwrightError } from "../errors.js";
import type { Config } from "./config.js";

/** Found beside you without being named, in this order. */
const NAMES = [
  "toolwright.config.ts",
  "toolwright.config.js",
  "toolwright.config.mjs",
  "toolwright.config.json",
];

export interface ConfigFile {
  /** Folder of the file: its relative paths start here. */
  readonly folder: string;
  /** One entry an API. */
  readonly configs: readonly Config[];
}

/** Reads the config that is named, else the one beside you; null where there is none. */
export async function readConfigFile(
  cwd: string,
  named?: string,
): Promise<ConfigFile | null> {
  const path =
    named === undefined
      ? NAMES.map((name) => resolve(cwd, name)).find(existsSync)
      : resolve(cwd, named);
  if (path === undefined) return null;
  const value = await readValue(path);
  const configs = [value].flat();
  if (configs.length === 0 || !configs.every(isConfig)) {
    throw configError(path, "holds no config object and no list of them.");
  }
  return { folder: dirname(path), configs };
}

async function readValue(path: string): Promise<unknown> {
  if (!existsSync(path)) throw configError(path, "does not exist.");
  try {
    if (path.endsWith(".json")) {
      return JSON.parse(await readFile(path, "utf8")) as unknown;
    }
    if (path.endsWith(".ts")) {
      const { createJiti } = await import("jiti");
      return await createJiti(import.meta.url).import(path, { default: true });
    }
    const module = (await import(pathToFileURL(path).href)) as {
      default?: unknown;
    };
    return module.default;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw configError(path, `can't be read: ${reason}`, { cause });
  }
}

function isConfig(value: unknown): value is Config {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function configError(
  file: string,
  what: string,
  options?: ErrorOptions,
): ToolwrightError {
  return new ToolwrightError(
    {
      code: "bad-config",
      message: `The config ${file} ${what}`,
      hint: "A config is `export default defineConfig({ document, out, … })`, or the same as JSON.",
    },
    options,
  );
}
