import { readFileSync } from "node:fs";
import type { Config } from "../config/config.js";
import { absolute, readConfigs } from "../config/file.js";
import { ToolwrightError } from "../errors.js";
import type { RunOptions } from "../pipeline.js";
import { configOf, type Flags } from "./flags.js";

/** One config to work on. */
export interface Run {
  readonly config: Config;
  readonly options: RunOptions;
}

/** The config file's entries with the flags on top; without a file, the flags alone. */
export async function runsOf(
  document: string | undefined,
  flags: Flags,
): Promise<Run[]> {
  const cwd = process.cwd();
  const given = absolute(configOf(document, flags), cwd);
  const configs = (await readConfigs(cwd, flags.config)) ?? [{}];
  if (
    configs.length > 1 &&
    (given.document ?? given.app ?? given.out ?? given.report) !== undefined
  ) {
    throw new ToolwrightError({
      code: "several-configs",
      message: `The config holds ${configs.length} APIs, so a document, --app or --out on the command line could mean any of them.`,
      hint: "Run it without them, or name another file with --config.",
    });
  }
  return configs.map((config) => toRun({ ...config, ...given }, cwd));
}

function toRun(config: Config, cwd: string): Run {
  return {
    config,
    options:
      config.document === "-"
        ? { cwd, text: readFileSync(0, "utf8") }
        : { cwd },
  };
}
