import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { rememberedIn, trust } from "../commands/trust.js";
import type { Config } from "../config/config.js";
import { absolute, findConfig, readConfigs } from "../config/config-file.js";
import type { Told } from "../config/saved-options.js";
import { because, ToolwrightError } from "../errors.js";
import { realFolder } from "../project/folder.js";
import { isProject } from "../project/lock.js";
import { lockPath, placeOf } from "../project/paths.js";
import type { RunOptions } from "../pipeline.js";
import { EXIT } from "./console.js";
import { configOf, type Flags } from "./flags.js";

/** One config to work on. */
export interface Run {
  readonly config: Config;
  readonly options: RunOptions;
  /** Its folder as seen from here, where a config has several servers. */
  readonly of?: string;
}

/** The config file's entries with the flags on top; without a file, what the project remembers, and the flags. */
export async function runsOf(flags: Flags): Promise<Run[]> {
  const cwd = process.cwd();
  const given = absolute(configOf(flags), cwd);
  const file = findConfig(cwd, flags.config);
  if (file === undefined) return remembered(given, cwd);
  const configs = await readConfigs(file);
  const isSeveral = configs.length > 1;
  const named = given.document ?? given.app ?? given.out;
  if (isSeveral && named !== undefined)
    throw new ToolwrightError({
      code: "several-configs",
      message: `The config holds ${configs.length} APIs, so a document, --app or --out on the command line could mean any of them.`,
      hint: "Run it without them, or name another file with --config.",
    });
  const told = { ...given, config: file };
  return configs.map((config) => ({
    ...toRun({ ...config, ...given }, told, cwd),
    ...(isSeveral && { of: relative(cwd, config.out ?? "") || "." }),
  }));
}

/** The folders that are meant: the one that is named or stands here, else those of the config. */
export async function foldersOf({ config }: Flags, out?: string) {
  const cwd = process.cwd();
  const isHere = config === undefined && isProject(cwd);
  const file = out || isHere ? undefined : findConfig(cwd, config);
  const configs = file === undefined ? [{ out }] : await readConfigs(file);
  return configs.map((each) => each.out ?? cwd);
}

/** A project remembers how it was asked for: that in the working folder, or in the one that --out names without saying of what. */
async function remembered(given: Config, cwd: string): Promise<Run[]> {
  const isHere = given.out === undefined && isProject(cwd);
  const isAnew = (given.document ?? given.app) !== undefined;
  const out = isHere ? cwd : isAnew ? undefined : given.out;
  const told = out === undefined ? undefined : rememberedIn(out, given);
  if (told === undefined) return [toRun(given, given, cwd)];
  const { config: file, ...flags } = told;
  if (file === undefined) return [toRun(flags, told, cwd)];
  const configs = await readConfigs(file);
  const here = realFolder(out ?? cwd);
  const own = configs.find((one) => realFolder(one.out ?? here) === here);
  if (own !== undefined) return [toRun({ ...own, ...flags }, told, cwd)];
  throw new ToolwrightError({
    code: "no-output",
    message: `The config ${file}, with which this project was generated, no longer names its folder as \`out\`.`,
    hint: "Name the document and the options again, or another file with --config.",
  });
}

/** A run of a config; what this user allows its project is kept, and standard input is read. */
function toRun(config: Config, told: Told, cwd: string): Run {
  if (typeof config.out === "string") trust(resolve(cwd, config.out), told);
  const isPiped = config.document === "-";
  const input = isPiped ? { text: readFileSync(0, "utf8") } : {};
  return { config, options: { cwd, told, ...input } };
}

/** Does something with each config, of which true says that nobody has to look at it, and sets the exit code. */
export async function runAll(
  flags: Flags,
  action: (run: Run) => Promise<boolean>,
): Promise<void> {
  let isFine = true;
  for (const run of await runsOf(flags)) {
    try {
      isFine = (await action(run)) && isFine;
    } catch (error) {
      throw fromHere(error, run);
    }
  }
  process.exitCode = isFine ? EXIT.done : EXIT.attention;
}

/** The same of a project, with its files as seen by those who stand elsewhere. */
function fromHere(error: unknown, { config, options }: Run): unknown {
  const { cwd = "." } = options;
  if (!(error instanceof ToolwrightError)) return error;
  const problems = error.problems.map((problem) => {
    const { file = "" } = problem;
    const isOurs = file === lockPath || placeOf(file) !== undefined;
    return isOurs
      ? { ...problem, file: resolve(cwd, config.out ?? ".", file) }
      : problem;
  });
  return because(error, problems);
}
