import { basename, dirname, isAbsolute, posix, relative, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Finding } from "../errors.js";
import { isObject, type JsonObject, toWord } from "../shared/json.js";
import { quoteShellWord } from "../shared/escape.js";
import type { Config } from "./config.js";
import { toAbsolutePaths } from "./config-file.js";
import { getOption } from "./options.js";

/** Options of a command: its flags, and the config file that it read. Paths are absolute. */
export interface CliOptions extends Config {
  readonly config?: string;
}

/**
 * Options of a project's config, by name, with paths relative to the project; `config` is the config elsewhere
 * that it extends. Null for an option that was given but can't be saved, such as standard input.
 */
export type SavedOptions = Readonly<Record<string, unknown>>;

/** Options to save in the project in the folder `out`; none if they are those of a config that is there. */
export function saveOptions(cliOptions: CliOptions, out: string): SavedOptions {
  const { config } = cliOptions;
  const isOfConfigThere =
    config !== undefined &&
    dirname(config) === out &&
    USUAL_CONFIG_NAME.test(basename(config));
  return isOfConfigThere ? {} : toProjectOptions(cliOptions, out);
}

/** Converts options to those of a project, with paths relative to its folder. */
function toProjectOptions(cliOptions: CliOptions, out: string): SavedOptions {
  const { document, app, config, sources } = cliOptions;
  const isNamed = (document ?? app ?? config ?? sources) !== undefined;
  const givenOptions: SavedOptions = isNamed
    ? { ...cliOptions }
    : { document: null, ...cliOptions };
  const definedOptions = Object.entries(givenOptions).filter(
    ([name, value]) => name !== "out" && value !== undefined,
  );
  return Object.fromEntries(
    definedOptions.map(([name, value]) => [
      name,
      toSavedValue(name, value, out),
    ]),
  );
}

/** Maps the values of the options of each source; what is no list of sources stays as it is. */
function mapSourceOptions(
  sources: unknown,
  mapValue: (name: string, value: unknown) => unknown,
): unknown {
  if (!Array.isArray(sources)) return sources;
  return sources.map((source: unknown) =>
    isObject(source)
      ? Object.fromEntries(
          Object.entries(source).map(([name, value]) => [
            name,
            mapValue(name, value),
          ]),
        )
      : source,
  );
}

/** Value of an option with paths relative to the folder, also those of sources; null if a path can't be saved. */
function toSavedValue(name: string, value: unknown, out: string): unknown {
  if (name === "sources")
    return mapSourceOptions(value, (sourceName, sourceValue) =>
      toSavedValue(sourceName, sourceValue, out),
    );
  if (name === "instructions" && isObject(value)) {
    const file = toProjectPath(out, value["file"]);
    return file === null ? null : { ...value, file };
  }
  return isPath(name) ? toProjectPath(out, value) : value;
}

/** Options that were saved in the project in the folder `out`, with absolute paths. */
export function loadOptions(
  savedOptions: SavedOptions,
  out: string,
): CliOptions {
  const { config, ...options } = Object.fromEntries(
    Object.entries(savedOptions).filter(([, value]) => value !== null),
  );
  const configPath = toAbsolutePaths({ document: config }, out).document;
  return {
    ...toAbsolutePaths({ ...options, out }, out),
    ...(typeof configPath === "string" && { config: configPath }),
  };
}

/** Value of an option with its relative paths in their shortest form: `./a.json` is `a.json`. */
export function normalisePaths(name: string, value: unknown): unknown {
  if (name === "sources") return mapSourceOptions(value, normalisePaths);
  if (name === "instructions" && isObject(value))
    return { ...value, file: normalisePaths("config", value["file"]) };
  if (!isPath(name)) return value;
  if (Array.isArray(value))
    return value.map((element) => normalisePaths(name, element));
  return typeof value === "string" && value !== "" && !isUrl(value)
    ? posix.normalize(value).replace(/(?<=.)\/$/, "")
    : value;
}

/** Notes on options that were given but can't be saved. */
export function reportUnsavable(savedOptions: SavedOptions): Finding[] {
  const names = Object.keys(savedOptions).filter(
    (name) => savedOptions[name] === null,
  );
  return names.map((name) => ({
    severity: "note",
    code: "not-remembered",
    message: `The project does not save its ${name}: standard input and URLs that may contain credentials are not saved.`,
    hint: "Pass it to each later command as well, or save it to a file.",
  }));
}

/** Names by which a config file is found, in any folder. */
const USUAL_CONFIG_NAME = /^toolwright\.config\.(?:[cm]?[jt]s|json)$/;

function isPath(name: string): boolean {
  return name === "config" || getOption(name)?.isPath === true;
}

function isUrl(place: string): boolean {
  return /^https?:/i.test(place);
}

/** Path of a file relative to a folder, or a URL that can't hold a password, or a list of these; null for all other values. */
function toProjectPath(
  folder: string,
  value: unknown,
): string | readonly string[] | null {
  if (Array.isArray(value)) {
    const paths = value.map((element) => toProjectPath(folder, element));
    const isComplete = paths.every((path) => typeof path === "string");
    return isComplete ? paths : null;
  }
  if (typeof value !== "string" || value === "-") return null;
  if (isUrl(value)) return /[@?]/.test(value) ? null : value;
  const relativePath = relative(folder, value);
  return isAbsolute(relativePath)
    ? null
    : relativePath.split(sep).join("/") || ".";
}

/** Differences of two sets of saved options, as flags; null if there are none, or nothing was saved. */
export function compareOptions(
  previousOptions: SavedOptions | undefined,
  currentOptions: SavedOptions,
): { readonly last: string; readonly now: string } | null {
  if (
    previousOptions === undefined ||
    Object.keys(previousOptions).length === 0
  )
    return null;
  const formatChanges = (options: SavedOptions, otherOptions: SavedOptions) =>
    Object.entries(options)
      .filter(
        ([name, value]) =>
          value !== null && !isDeepStrictEqual(value, otherOptions[name]),
      )
      .map(([name, value]) => formatFlag(name, value))
      .join(" ");
  // A project that is generated from standard input has no document to compare.
  const texts = {
    last: formatChanges(previousOptions, currentOptions),
    now: formatChanges(currentOptions, previousOptions),
  };
  return texts.last + texts.now === "" ? null : texts;
}

/** Sentence about such a difference. */
export function describeDifference({
  last: previousFlags,
  now: currentFlags,
}: Difference): string {
  return `Options changed since the last run. Before: ${previousFlags || "none"}. Now: ${currentFlags || "none"}.`;
}

type Difference = NonNullable<ReturnType<typeof compareOptions>>;

/** Flag of an option, quoted for a shell. */
export function formatFlag(name: string, value: unknown): string {
  if (
    getOption(name)?.flag === undefined &&
    !/^(?:config|document)$/.test(name)
  )
    return name;
  if (name === "document") return quoteShellWord(toWord(value));
  const [flag = name] = getOption(name)?.flag?.split(" ") ?? [`--${name}`];
  if (value === true) return flag;
  const isRepeatable = /^(?:overlays|routeMaps|workflows)$/.test(name);
  return (isRepeatable && Array.isArray(value) ? (value as unknown[]) : [value])
    .map((element) =>
      isObject(element) ? formatRouteMap(element) : toWord(element),
    )
    .map((text) => `${flag} ${quoteShellWord(text)}`)
    .join(" ");
}

/** Text of a route map, as `parseRouteMap` reads it: `GET ^/admin/ TOOL`. */
function formatRouteMap({ methods, pattern, routeType }: JsonObject): string {
  return [methods, pattern, routeType].map(toWord).join(" ");
}
