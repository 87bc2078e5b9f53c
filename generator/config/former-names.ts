import { ToolwrightError } from "../errors.js";
import { getOption } from "./options.js";
import { optionError } from "./validate.js";

/** Option that had another name in earlier versions. */
interface FormerOption {
  /** Present name. */
  readonly name: string;
  /** Former flag. */
  readonly flag?: string;
  /** Present values by former ones, if those changed as well. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Options by their former names. Nothing is ever removed: configs, options and locks of all versions are read. */
export const FORMER_OPTIONS: Readonly<Record<string, FormerOption>> = {
  budget: { name: "maxListingTokens", flag: "--budget" },
  done: { name: "afterGenerate" },
  pin: { name: "alwaysListed", flag: "--pin" },
  schemas: { name: "sharedSchemas", flag: "--schemas" },
  texts: {
    name: "descriptions",
    flag: "--texts",
    values: { slim: "short" },
  },
};

/** Present names of the runtime's features by their former ones: in `features`, in `add`, and in keys of the lock. */
export const FORMER_FEATURES: Readonly<Record<string, string>> = {
  brief: "shorten-responses",
  callers: "per-caller",
  calls: "script-client",
  choice: "tool-filter",
  details: "error-details",
  gather: "auto-paginate",
  "leave-out": "truncate-schemas",
  rehearsal: "dry-run",
};

/** Present name of a feature; the name itself if it is not a former one. */
export function currentFeatureName(name: string): string {
  return Object.hasOwn(FORMER_FEATURES, name)
    ? (FORMER_FEATURES[name] ?? name)
    : name;
}

/** Options under their present names, and a sentence for each that had a former one. */
export interface RenamedOptions<Options> {
  readonly options: Options;
  readonly notes: readonly string[];
}

/**
 * Renames options and features that have a former name. Throws a `ToolwrightError` if one is given under both
 * names.
 */
export function renameFormerOptions<Options extends object>(
  options: Options,
): RenamedOptions<Options> {
  const notes: string[] = [];
  const entries = Object.entries(options).map(
    ([name, value]): [string, unknown] => {
      if (name === "features") return [name, renameFeatures(value, notes)];
      const former = Object.hasOwn(FORMER_OPTIONS, name)
        ? FORMER_OPTIONS[name]
        : undefined;
      if (former === undefined) return [name, value];
      if (Object.hasOwn(options, former.name))
        throw new ToolwrightError(
          optionError(
            `The options ${name} and ${former.name} are one option, and both are given.`,
            `Keep ${former.name}: ${name} is its former name.`,
          ),
        );
      notes.push(
        `The option ${withFlag(name, former.flag)} is now called ${withFlag(former.name, flagOf(former.name))}.`,
      );
      return [former.name, currentValue(former, value)];
    },
  );
  // Names and values alone are replaced; each value is validated by its reader.
  return { options: Object.fromEntries(entries) as Options, notes };
}

function withFlag(name: string, flag: string | undefined): string {
  return flag === undefined ? name : `${name} (${flag})`;
}

/** Flag of a present option, without the form of its value. */
function flagOf(name: string): string | undefined {
  return getOption(name)?.flag?.split(" ")[0];
}

/** Present value of a renamed option. */
export function currentValue({ values }: FormerOption, value: unknown) {
  return typeof value === "string" && values && Object.hasOwn(values, value)
    ? values[value]
    : value;
}

/** Features under their present names; a value that is not a list stays, and is refused later. */
function renameFeatures(features: unknown, notes: string[]): unknown {
  if (!Array.isArray(features)) return features;
  const names: readonly unknown[] = features;
  return names.map((name) => {
    if (typeof name !== "string") return name;
    const currentName = currentFeatureName(name);
    if (currentName === name) return name;
    if (names.includes(currentName))
      throw new ToolwrightError(
        optionError(
          `The features ${name} and ${currentName} are one feature, and both are given.`,
          `Keep ${currentName}: ${name} is its former name.`,
        ),
      );
    notes.push(`The feature ${name} is now called ${currentName}.`);
    return currentName;
  });
}
