import { basename, resolve } from "node:path";
import { importExports } from "../config/config-file.js";
import type { EmittedFile, PlannedServer } from "../emit/planned-files.js";
import type { FeatureDefinition } from "../features/feature.js";
import { FEATURE_NAMES } from "../features/features.js";
import { ToolwrightError, wrapError } from "../errors.js";
import type { LoadOptions } from "../load/load.js";
import { classifyPath } from "../project/paths.js";
import { groupBy } from "../shared/group-by.js";
import { isObject } from "../shared/json.js";
import type { EmitContext, Extension, PlanFiles } from "./extension.js";

/**
 * Loads the modules that a config names as its extensions, in its order. They run in this process, as the config does:
 * only a config can name them. Throws a ToolwrightError if one can't be read, or if two have one name.
 */
export async function loadOwnExtensions(
  paths: readonly string[],
  { cwd, onRead }: { readonly cwd: string } & Pick<LoadOptions, "onRead">,
): Promise<Extension[]> {
  const modulePaths = paths.map((path) => resolve(cwd, path));
  assertDistinct(modulePaths);
  const extensions: Extension[] = [];
  for (const modulePath of modulePaths) {
    onRead?.([modulePath]);
    const { feature, planFiles } = await importExtension(modulePath);
    extensions.push({
      feature: feature && toFeature(feature, modulePath),
      plan: () => ({
        planFiles: (server, context) =>
          planOwnFiles(planFiles, { modulePath, server, context }),
      }),
    });
  }
  return extensions;
}

/** Name of an extension, which is that of its folder: `house-style` of `./house-style.ts`. */
function nameOf(modulePath: string): string {
  return basename(modulePath).replace(/\.[cm]?[jt]s$/, "");
}

function assertDistinct(modulePaths: readonly string[]): void {
  const byName = groupBy(modulePaths.map((path) => [nameOf(path), path]));
  for (const [name, [path = "", otherPath]] of byName) {
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))
      throw createError(
        path,
        `An extension can't be called ${JSON.stringify(name)}.`,
        "Rename the file: small letters and digits, in words with hyphens between, and .ts or .js behind.",
      );
    if (otherPath !== undefined)
      throw createError(
        otherPath,
        `Two extensions are called ${name}, and would write into one folder.`,
        "Rename one of the files.",
      );
  }
}

/** Exports of an extension: a function, a feature, or both. */
async function importExtension(modulePath: string): Promise<{
  readonly planFiles: PlanFiles;
  readonly feature?: object;
}> {
  const exports = await attempt(modulePath, () => importExports(modulePath));
  const { default: planFiles = () => [], feature } = exports;
  const hasFeature = isObject(feature);
  const isComplete = hasFeature || exports["default"] !== undefined;
  if (typeof planFiles === "function" && isComplete)
    return {
      planFiles: planFiles as PlanFiles,
      ...(hasFeature && { feature }),
    };
  throw createError(
    modulePath,
    "This extension has no function as its default export, and no object `feature`.",
    HINT,
  );
}

/** Feature that a module exports. Every server of the config has it, unless it has an `isNeeded` of its own. */
function toFeature(exported: object, modulePath: string): FeatureDefinition {
  const members = exported as Readonly<Record<string, unknown>>;
  const { imports, name } = members;
  const isComplete =
    typeof name === "string" &&
    /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) &&
    typeof members["about"] === "string" &&
    isObject(imports);
  if (!isComplete)
    throw createError(
      modulePath,
      "The feature of this extension has no `name` of small letters, digits and hyphens, no text `about`, or no object `imports`.",
      FEATURE_HINT,
    );
  if (FEATURE_NAMES.includes(name))
    throw createError(
      modulePath,
      `The feature of this extension is called ${JSON.stringify(name)}, as one of toolwright is.`,
      "Give it another `name`.",
    );
  // Checked above, as far as it can be; what it writes is the user's own.
  const feature = guardFunctions(exported, modulePath) as FeatureDefinition;
  return { isNeeded: () => true, ...feature };
}

const FEATURE_HINT =
  "A feature is `export const feature: FeatureDefinition = { … }`; docs/extensions.md has an example.";

/** Value whose functions throw a ToolwrightError that names the module if they fail. */
function guardFunctions(value: unknown, modulePath: string): unknown {
  if (typeof value === "function")
    return (...args: unknown[]): unknown => {
      try {
        return Reflect.apply(value, undefined, args);
      } catch (cause) {
        throw toFailure(cause, modulePath);
      }
    };
  if (!isObject(value) || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      guardFunctions(member, modulePath),
    ]),
  );
}

const HINT =
  "An extension is `export default (server) => [{ path, text }]`; docs/extensions.md has an example.";

/**
 * Files that a module of the user's own plans. Throws a ToolwrightError if it fails, or returns anything else than
 * texts in its folder.
 */
async function planOwnFiles(
  planFiles: PlanFiles,
  input: {
    readonly modulePath: string;
    readonly server: PlannedServer;
    readonly context: EmitContext;
  },
): Promise<EmittedFile[]> {
  const { context, modulePath, server } = input;
  const files: unknown = await attempt(modulePath, () =>
    planFiles(server, context),
  );
  if (!Array.isArray(files))
    throw createError(modulePath, "This extension returned no list.", HINT);
  const texts = files.map((file: unknown) => readText(file, modulePath));
  const paths = texts.map(({ path }) => path);
  const repeatedPath = paths.find((path, index) => paths.indexOf(path) < index);
  if (repeatedPath === undefined) return texts;
  throw createError(
    modulePath,
    `This extension returned two files at ${JSON.stringify(repeatedPath)}.`,
    "Return each path once.",
  );
}

/** Reads one file that an extension returned. */
function readText(file: unknown, modulePath: string): EmittedFile {
  const { path, text }: { path?: unknown; text?: unknown } = isObject(file)
    ? file
    : {};
  if (typeof path !== "string" || typeof text !== "string")
    throw createError(
      modulePath,
      "This extension returned a file without a path or a text.",
      HINT,
    );
  const folder = `extensions/${nameOf(modulePath)}/`;
  if (path.startsWith(folder) && classifyPath(path)?.kind === "extension")
    return { path, text };
  throw createError(
    modulePath,
    `This extension may not write ${JSON.stringify(path)}.`,
    `Write below ${folder}: folders and names of small letters, digits and hyphens, with .md, .txt, .json, .yaml, .csv or .html behind.`,
  );
}

async function attempt<Result>(
  modulePath: string,
  run: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    throw toFailure(cause, modulePath);
  }
}

function toFailure(cause: unknown, modulePath: string): ToolwrightError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return wrapError(cause, {
    code: "extension-failed",
    file: modulePath,
    message: `The extension failed: ${reason}`,
    hint: "Fix the module, or remove it from `extensions` in the config.",
  });
}

function createError(file: string, message: string, hint: string) {
  return new ToolwrightError({ code: "extension-failed", file, message, hint });
}
