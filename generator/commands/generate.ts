import type { Config } from "../config/config.js";
import type { Result } from "../output/result.js";
import { recall } from "../output/unchanged.js";
import { readJournal } from "../output/write/journal.js";
import type { GenerateOptions } from "./regenerate.js";
import { requestOf } from "./request.js";

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
  const isBroken = !dryRun && readJournal(request.out) !== undefined;
  const known = isPlain && !isBroken ? recall(request) : null;
  if (known !== null) return known;
  // What takes long to load is loaded for what takes long.
  const { regenerate } = await import("./regenerate.js");
  return regenerate(config, { ...options, request });
}
