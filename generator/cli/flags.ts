import { InvalidArgumentError, Option, type Command } from "commander";
import type { Config } from "../config/config.js";
import { findConfig } from "../config/config-file.js";
import { ToolwrightError } from "../errors.js";
import { problemsWith } from "../config/validate.js";
import { optionOf, type OptionSpec } from "../config/options.js";
import { isProject } from "../project/lock.js";

/** What was said on the command line, by the names that flags have there; the document is an argument. */
export interface Flags extends Readonly<Record<string, unknown>> {
  readonly document?: string | undefined;
  readonly config?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly out?: string;
  readonly dryRun?: boolean;
  readonly adopt?: boolean;
  readonly strict?: boolean;
  readonly watch?: boolean;
  readonly yes?: boolean;
}

/** What options are about, for `--help`. */
const GROUPS = {
  "What is read": "overlays app export appDocument allowRemote refRoot",
  "Which operations, and as what":
    "allRoutesAsTools routeMaps tags excludeTags workflows",
  "What a model is told": "name tools pin budget maxResultTokens texts schemas",
  "How the API is called": "baseUrl routePrefix timeout redactErrors",
  "What is written": "out emit auth sdk",
};

/** The options that have a flag, by group, as the command line knows them. */
const FLAGS = Object.entries(GROUPS).flatMap(([group, names]) =>
  names.split(" ").flatMap((name) => {
    const spec = optionOf(name);
    if (spec?.flag === undefined) return [];
    const flag = `${name === "out" ? "-o, " : ""}${spec.flag}`;
    return [{ name, option: toOption(flag, spec).helpGroup(`${group}:`) }];
  }),
);

/** What is said on the command line, in our own words: others are habits from elsewhere; nothing at all, beside a config or in a project, is `generate`. */
export function argumentsOf(given: readonly string[], cwd: string): string[] {
  if (given.length === 0) {
    const isHere = isProject(cwd) || findConfig(cwd) !== undefined;
    return isHere ? ["generate"] : [];
  }
  return given.flatMap((word) => {
    const [, name = "", value] =
      /^(-i|--input|--output)(?:=(.*))?$/.exec(word) ?? [];
    if (name === "") return [word];
    const own = name === "--output" ? ["--out"] : [];
    return value === undefined ? own : [...own, value];
  });
}

/** Adds the document, and the flags that a command takes besides its own. */
export function withFlags(command: Command): Command {
  command
    .argument(
      "[document]",
      "OpenAPI document: a file (JSON or YAML), a URL, or - for standard input",
    )
    .option(
      "-c, --config <file>",
      "toolwright.config.ts, .mts, .js, .mjs or .json; default: the one beside you",
    );
  for (const { option } of FLAGS) command.addOption(option);
  return command
    .option("--json", "print the result as JSON")
    .option("--quiet", "print errors only");
}

/** What the command line says of a config. */
export function configOf({ document, ...flags }: Flags): Config {
  const given = FLAGS.map(({ name, option }) => [
    name,
    flags[option.attributeName()],
  ]);
  const said = [["document", document], ...given].filter(
    ([, value]) => value !== undefined,
  );
  // Each is checked where it is read, and with the others in the end.
  return Object.fromEntries(said) as Config;
}

function toOption(flag: string, spec: OptionSpec): Option {
  const { choices, expected, fallback, sentence } = spec;
  const isTold =
    ["number", "string"].includes(typeof fallback) && fallback !== "";
  const told = isTold ? `; default: ${String(fallback)}` : "";
  const isList = choices !== undefined && spec.parse !== undefined;
  const words = isList ? `: ${choices.join(", ")}, with commas between` : "";
  const plain = sentence.replaceAll("`", ""); // it is Markdown
  const option = new Option(flag, plain + told + words);
  if (choices !== undefined && !isList)
    return option.choices(choices.map(String));
  if (option.isBoolean()) return option;
  return option.argParser((text: string, earlier: unknown) => {
    const value = spec.parse?.(text, earlier) ?? text;
    const problems = problemsWith(value, String(option.long), spec);
    if (problems.length === 0) return value;
    throw spec.isPublicUrl === true
      ? new ToolwrightError(problems)
      : new InvalidArgumentError(`It must be ${expected}.`);
  });
}
