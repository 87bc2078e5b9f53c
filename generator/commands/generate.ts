import { resolve } from "node:path";
import type { Config } from "../config/config.js";
import { settle } from "../config/resolve-config.js";
import { isUrl } from "../load/location.js";
import { outFolder } from "../project/folder.js";
import type { Result } from "../project/outcome.js";
import { recall, type Request } from "../project/run-cache.js";
import type { RunOptions } from "../pipeline.js";
import type { GenerateOptions } from "./regenerate.js";
import { memoryIn } from "./trust.js";

export type { GenerateOptions };

/**
 * Generates a server: load → normalise → model → plan → render → format → merge → write.
 * Throws a ToolwrightError, with nothing written, where the document or the output can't be used.
 */
export async function generate(
  config: Config,
  options: GenerateOptions = {},
): Promise<Result> {
  const { adopt = false, dryRun = false } = options;
  const request = requestOf(config, options);
  const isPlain = !adopt && !dryRun && options.onRead === undefined;
  const known = isPlain ? recall(request) : null;
  if (known !== null) return known;
  // What takes long to load is loaded for what takes long.
  const { regenerate } = await import("./regenerate.js");
  return regenerate(config, { ...options, request });
}

/** What a run is asked for. Throws a ToolwrightError where that can't be. */
export function requestOf(config: Config, options: RunOptions): Request {
  const out = outFolder(config, options);
  return {
    out,
    settings: settle(config),
    memory: options.told ? memoryIn(out, options.told) : {},
    document: documentFile(config, options),
  };
}

/** The document as an absolute path; null where it is none, or where an application or other sources were asked besides. */
function documentFile(
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
