import { trimSign } from "../shared/trim.js";
import { toWord } from "../shared/json.js";
import { ToolwrightError, type Problem } from "../errors.js";
import { FEATURES } from "../features/features.js";
import type { Config, FileSettings, Source } from "./config.js";
import { optionError, validateOptions, type OptionCheck } from "./validate.js";
import { API_OPTIONS, OPTIONS, type OptionSpec } from "./options.js";
import {
  MAX_TOOL_NAME_LENGTH,
  namePrefixOf,
  type SourceName,
} from "./source-name.js";

type Options = typeof OPTIONS;

/** Config with every default filled in. */
export type ResolvedConfig = {
  readonly [
    Name in Exclude<keyof Options, "files"> as Options[Name] extends {
      fallback: unknown;
    }
      ? Name
      : never
  ]:
    | Required<Config>[Name]
    | (Options[Name] extends { fallback: null } ? null : never);
} & {
  /** Settings of the folder for files; null if the config asks for none. */
  readonly files: FileSettings | null;
  /** Name of the API among several of one server; null if it is the only one. */
  readonly source: SourceName;
};

/** Validates a config and fills in the defaults. Throws one `ToolwrightError` that names every wrong field. */
export function resolveConfig(config: Config): ResolvedConfig {
  const problems = validateOptions(config, OPTIONS);
  // A value that is not a list is refused below.
  const packagedFiles = [config.emit ?? []]
    .flat()
    .filter((file) =>
      /^(compose|dockerfile|kubernetes|mcpb|registry|worker)$/.test(
        toWord(file),
      ),
    );
  if (config.app !== undefined && packagedFiles.length > 0) {
    problems.push(
      optionError(
        "A container, bundle or worker contains only the emitted project, and the application in `app` is outside it.",
        `Remove ${packagedFiles.join(", ")} from \`emit\`, or generate from the application's document to call it over HTTP.`,
      ),
    );
  }
  if (problems.length > 0) throw new ToolwrightError(problems);
  const settings = fillDefaults(config);
  const { allRoutesAsTools, features, routeMaps } = settings;
  const argumentProblems = validateArguments(settings);
  if (argumentProblems.length > 0) throw new ToolwrightError(argumentProblems);
  const { auth, files } = FEATURES.reduce<ResolvedConfig>(
    (options, feature) =>
      features.includes(feature.name)
        ? { ...options, ...feature.settings?.(options) }
        : options,
    settings,
  );
  const fileProblems = validateFiles({ ...settings, auth, files });
  if (fileProblems.length > 0) throw new ToolwrightError(fileProblems);
  return {
    ...settings,
    files,
    auth,
    routePrefix: normalisePrefix(settings.routePrefix),
    routeMaps: allRoutesAsTools
      ? [...routeMaps, { routeType: "TOOL" }]
      : routeMaps,
  };
}

/** Problems of arguments of which the config says two things. */
function validateArguments({
  arguments: common,
  overrides,
}: Pick<ResolvedConfig, "arguments" | "overrides">): Problem[] {
  const settingsByPath = [
    ["arguments", common] as const,
    ...Object.entries(overrides).map(
      ([name, override]) =>
        [`overrides.${name}.arguments`, override.arguments ?? {}] as const,
    ),
  ];
  return settingsByPath.flatMap(([path, settings]) =>
    Object.entries(settings).flatMap(([name, { env, hide, value }]) => {
      const givenNames = [
        ...(value === undefined ? [] : ["value"]),
        ...(env === undefined ? [] : ["env"]),
        ...(hide === true ? ["hide"] : []),
      ];
      return givenNames.length < 2
        ? []
        : optionError(
            `The option ${path}.${name} sets ${givenNames.join(" and ")}.`,
            "Choose one: `value` and `env` are sent, and `hide` is not.",
          );
    }),
  );
}

/** Problems of a folder for files with other options. */
function validateFiles({ auth, emit, files }: ResolvedConfig): Problem[] {
  return [
    ...(files !== null && emit.includes("worker")
      ? [
          optionError(
            "A worker has no file system, so `files` can't be used with it.",
            "Leave `files` or `worker` out.",
          ),
        ]
      : []),
    ...(files?.http === "per-caller" && auth === "none"
      ? [
          optionError(
            'files.http is "per-caller", and auth is "none": the server would not know its callers.',
            'Set auth to "jwt" or "tokens", or leave files.http out.',
          ),
        ]
      : []),
  ];
}

