import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { loadProjectOptions, trustOptions } from "../commands/trust.js";
import type { Config } from "../config/config.js";
import {
  toAbsolutePaths,
  findConfig,
  readConfigs,
} from "../config/config-file.js";
import type { CliOptions } from "../config/saved-options.js";
import { wrapError, ToolwrightError } from "../errors.js";
import { resolveLinks } from "../project/folder.js";
import { isProject } from "../project/lock.js";
import { lockPath, classifyPath } from "../project/paths.js";
import type { RunOptions } from "../pipeline.js";
import { EXIT } from "./console.js";
import { configOf, type Flags } from "./flags.js";

/** Run of a command for one config. */
export interface Run {
  readonly config: Config;
  readonly options: RunOptions;
  /** Folder of the project relative to the working folder, if a config has several servers. */
  readonly of?: string;
}

/**
 * Runs of a command: the config file's entries with the flags on top; without a file, the project's saved
 * options, and the flags.
 */
export async function runsOf(flags: Flags): Promise<Run[]> {
  const cwd = process.cwd();
  const cliOptions = toAbsolutePaths(configOf(flags), cwd);
  const file = findConfig(cwd, flags.config);
  if (file === undefined) return loadRuns(cliOptions, cwd);
  const configs = await readConfigs(file);
  const isSeveral = configs.length > 1;
  const namedTarget = cliOptions.document ?? cliOptions.app ?? cliOptions.out;
  if (isSeveral && namedTarget !== undefined)
    throw new ToolwrightError({
      code: "several-configs",
      message: `The config has ${configs.length} APIs, so a document, --app or --out on the command line is ambiguous.`,
      hint: "Run the command without them, or use another file with --config.",
    });
  const runOptions = { ...cliOptions, config: file };
  return configs.map((config) => ({
    ...toRun({ ...config, ...cliOptions }, runOptions, cwd),
    ...(isSeveral && { of: relative(cwd, config.out ?? "") || "." }),
  }));
}

/** Folders of projects: the one that is named or the working folder, else those of the config. */
export async function foldersOf({ config }: Flags, out?: string) {
  const cwd = process.cwd();
  const isHere = config === undefined && isProject(cwd);
  const file = out || isHere ? undefined : findConfig(cwd, config);
  const configs = file === undefined ? [{ out }] : await readConfigs(file);
  return configs.map((projectConfig) => projectConfig.out ?? cwd);
}

/**
 * Loads the runs of a project's saved options: of the working folder's project, or of the one that --out
 * names without naming a document.
 */
async function loadRuns(cliOptions: Config, cwd: string): Promise<Run[]> {
  const isHere = cliOptions.out === undefined && isProject(cwd);
  const namesDocument = (cliOptions.document ?? cliOptions.app) !== undefined;
  const out = isHere ? cwd : namesDocument ? undefined : cliOptions.out;
  const savedOptions =
    out === undefined ? undefined : loadProjectOptions(out, cliOptions);
  if (savedOptions === undefined) return [toRun(cliOptions, cliOptions, cwd)];
  const { config: file, ...flags } = savedOptions;
  if (file === undefined) return [toRun(flags, savedOptions, cwd)];
  const configs = await readConfigs(file);
  const realOut = resolveLinks(out ?? cwd);
  const ownConfig = configs.find(
    (config) => resolveLinks(config.out ?? realOut) === realOut,
  );
  if (ownConfig !== undefined)
    return [toRun({ ...ownConfig, ...flags }, savedOptions, cwd)];
  throw new ToolwrightError({
    code: "no-output",
    message: `The config ${file}, which this project was generated with, no longer has this folder as \`out\`.`,
    hint: "Pass the document and the options again, or another file with --config.",
  });
}

/** Converts a config to a run; saves the options that this user trusts, and reads standard input. */
function toRun(config: Config, cliOptions: CliOptions, cwd: string): Run {
  if (typeof config.out === "string")
    trustOptions(resolve(cwd, config.out), cliOptions);
  const isPiped = config.document === "-";
  const standardInput = isPiped ? { text: readFileSync(0, "utf8") } : {};
  return { config, options: { cwd, told: cliOptions, ...standardInput } };
}

/**
 * Runs an action for each config, and sets the exit code. The action resolves to true if nobody has to look
 * at the config.
 */
export async function runAll(
  flags: Flags,
  action: (run: Run) => Promise<boolean>,
): Promise<void> {
  let isFine = true;
  for (const run of await runsOf(flags)) {
    try {
      isFine = (await action(run)) && isFine;
    } catch (error) {
      throw locateProblems(error, run);
    }
  }
  process.exitCode = isFine ? EXIT.done : EXIT.attention;
}

/** Converts an error's file names, which are relative to its project, to absolute paths. */
function locateProblems(error: unknown, { config, options }: Run): unknown {
  const { cwd = "." } = options;
  if (!(error instanceof ToolwrightError)) return error;
  const problems = error.problems.map((problem) => {
    const { file = "" } = problem;
    const isGenerated = file === lockPath || classifyPath(file) !== undefined;
    return isGenerated
      ? { ...problem, file: resolve(cwd, config.out ?? ".", file) }
      : problem;
  });
  return wrapError(error, problems);
}
