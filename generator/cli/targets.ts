import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { keepProjectSdk } from "../commands/generate.js";
import { readProjectOptions } from "../commands/project-options.js";
import { assertSafe, assertSafeConfig } from "../checkout/assert-safe.js";
import {
  openCheckout,
  TRUSTED_CHECKOUT,
  type Checkout,
} from "../checkout/checkout.js";
import { resolveLinks } from "../checkout/links.js";
import type { Config } from "../config/config.js";
import { DEFAULT_SDK, type SdkLine } from "../config/sdk.js";
import {
  CONFIG_NAMES,
  toAbsolutePaths,
  findConfig,
  readConfigs,
  type ConfigEntry,
} from "../config/config-file.js";
import { assertNoPassword } from "../config/assert-no-password.js";
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
  resolveOutFolder,
} from "../project/folder.js";
import { hasProjectConfig, isProject } from "../project/lock.js";
import { lockPath, classifyPath, optionsPath } from "../project/paths.js";
import { findHandConfig } from "../project/project-config.js";
import type { RunOptions } from "../pipeline.js";
import { omit, omitEmpty } from "../shared/json.js";
import { EXIT, printError } from "./console.js";
import { configOf, isSafe, type Flags } from "./flags.js";

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
  /** Line of the SDK of the project, and the config that the user wrote, which says none. */
  readonly unsaidSdk?: { readonly file: string; readonly sdk: SdkLine };
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
  readonly checkout: Checkout;
}

/** Finds the runs of a command: one for each entry of a team's config, otherwise that of a project. */
export async function runsOf(
  flags: Flags,
  cwd = process.cwd(),
): Promise<Run[]> {
  const { allowOlder = false, config: namedConfig } = flags;
  const flagOptions = toAbsolutePaths(
    { ...configOf(flags), ...omitEmpty({ out: flags.folder ?? flags.out }) },
    cwd,
  );
  assertNoPassword(flagOptions);
  const request: RunRequest = {
    cwd,
    flagOptions,
    isOnce: flags.once === true,
    checkout: openCheckoutOf(flags, { cwd, flagOptions }),
  };
  const file =
    flags.folder === undefined ? findTeamConfig(request, namedConfig) : null;
  const runs =
    file === null
      ? [await findProjectRun(request, namedConfig)]
      : await findTeamRuns(file, request, flags);
  for (const { config } of runs) assertSafe(config, request.checkout, cwd);
  return runs.map((run) =>
    settleSdk({
      ...run,
      options: { ...run.options, ...(allowOlder && { allowOlder }) },
    }),
  );
}

/**
 * Settles the line of the SDK, if neither flags nor configs say one: that of the project, otherwise the default. The
 * config that toolwright writes gets it, so that no new default moves the project; for any other the run names it.
 */
function settleSdk(run: Run): Run {
  const { config, handConfig, options } = run;
  const { optionsToSave } = options;
  const teamConfig = handConfig ?? optionsToSave?.config;
  const keptConfig = attemptKeep(run);
  const sdk = keptConfig.sdk ?? DEFAULT_SDK;
  if (teamConfig !== undefined)
    return config.sdk === undefined
      ? { ...run, config: keptConfig, unsaidSdk: { file: teamConfig, sdk } }
      : run;
  return {
    ...run,
    config: keptConfig,
    options: {
      ...options,
      ...(optionsToSave && {
        optionsToSave: {
          ...optionsToSave,
          // A flag that holds for one run is not saved.
          sdk:
            optionsToSave.sdk ??
            attemptKeep({ ...run, config: omit({ ...config }, ["sdk"]) }).sdk ??
            sdk,
        },
      }),
    },
  };
}

/** Config of a run with the line of its project; as it is, if its folder can't be used, which the command reports. */
function attemptKeep({ config, options }: Run): Config {
  if (config.out === undefined) return config;
  try {
    return keepProjectSdk(config, options);
  } catch (error) {
    if (error instanceof ToolwrightError) return config;
    throw error;
  }
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
  { config: namedConfig, quiet = false }: Flags,
): Promise<Run[]> {
  const { checkout, cwd, flagOptions } = request;
  const fileEntries = await readCheckedConfigs(file, checkout);
  const entries =
    namedConfig === undefined
      ? selectEntries(fileEntries, flagOptions)
      : fileEntries;
  if (entries.length === 0) {
    if (!quiet)
      printError(
        `note: ${relative(cwd, file)} names no folder ${relative(cwd, flagOptions.out ?? "") || "."} as \`out\`, so it is not read. To use it, pass it with --config.`,
      );
    return [await findProjectRun(request)];
  }
  const isSeveral = entries.length > 1;
  const namedTarget =
    flagOptions.document ?? flagOptions.app ?? flagOptions.out;
  if (isSeveral && namedTarget !== undefined)
    throw new ToolwrightError({
      code: "several-configs",
      message: `The config has ${entries.length} APIs, so a document, --app or --out on the command line is ambiguous.`,
      hint: "Run the command without them, or use another file with --config.",
    });
  return entries.map(({ options, ...entry }) => ({
    ...toRun(
      { flags: flagOptions, configFile: { path: file, options } },
      // The config is its team's: flags hold for this run.
      {
        request,
        optionsToSave: { config: file },
        handConfig: file,
        needsTrust: entry.needsTrust,
      },
    ),
    ...(isSeveral && { of: relative(cwd, options.out ?? "") || "." }),
  }));
}

/**
 * Entries of a config in the working folder that a run uses. A run that names its output folder, and what it generates
 * or a project with its own options, uses the entry of that folder alone.
 */
