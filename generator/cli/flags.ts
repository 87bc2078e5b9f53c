import { InvalidArgumentError, Option, type Command } from "commander";
import type { Config } from "../config/config.js";
import { findConfig } from "../config/config-file.js";
import { ToolwrightError } from "../errors.js";
import { validateOption } from "../config/validate.js";
import { getOption, type OptionSpec } from "../config/options.js";
import { isProject } from "../project/lock.js";

/** Flags of the command line by commander's names, and the document, which is an argument. */
export interface Flags extends Readonly<Record<string, unknown>> {
  readonly document?: string | undefined;
  /** Absolute path of a project that is named instead of a document. */
  readonly folder?: string;
  readonly config?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly out?: string;
  readonly dryRun?: boolean;
  readonly adopt?: boolean;
  readonly allowOlder?: boolean;
  readonly base?: string;
  readonly offline?: boolean;
  readonly safe?: boolean;
  readonly once?: boolean;
  readonly strict?: boolean;
  readonly watch?: boolean;
  readonly yes?: boolean;
}

/** Groups of options for `--help`, by title. */
const OPTION_GROUPS = {
  Input: "overlays app export appDocument allowRemote refRoot",
  Operations:
    "allRoutesAsTools routeMaps include tags excludeTags workflows names",
  "Listing for the model":
    "name version tools alwaysListed maxListingTokens maxResultTokens descriptions sharedSchemas",
  "Calls to the API": "baseUrl routePrefix timeout redactErrors security",
  Output: "out emit auth files sdk",
};

/** Options that have a flag, by group, as commander knows them. */
const OPTION_FLAGS = Object.entries(OPTION_GROUPS).flatMap(([group, names]) =>
  names.split(" ").flatMap((name) => {
    const spec = getOption(name);
    if (spec?.flag === undefined) return [];
    const flag = `${name === "out" ? "-o, " : ""}${spec.flag}`;
    return [{ name, option: toOption(flag, spec).helpGroup(`${group}:`) }];
  }),
);

/**
 * Normalises arguments: replaces flags that are habits from elsewhere; no arguments at all, beside a config
 * or in a project, are `generate`.
 */
export function normaliseArguments(
  words: readonly string[],
  cwd: string,
): string[] {
  if (words.length === 0) {
    const isHere = isProject(cwd) || findConfig(cwd) !== undefined;
    return isHere ? ["generate"] : [];
  }
  return words.flatMap((word) => {
    const [, name = "", attachedValue] =
      /^(-i|--input|--output)(?:=(.*))?$/.exec(word) ?? [];
    if (name === "") return [word];
    const optionWords = name === "--output" ? ["--out"] : [];
    return attachedValue === undefined
      ? optionWords
      : [...optionWords, attachedValue];
  });
}

/** Name and description of a command's argument. */
type CommandArgument = readonly [name: string, description: string];

const DOCUMENT: CommandArgument = [
  "[document]",
  "OpenAPI document: a file (JSON or YAML), a URL, or - for standard input",
];

/** Adds the document to a command, and the flags that all commands share, except those that it has itself. */
export function withFlags(
  command: Command,
  { argument = DOCUMENT }: { readonly argument?: CommandArgument } = {},
): Command {
  const ownFlags = command.options.map(({ long }) => long);
  command
    .argument(...argument)
    .option(
      "-c, --config <file>",
      "toolwright.config.ts, .mts, .js, .mjs or .json; default: the one in the current directory",
    );
  for (const { option } of OPTION_FLAGS)
    if (!ownFlags.includes(option.long)) command.addOption(option);
  return withSafe(command)
    .option(
      "--allow-older",
      "continue if a newer version of toolwright wrote the project",
    )
    .option(
      "--once",
      "use the options of the command line for this run only, without saving them",
    )
    .option("--json", "print the result as JSON")
    .option("--quiet", "print errors only");
}

/** Adds the flags for a checkout whose author is unknown. */
export function withSafe(command: Command): Command {
  return command
    .option(
      "--safe",
      "for a checkout whose author you don't know: run none of its code, connect to nothing, and read and write nothing outside; TOOLWRIGHT_SAFE=1 is the same",
    )
    .addOption(new Option("--offline", "the same as --safe"));
}

/** True if the command line or the environment asks for a safe run. */
export function isSafe(
  { offline = false, safe = false }: Flags,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  return (
    safe || offline || !/^(?:|0|false)$/i.test(env["TOOLWRIGHT_SAFE"] ?? "")
  );
}

/** Config that the command line names. */
export function configOf({ document, ...flags }: Flags): Config {
  const flagValues = OPTION_FLAGS.map(({ name, option }) => [
    name,
    flags[option.attributeName()],
  ]);
  const statedOptions = [["document", document], ...flagValues].filter(
    ([, value]) => value !== undefined,
  );
  // Each value is validated by its reader, and with the others in the end.
  return Object.fromEntries(statedOptions) as Config;
}

function toOption(flag: string, spec: OptionSpec): Option {
  const { choices, expected, fallback, sentence } = spec;
  const showsDefault =
    ["number", "string"].includes(typeof fallback) && fallback !== "";
  const defaultText = showsDefault ? `; default: ${String(fallback)}` : "";
  const isList = choices !== undefined && spec.parse !== undefined;
  const choicesText = isList ? `: ${choices.join(", ")}; comma-separated` : "";
  const description = sentence.replaceAll("`", ""); // it is Markdown
  const option = new Option(flag, description + defaultText + choicesText);
  if (choices !== undefined && !isList)
    return option.choices(choices.map(String));
  if (option.isBoolean()) return option;
  return option.argParser((text: string, earlierValue: unknown) => {
    const value = spec.parse?.(text, earlierValue) ?? text;
    const problems = validateOption(value, String(option.long), spec);
    if (problems.length === 0) return value;
    throw spec.isPublicUrl === true
      ? new ToolwrightError(problems)
      : new InvalidArgumentError(`It must be ${expected}.`);
  });
}
