import type { Config } from "./config.js";
import { OPTIONS } from "./options.js";
import { omit } from "../shared/json.js";

/** Options of one file, with absolute paths. */
export interface FileOptions {
  /** Absolute path of the file. */
  readonly path: string;
  readonly options: Config;
}

/** Places that options come from, the strongest first. */
export interface OptionPlaces {
  /** Options of the command line. */
  readonly flags: Config;
  /** Config in the project's folder that toolwright writes. */
  readonly projectFile?: FileOptions | undefined;
  /** Config that a team wrote: the named one, one in the current directory, or one that the project's config extends. */
  readonly configFile?: FileOptions | undefined;
}

/** Place that an option's value comes from. */
export type OptionOrigin =
  | { readonly kind: "flag" | "default" }
  | {
      readonly kind: "project file" | "config file";
      /** Absolute path of the file. */
      readonly path: string;
    };

/** Options that hold for a run. */
export interface ResolvedOptions {
  /** Options that a place gives. */
  readonly options: Config;
  readonly originOf: (name: string) => OptionOrigin;
}

/**
 * Resolves the options of a run: a flag, otherwise the project's config, otherwise the team's, otherwise the default. A
 * document or an application on the command line takes the place of both that the project was generated from.
 */
export function resolveOptions({
  configFile,
  flags,
  projectFile,
}: OptionPlaces): ResolvedOptions {
  const namesApi = (flags.document ?? flags.app) !== undefined;
  const layers = [
    { origin: { kind: "flag" } as const, options: flags },
    ...(projectFile === undefined
      ? []
      : [
          toLayer("project file", {
            ...projectFile,
            options: omit(
              { ...projectFile.options },
              namesApi ? ["app", "document"] : [],
            ),
          }),
        ]),
    ...(configFile === undefined ? [] : [toLayer("config file", configFile)]),
  ];
  const origins = new Map<string, OptionOrigin>();
  const values = new Map<string, unknown>();
  for (const { options, origin } of layers)
    for (const [name, value] of Object.entries(options)) {
      if (origins.has(name) || value === undefined) continue;
      origins.set(name, origin);
      values.set(name, value);
    }
  return {
    // Each value is validated by its reader.
    options: Object.fromEntries(values),
    originOf: (name) => origins.get(name) ?? { kind: "default" },
  };
}

function toLayer(
  kind: "project file" | "config file",
  { options, path }: FileOptions,
) {
  return { origin: { kind, path }, options };
}

/** Option with the value that holds for a run, and its origin. */
export interface OptionRow {
  readonly name: string;
  /** Value, or the default; null if there is neither. */
  readonly value: unknown;
  readonly origin: OptionOrigin;
}

/** Lists all options with their values and origins, in the order of the docs; URLs without their credentials. */
export function listOptions({ options, originOf }: ResolvedOptions) {
  return Object.entries(OPTIONS).map(([name, spec]): OptionRow => {
    const fallback = "fallback" in spec ? spec.fallback : null;
    const value: unknown = options[name as keyof Config] ?? fallback;
    const isLoaded = name === "document" && typeof value === "object";
    return {
      name,
      value: isLoaded && value !== null ? "(loaded)" : hideCredentials(value),
      origin: originOf(name),
    };
  });
}

/** Value whose URLs have no user, no password and no query, since these may hold a secret; patterns as text. */
function hideCredentials(value: unknown): unknown {
  if (typeof value === "string")
    return value
      .replace(/^(https?:[/\\]*)[^/?#\\]*@/i, "$1…@")
      .replace(/^(https?:[^?#]*\?).*$/is, "$1…");
  if (Array.isArray(value)) return value.map(hideCredentials);
  if (value instanceof RegExp) return value.source;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      hideCredentials(member),
    ]),
  );
}