function fillDefaults(config: Config): ResolvedConfig {
  const resolvedOptions: Record<string, unknown> = { source: null };
  for (const [name, { fallback }] of Object.entries<OptionSpec>(OPTIONS)) {
    if (fallback === undefined) continue;
    resolvedOptions[name] = config[name as keyof Config] ?? fallback;
  }
  resolvedOptions["files"] = fileSettingsOf(config.files);
  return resolvedOptions as ResolvedConfig; // a field for each option that has a default
}

function fileSettingsOf(files: Config["files"]): FileSettings | null {
  if (files === true) return {};
  return files || null;
}

/** Route prefix with a slash at its start alone: `v1/`, `/v1` and `/v1/` become `/v1`. */
function normalisePrefix(prefix: string): string {
  const barePrefix = trimSign(prefix, "/");
  return barePrefix === "" ? "" : `/${barePrefix}`;
}

/** API of a config. */
export interface ResolvedApi {
  /** Config of a server that has this API alone. */
  readonly config: Config;
  readonly settings: ResolvedConfig;
}

/** Resolves the APIs of a config, in its order. Throws one `ToolwrightError` that names everything wrong with its sources. */
export function resolveApis(config: Config): ResolvedApi[] {
  const settings = resolveConfig(config);
  const { sources, ...sharedOptions } = config;
  if (sources === undefined) return [{ config, settings }];
  const problems = [
    ...validateShared(sharedOptions),
    ...sources.flatMap(validateSource),
    ...validateSourceNames(sources),
  ];
  if (problems.length > 0) throw new ToolwrightError(problems);
  return sources.map(({ name, ...ownOptions }) => {
    const apiConfig = {
      ...sharedOptions,
      ...ownOptions,
      arguments: { ...sharedOptions.arguments, ...ownOptions.arguments },
    };
    return {
      config: apiConfig,
      settings: { ...resolveConfig(apiConfig), source: name },
    };
  });
}

/** Options of an API that hold for all sources if they are next to them. */
export const SHARED_OPTIONS: readonly string[] = ["arguments", "strip"];

function validateShared(sharedOptions: Config): Problem[] {
  return Object.keys(sharedOptions)
    .filter((name) => Object.hasOwn(API_OPTIONS, name))
    .filter((name) => !SHARED_OPTIONS.includes(name))
    .map((name) =>
      optionError(
        `The option ${name} belongs to a single API and can't be next to \`sources\`.`,
        `Move it to its source: sources: [{ name, ${name}, … }]`,
      ),
    );
}

/** Folders below src/ with another purpose, and names that Windows reserves. */
const RESERVED =
  "(custom|generated|resource-templates|resources|runtime|templates|tools|workflows|con|prn|aux|nul|(com|lpt)[0-9])";

/** Check of a source's name. A hyphen may only be followed by a letter, so that no two names become one identifier. */
export const SOURCE_NAME: OptionCheck = {
  expected:
    "lower-case letters and digits, separated by hyphens, and not a reserved folder such as `tools`",
  schema: {
    type: "string",
    pattern: `^(?!${RESERVED}$)[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$`,
  },
};

/** Characters that a tool's own name needs at least after its source's prefix. */
const MIN_OWN_NAME_LENGTH = 16;

function validateSource(source: Source): Problem[] {
  // A config file may omit it.
  const name: unknown = source.name ?? null;
  const problems = validateOptions(
    { ...source, name },
    { name: SOURCE_NAME, ...API_OPTIONS },
  );
  if (
    MAX_TOOL_NAME_LENGTH - namePrefixOf(toWord(source.name)).length <
    MIN_OWN_NAME_LENGTH
  ) {
    problems.push(
      optionError(
        `Its name is too long: a tool's name, which begins with it, may have ${MAX_TOOL_NAME_LENGTH} characters.`,
        "Choose a shorter one.",
      ),
    );
  }
  return problems.map((problem) => ({
    ...problem,
    message: `In the source ${JSON.stringify(name)}: ${problem.message}`,
  }));
}

/** Reports names that begin alike: the tool `a_b_c` could belong to `a` and to `a-b`. */
function validateSourceNames(sources: readonly Source[]): Problem[] {
  const names = sources.map(({ name }) => name).sort();
  return names.flatMap((name, index) =>
    names
      .slice(index + 1)
      .filter((otherName) => `${otherName}-`.startsWith(`${name}-`))
      .map((otherName) =>
        optionError(
          `The sources "${name}" and "${otherName}" begin with the same name, so their tools could get the same names.`,
          "Rename one of them.",
        ),
      ),
  );
}