function selectEntries(
  entries: readonly ConfigEntry[],
  { app, document, out }: Config,
): ConfigEntry[] {
  if (out === undefined) return [...entries];
  const realOut = resolveLinks(out);
  const ownEntries = entries.filter(
    ({ options }) =>
      options.out !== undefined && resolveLinks(options.out) === realOut,
  );
  const isOwnRun = (document ?? app) !== undefined || isProject(out);
  return isOwnRun || ownEntries.length > 0 ? ownEntries : [...entries];
}

/**
 * Finds the run of a project: of the folder that --out names, of that of the named config, or of the working folder.
 * Flags are saved in its config, unless the user wrote that.
 */
async function findProjectRun(
  request: RunRequest,
  namedConfig?: string,
): Promise<Run> {
  const { checkout, cwd, flagOptions, isOnce } = request;
  const home =
    namedConfig === undefined ? cwd : dirname(resolve(cwd, namedConfig));
  const out = flagOptions.out ?? (isProject(home) ? home : undefined);
  const project =
    out === undefined || !isProject(out)
      ? undefined
      : readProjectOptions(out, flagOptions);
  const handConfig = out === undefined ? undefined : findHandConfigOf(out);
  if (out === undefined || project === undefined)
    return toRun(
      { flags: flagOptions },
      {
        request,
        optionsToSave:
          isOnce || handConfig !== undefined ? undefined : flagOptions,
        handConfig,
        needsTrust: false,
      },
    );
  const { config: file, ...options } = project;
  const entry =
    file === undefined ? undefined : await readEntry(file, out, checkout);
  const places: OptionPlaces = {
    flags: flagOptions,
    projectFile: { path: join(out, optionsPath), options: { ...options, out } },
    ...(file !== undefined &&
      entry !== undefined && {
        configFile: { path: file, options: entry.options },
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
    needsTrust: entry?.needsTrust === true,
  });
}

/** Reads the entry of a config that names the project's folder; empty if a config there is of other folders. */
async function readEntry(
  path: string,
  out: string,
  checkout: Checkout,
): Promise<ConfigEntry> {
  const entries = await readCheckedConfigs(path, checkout);
  const realFolder = resolveLinks(out);
  const ownEntry = entries.find(
    ({ options }) => resolveLinks(options.out ?? realFolder) === realFolder,
  );
  if (ownEntry !== undefined) return ownEntry;
  if (resolveLinks(dirname(path)) === realFolder)
    return { options: {}, needsTrust: false };
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
    needsTrust,
    optionsToSave,
    request: { checkout, cwd, flagOptions, isOnce },
  }: {
    readonly request: RunRequest;
    /** Options that the project's config is to hold; undefined to leave it as it is. */
    readonly optionsToSave: CliOptions | undefined;
    /** Config that the user wrote, to which flags are not added. */
    readonly handConfig: string | undefined;
    /** True if a safe run refuses what the team's config says. */
    readonly needsTrust: boolean;
  },
): Run {
  const resolved = resolveOptions(places);
  const { options: config } = resolved;
  // It may never end, so a checkout of an unknown author can't ask for it.
  const isPiped =
    config.document === "-" &&
    (!checkout.isSafe || flagOptions.document === "-");
  const standardInput = isPiped ? { text: readFileSync(0, "utf8") } : {};
  const { options: fileOptions } = resolveOptions({ ...places, flags: {} });
  const unsavedFlags =
    handConfig === undefined || isOnce
      ? []
      : formatDifferentFlags(flagOptions, fileOptions);
  return {
    config,
    options: {
      cwd,
      checkout,
      needsTrust,
      ...omitEmpty({ optionsToSave }),
      ...standardInput,
    },
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

/** Opens the checkout of a command: that of the config which it uses, or of the project. */
export function openCheckoutOf(
  flags: Flags,
  { cwd, flagOptions }: { readonly cwd: string; readonly flagOptions: Config },
): Checkout {
  if (!isSafe(flags)) return TRUSTED_CHECKOUT;
  const { base, config } = flags;
  const folder = flagOptions.out ?? cwd;
  const namedFiles = [config, base].flatMap((path) =>
    path === undefined ? [] : [resolve(cwd, path)],
  );
  const typedPaths = Object.values(flagOptions)
    .flat()
    .filter((value) => typeof value === "string");
  return openCheckout(
    [
      ...(config === undefined ? [] : [resolve(cwd, config)]),
      ...CONFIG_NAMES.map((name) => join(cwd, name)).filter(existsSync),
      ...[optionsPath, lockPath].map((name) => join(folder, name)),
    ],
    { cwd, typedPaths: [...namedFiles, ...typedPaths] },
  );
}

/** Reads the configs of a file. Throws a ToolwrightError if a safe run must not read it. */
function readCheckedConfigs(
  path: string,
  checkout: Checkout,
): Promise<ConfigEntry[]> {
  assertSafeConfig(path, checkout);
  return readConfigs(path);
}

/** Folders of projects: the named one or the working folder, otherwise those of the config. */
export async function foldersOf(flags: Flags, out?: string) {
  const { config } = flags;
  const cwd = process.cwd();
  const isHere = config === undefined && isProject(cwd);
  const file = out || isHere ? undefined : findConfig(cwd, config);
  const checkout = openCheckoutOf(flags, {
    cwd,
    flagOptions: out === undefined ? {} : { out: resolve(cwd, out) },
  });
  const entries =
    file === undefined
      ? [{ options: { out } }]
      : await readCheckedConfigs(file, checkout);
  return entries.map(({ options }) =>
    resolveOutFolder({ out: options.out ?? cwd }, { cwd, checkout }),
  );
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
