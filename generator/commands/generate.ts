import { checkoutOf } from "../checkout/checkout.js";
import { checkFunctionArguments } from "../config/function-arguments.js";
import { resolve } from "node:path";
import type { Config } from "../config/config.js";
import { needsTrust } from "../config/needs-trust.js";
import { resolveConfig } from "../config/resolve-config.js";
import { isUrl } from "../load/location.js";
import { resolveOutFolder } from "../project/folder.js";
import type { Result } from "../project/outcome.js";
import { loadLastRun, type RunRequest } from "../project/run-cache.js";
import { keepSdkLine } from "../project/sdk-line.js";
import type { RunOptions } from "../pipeline.js";
import type { GenerateOptions } from "./regenerate.js";
import { placeWorkflow } from "./place-workflow.js";
import { toSavedOptions } from "./project-options.js";

export type { GenerateOptions };

/**
 * Generates a server: load → normalise → model → plan → render → format → merge → write. Throws a
 * ToolwrightError, with nothing written, if the document or the output can't be used.
 */
export async function generate(
  givenConfig: Config,
  options: GenerateOptions = {},
): Promise<Result> {
  checkFunctionArguments("generate", { config: givenConfig, options });
  const config = keepProjectSdk(givenConfig, options);
  const { adopt = false, dryRun = false } = options;
  const request = requestOf(config, options);
  const isRepeatable =
    !adopt &&
    !dryRun &&
    options.onRead === undefined &&
    // Modules that extensions import are not known before they run.
    request.settings.extensions.length === 0 &&
    // Edits of any file change what a budget counts.
    request.settings.maxListingTokens === null;
  const lastResult = isRepeatable ? loadLastRun(request) : null;
  if (lastResult !== null) return lastResult;
  // Modules that take long to load are imported only if the run takes long anyway.
  const { regenerate } = await import("./regenerate.js");
  return regenerate(config, { ...options, request });
}

/** Config with the line of the SDK of the project that is there, if it says none. */
export function keepProjectSdk(config: Config, options: RunOptions): Config {
  return keepSdkLine(config, resolveOutFolder(config, options), options);
}

/** Input of a run. Throws a ToolwrightError if the config can't be used. */
export function requestOf(config: Config, options: RunOptions): RunRequest {
  const { optionsToSave } = options;
  const out = resolveOutFolder(config, options);
  const savedOptions = optionsToSave ? toSavedOptions(out, optionsToSave) : {};
  return {
    out,
    settings: placeWorkflow(resolveConfig(config), out, options),
    savedOptions,
    document: documentFileOf(config, options),
    checkFlags: isRefused(optionsToSave ? savedOptions : config, options)
      ? ""
      : "--safe",
    isSafe: checkoutOf(config, options).isSafe,
  };
}

/** True if a safe run refuses what the project's config says, or the one that it extends. */
function isRefused(config: object, options: RunOptions): boolean {
  return options.needsTrust === true || needsTrust(config);
}

/** Absolute path of the document; null if it is not a file, or if an application or a text is named as well. */
function documentFileOf(
  { app, document }: Config,
  { cwd = process.cwd(), text }: RunOptions,
): string | null {
  const isFile =
    app === undefined &&
    typeof document === "string" &&
    text === undefined &&
    !isUrl(document);
  return isFile ? resolve(cwd, document) : null;
}
