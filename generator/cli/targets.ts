import { readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  assertApproved,
  readProjectOptions,
  trustOptions,
} from "../commands/trust.js";
import type { Config } from "../config/config.js";
import {
  toAbsolutePaths,
  findConfig,
  readConfigs,
} from "../config/config-file.js";
import { assertNoPassword, assertOffline } from "../config/offline.js";
import {
  resolveOptions,
  type OptionPlaces,
  type ResolvedOptions,
} from "../config/resolve-options.js";
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
import { omitEmpty } from "../shared/json.js";
import { EXIT, printError } from "./console.js";
import { configOf, type Flags } from "./flags.js";

/** Run of a command for one config. */
export interface Run {
  readonly config: Config;
  readonly options: RunOptions;
  /** Options of the run with their origins. */
  readonly resolved: ResolvedOptions;
  /** Folder of the project relative to the working folder, if a config has several servers. */
  readonly of?: string;
  /** Config that the user wrote, to which toolwright adds no option. */
  readonly handConfig?: string;
  /** Flags that hold for this run, and the config that the user wrote, which doesn't have them. */
  readonly unsaved?: {
    readonly file: string;
    readonly flags: readonly string[];
  };
}

/** Command line from which runs are found. */
interface RunRequest {
  readonly cwd: string;
  /** Options of its flags, with absolute paths. */
  readonly flagOptions: Config;
  /** True if they hold for this run alone. */
  readonly isOnce: boolean;
  /** True if the user names the config. */
  readonly isNamed: boolean;
}

/** Finds the runs of a command: one for each entry of a team's config, otherwise that of a project. */
export async function runsOf(
  flags: Flags,
  cwd = process.cwd(),
): Promise<Run[]> {
  const { allowOlder = false, config: namedConfig, offline = false } = flags;
  const flagOptions = toAbsolutePaths(
    { ...configOf(flags), ...omitEmpty({ out: flags.folder ?? flags.out }) },
    cwd,
  );
  assertNoPassword(flagOptions);
  const request: RunRequest = {
    cwd,
    flagOptions,
    isOnce: flags.once === true,
    isNamed: namedConfig !== undefined,
  };
  const file =
    flags.folder === undefined ? findTeamConfig(request, namedConfig) : null;
  const runs =
    file === null
      ? [await findProjectRun(request, namedConfig)]
      : await findTeamRuns(file, request, flags.quiet === true);
  if (offline) runs.forEach(({ config }) => assertOffline(config));
  return allowOlder
    ? runs.map((run) => ({ ...run, options: { ...run.options, allowOlder } }))
    : runs;
}

/** Path of the team's config of a run; null if there is none, or if the config is that of a single project. */
function findTeamConfig(
  { cwd, flagOptions }: RunRequest,
  namedConfig: string | undefined,
): string | null {
  const file = findConfig(cwd, namedConfig) ?? null;
  const isOfProject =
    file !== null &&
    (namedConfig === undefined
      ? hasProjectConfig(cwd)
      : isProjectConfigOf(file, flagOptions.out));
  return isOfProject ? null : file;
}

/** True if a file is the config of the project in its folder, and a run is of that project. */
function isProjectConfigOf(file: string, out = dirname(file)): boolean {
  return (
    basename(file) === optionsPath &&
    hasProjectConfig(dirname(file)) &&
    resolve(out) === dirname(file)
  );
}

/** Finds the runs of a team's config. One in the working folder is used if it names the folder of the run. */
async function findTeamRuns(
  file: string,
  request: RunRequest,
  isQuiet: boolean,
): Promise<Run[]> {
  const { cwd, flagOptions, isNamed } = request;
  const fileConfigs = await readConfigs(file);
  const configs = isNamed ? fileConfigs : configsOf(fileConfigs, flagOptions);
  if (configs.length === 0) {
    if (!isQuiet)
      printError(
        `note: ${relative(cwd, file)} names no folder ${relative(cwd, flagOptions.out ?? "") || "."} as \`out\`, so it is not read. To use it, pass it with --config.`,
      );
    return [await findProjectRun(request)];
  }
  const isSeveral = configs.length > 1;
  const namedTarget =
    flagOptions.document ?? flagOptions.app ?? flagOptions.out;
  if (isSeveral && namedTarget !== undefined)
    throw new ToolwrightError({
      code: "several-configs",
      message: `The config has ${configs.length} APIs, so a document, --app or --out on the command line is ambiguous.`,
      hint: "Run the command without them, or use another file with --config.",
    });
  return configs.map((options) => ({
    ...toRun(
      { flags: flagOptions, configFile: { path: file, options } },
      // The config is its team's: flags hold for this run.
      { request, optionsToSave: { config: file }, handConfig: file },
    ),
    ...(isSeveral && { of: relative(cwd, options.out ?? "") || "." }),
  }));
}

