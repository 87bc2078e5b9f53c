import { readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { loadProjectOptions, trustOptions } from "../commands/trust.js";
import type { Config } from "../config/config.js";
import {
  toAbsolutePaths,
  findConfig,
  readConfigs,
} from "../config/config-file.js";
import { assertNoPassword, assertOffline } from "../config/offline.js";
import { formatFlag, type CliOptions } from "../config/saved-options.js";
import { wrapError, ToolwrightError } from "../errors.js";
import {
  createProjectReader,
  hasFile,
  resolveLinks,
  resolveOutFolder,
} from "../project/folder.js";
import { hasProjectConfig, isProject } from "../project/lock.js";
import { lockPath, classifyPath, optionsPath } from "../project/paths.js";
import { findHandConfig } from "../project/project-config.js";
import type { RunOptions } from "../pipeline.js";
import { EXIT, printError } from "./console.js";
import { configOf, type Flags } from "./flags.js";

/** Run of a command for one config. */
export interface Run {
  readonly config: Config;
  readonly options: RunOptions;
  /** Folder of the project relative to the working folder, if a config has several servers. */
  readonly of?: string;
  /** Flags that hold for this run, and the config that the user wrote, which doesn't have them. */
  readonly unsaved?: {
    readonly file: string;
    readonly flags: readonly string[];
  };
}

/**
 * Runs of a command: the config file's entries with the flags on top; without a file, the project's saved
 * options, and the flags.
 */
export async function runsOf(flags: Flags): Promise<Run[]> {
  const runs = await resolveRuns(flags);
  const { allowOlder = false, offline = false } = flags;
  if (offline) runs.forEach(({ config }) => assertOffline(config));
  return allowOlder
    ? runs.map((run) => ({ ...run, options: { ...run.options, allowOlder } }))
    : runs;
}

async function resolveRuns(flags: Flags): Promise<Run[]> {
  const cwd = process.cwd();
  const cliOptions = toAbsolutePaths(configOf(flags), cwd);
  assertNoPassword(cliOptions);
  const isOnce = flags.once === true;
  const project = { cliOptions, cwd, isOnce };
  if (flags.folder !== undefined)
    return loadRuns({
      ...project,
      cliOptions: { ...cliOptions, out: flags.folder },
    });
  const foundFile = findConfig(cwd, flags.config);
  const file = isOfProject(cwd, flags.config) ? undefined : foundFile;
  if (file === undefined) return loadRuns(project);
  const isNamed = flags.config !== undefined;
  const ownFolder = dirname(file);
  if (
    isNamed &&
    basename(file) === optionsPath &&
    hasProjectConfig(ownFolder) &&
    resolve(cliOptions.out ?? ownFolder) === ownFolder
  )
    return loadRuns({
      ...project,
      cliOptions: { ...cliOptions, out: ownFolder },
      isTrusted: true,
    });
  const fileConfigs = await readConfigs(file);
  const configs = isNamed ? fileConfigs : configsOf(fileConfigs, cliOptions);
  if (configs.length === 0) {
    if (flags.quiet !== true)
      printError(
        `note: ${relative(cwd, file)} names no folder ${relative(cwd, cliOptions.out ?? "") || "."} as \`out\`, so it is not read. To use it, pass it with --config.`,
      );
    return loadRuns(project);
  }
  const isSeveral = configs.length > 1;
  const namedTarget = cliOptions.document ?? cliOptions.app ?? cliOptions.out;
  if (isSeveral && namedTarget !== undefined)
    throw new ToolwrightError({
      code: "several-configs",
      message: `The config has ${configs.length} APIs, so a document, --app or --out on the command line is ambiguous.`,
      hint: "Run the command without them, or use another file with --config.",
    });
  // The config is its team's: flags hold for this run.
  const flagOptions = isOnce ? {} : cliOptions;
  return configs.map((config) => ({
    ...toRun({ ...config, ...cliOptions }, { config: file }, cwd),
    ...unsavedOptionsOf(file, flagOptions, config),
    ...(isSeveral && { of: relative(cwd, config.out ?? "") || "." }),
  }));
}

/** True if the config of the working folder is that of the project there, so that it is data unless it is named. */
function isOfProject(cwd: string, namedConfig: string | undefined): boolean {
  return namedConfig === undefined && hasProjectConfig(cwd);
}

/** Options of a command line that differ from those of a config which toolwright doesn't change, with its path. */
function unsavedOptionsOf(
  file: string,
  flagOptions: Config,
  config: Config,
): Pick<Run, "unsaved"> {
  const flags = Object.entries(flagOptions).flatMap(([name, value]) =>
    name === "out" || isDeepStrictEqual(value, config[name as keyof Config])
      ? []
      : [formatFlag(name, value)],
  );
  return flags.length === 0 ? {} : { unsaved: { file, flags } };
}

/**
 * Entries of a config in the working folder that a run uses. A run that names its output folder, and what it generates
 * or a project with its own options, uses the entry of that folder alone.
 */
function configsOf(configs: readonly Config[], cliOptions: Config): Config[] {
  const { app, document, out } = cliOptions;
  if (out === undefined) return [...configs];
  const realOut = resolveLinks(out);
  const ownConfigs = configs.filter(
    (config) =>
      config.out !== undefined && resolveLinks(config.out) === realOut,
  );
  const isOwnRun = (document ?? app) !== undefined || isProject(out);
  return isOwnRun || ownConfigs.length > 0 ? ownConfigs : [...configs];
}

/** Folders of projects: the named one or the working folder, otherwise those of the config. */
export async function foldersOf({ config }: Flags, out?: string) {
  const cwd = process.cwd();
  const isHere = config === undefined && isProject(cwd);
  const file = out || isHere ? undefined : findConfig(cwd, config);
  const configs = file === undefined ? [{ out }] : await readConfigs(file);
  return configs.map((projectConfig) => projectConfig.out ?? cwd);
}

/**
 * Loads the runs of a project's config: of the working folder's project, or of the one that --out names. Flags are
 * saved there, unless the user wrote it.
 */
async function loadRuns({
  cliOptions,
  cwd,
  isOnce,
  isTrusted = false,
}: ProjectRun): Promise<Run[]> {
  const isHere = cliOptions.out === undefined && isProject(cwd);
  const out = isHere ? cwd : cliOptions.out;
  const projectOptions =
    out === undefined || !isProject(out)
      ? undefined
      : loadProjectOptions(out, cliOptions, { isTrusted });
  const handConfig = out === undefined ? undefined : findHandConfigOf(out);
  if (projectOptions === undefined || out === undefined) {
    const run = toRun(
      cliOptions,
      isOnce || handConfig !== undefined ? undefined : cliOptions,
      cwd,
    );
    return [
      handConfig === undefined || isOnce
        ? run
        : { ...run, ...unsavedOptionsOf(handConfig, cliOptions, {}) },
    ];
  }
  const isUnsaved = isOnce || handConfig !== undefined;
  // The project keeps the options that it has.
  const keptOptions = isUnsaved
    ? loadProjectOptions(out, {}, { isTrusted })
    : projectOptions;
  const { config: file, ...options } = projectOptions;
  const config = file === undefined ? {} : await readOwnConfig(file, out);
  const run = toRun({ ...config, ...options }, keptOptions, cwd);
  return [
    handConfig === undefined || isOnce
      ? run
      : {
          ...run,
          ...unsavedOptionsOf(handConfig, cliOptions, {
            ...config,
            ...keptOptions,
          }),
        },
  ];

  /** Reads the entry of a config that names the project's folder; empty if a config there is of other folders. */
  async function readOwnConfig(path: string, folder: string): Promise<Config> {
    const configs = await readConfigs(path);
    const realFolder = resolveLinks(folder);
    const ownConfig = configs.find(
      (entry) => resolveLinks(entry.out ?? realFolder) === realFolder,
    );
    if (ownConfig !== undefined) return ownConfig;
    if (resolveLinks(dirname(path)) === realFolder) return {};
    throw new ToolwrightError({
      code: "no-output",
      message: `The config ${path}, which this project was generated with, no longer has this folder as \`out\`.`,
      hint: "Pass the document and the options again, or another file with --config.",
    });
  }
}

/** Path of a config in the project's folder that toolwright doesn't change; undefined if there is none. */
function findHandConfigOf(out: string): string | undefined {
  const text = hasFile(out, optionsPath)
    ? createProjectReader(out)(optionsPath)
    : undefined;
  const name = findHandConfig(out, text);
  return name === undefined ? undefined : join(out, name);
}

/** Run of a project without a config in the working folder. */
interface ProjectRun {
  readonly cliOptions: Config;
  readonly cwd: string;
  /** True if the options of the command line are for this run alone. */
  readonly isOnce: boolean;
  /** True if the user names the project's config. */
  readonly isTrusted?: boolean;
}

/** Converts a config to a run; saves the options that this user trusts, and reads standard input. */
function toRun(
  config: Config,
  cliOptions: CliOptions | undefined,
  cwd: string,
): Run {
  if (typeof config.out === "string" && cliOptions !== undefined)
    trustOptions(resolveOutFolder(config, { cwd }), cliOptions);
  const isPiped = config.document === "-";
  const standardInput = isPiped ? { text: readFileSync(0, "utf8") } : {};
  const savedOptions = cliOptions && { told: cliOptions };
  return { config, options: { cwd, ...savedOptions, ...standardInput } };
}

/**
 * Runs an action for each config, and sets the exit code. The action resolves to true if no one has to look at the
 * config.
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