/**
 * Entries of a config in the working folder that a run uses. A run that names its output folder, and what it generates
 * or a project with its own options, uses the entry of that folder alone.
 */
function configsOf(configs: readonly Config[], flagOptions: Config): Config[] {
  const { app, document, out } = flagOptions;
  if (out === undefined) return [...configs];
  const realOut = resolveLinks(out);
  const ownConfigs = configs.filter(
    (config) =>
      config.out !== undefined && resolveLinks(config.out) === realOut,
  );
  const isOwnRun = (document ?? app) !== undefined || isProject(out);
  return isOwnRun || ownConfigs.length > 0 ? ownConfigs : [...configs];
}

/**
 * Finds the run of a project: of the folder that --out names, of that of the named config, or of the working folder.
 * Flags are saved in its config, unless the user wrote that.
 */
async function findProjectRun(
  request: RunRequest,
  namedConfig?: string,
): Promise<Run> {
  const { cwd, flagOptions, isNamed, isOnce } = request;
  const home =
    namedConfig === undefined ? cwd : dirname(resolve(cwd, namedConfig));
  const out = flagOptions.out ?? (isProject(home) ? home : undefined);
  const saved =
    out === undefined || !isProject(out)
      ? undefined
      : readProjectOptions(out, flagOptions);
  const handConfig = out === undefined ? undefined : findHandConfigOf(out);
  if (out === undefined || saved === undefined)
    return toRun(
      { flags: flagOptions },
      {
        request,
        optionsToSave:
          isOnce || handConfig !== undefined ? undefined : flagOptions,
        handConfig,
      },
    );
  if (!isNamed) assertApproved(out, saved, flagOptions);
  const { config: file, ...options } = saved;
  const places: OptionPlaces = {
    flags: flagOptions,
    projectFile: { path: join(out, optionsPath), options: { ...options, out } },
    ...(file !== undefined && {
      configFile: { path: file, options: await readEntry(file, out) },
    }),
  };
  const isKept = isOnce || handConfig !== undefined;
  const { options: optionsToSave } = resolveOptions({
    ...places,
    configFile: undefined,
    ...(isKept && { flags: {} }),
  });
  return toRun(places, {
    request,
    optionsToSave: { ...optionsToSave, ...omitEmpty({ config: file }) },
    handConfig,
  });
}

/** Reads the entry of a config that names the project's folder; empty if a config there is of other folders. */
async function readEntry(path: string, out: string): Promise<Config> {
  const configs = await readConfigs(path);
  const realFolder = resolveLinks(out);
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

/** Path of a config in the project's folder that toolwright doesn't change; undefined if there is none. */
function findHandConfigOf(out: string): string | undefined {
  const text = hasFile(out, optionsPath)
    ? createProjectReader(out)(optionsPath)
    : undefined;
  const name = findHandConfig(out, text);
  return name === undefined ? undefined : join(out, name);
}

/** Resolves the options of a run, and reads standard input. */
function toRun(
  places: OptionPlaces,
  {
    handConfig,
    optionsToSave,
    request: { cwd, flagOptions, isOnce },
  }: {
    readonly request: RunRequest;
    /** Options that the project's config is to hold; undefined to leave it as it is. */
    readonly optionsToSave: CliOptions | undefined;
    /** Config that the user wrote, to which flags are not added. */
    readonly handConfig: string | undefined;
  },
): Run {
  const resolved = resolveOptions(places);
  const { options: config } = resolved;
  if (typeof config.out === "string" && optionsToSave !== undefined)
    trustOptions(resolveOutFolder(config, { cwd }), optionsToSave);
  const standardInput =
    config.document === "-" ? { text: readFileSync(0, "utf8") } : {};
  const { options: fileOptions } = resolveOptions({ ...places, flags: {} });
  const unsavedFlags =
    handConfig === undefined || isOnce
      ? []
      : formatDifferentFlags(flagOptions, fileOptions);
  return {
    config,
    options: { cwd, ...omitEmpty({ optionsToSave }), ...standardInput },
    resolved,
    ...omitEmpty({ handConfig }),
    ...(handConfig !== undefined &&
      unsavedFlags.length > 0 && {
        unsaved: { file: handConfig, flags: unsavedFlags },
      }),
  };
}

/** Flags of the command line that differ from what the files say. */
function formatDifferentFlags(flagOptions: Config, fileOptions: Config) {
  return Object.entries(flagOptions).flatMap(([name, value]) =>
    name === "out" ||
    isDeepStrictEqual(value, fileOptions[name as keyof Config])
      ? []
      : [formatFlag(name, value)],
  );
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
