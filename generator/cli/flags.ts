import { InvalidArgumentError, Option, type Command } from "commander";
import type { Config } from "../config/config.js";
import type { DiffFormat } from "../surface/print.js";
import { ToolwrightError } from "../errors.js";
import { OPTIONS, type OptionSpec } from "../config/options.js";

/** What was said on the command line, by the names that flags have there. */
export interface Flags extends Readonly<Record<string, unknown>> {
  readonly config?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Those of single commands. */
export interface DiffFlags {
  readonly base?: string;
  readonly format: DiffFormat | "html";
  readonly failOn?: "breaking" | "any";
}

export interface PlanFlags {
  readonly tokens?: boolean;
}

export interface ReportFlags {
  readonly html: string;
}

export interface GenerateFlags {
  readonly dryRun?: boolean;
  readonly adopt?: boolean;
  readonly strict?: boolean;
  readonly reportHtml?: string;
}

/** The options that have a flag, as the command line knows them. */
const FLAGS = Object.entries<OptionSpec>(OPTIONS).flatMap(([name, spec]) =>
  spec.flag === undefined
    ? []
    : [{ name, command: spec.command, option: toOption(spec.flag, spec) }],
);

/** Adds the document, and the flags that a command takes besides its own. */
export function withFlags(command: Command): Command {
  command
    .argument("[document]", bare(OPTIONS.document.sentence))
    .option(
      "--config <file>",
      "toolwright.config.ts, .js or .json; default: the one beside you",
    );
  for (const { command: only = command.name(), option } of FLAGS) {
    if (only === command.name()) command.addOption(option);
  }
  return command
    .option("--json", "print the result as JSON")
    .option("--quiet", "print errors only");
}

/** Adds those of `diff`. */
export function withDiffFlags(command: Command): Command {
  const of = (flag: string, sentence: string, choices: readonly string[]) =>
    new Option(flag, sentence).choices([...choices]);
  const formats = ["text", "markdown", "json", "html"];
  return command
    .option(
      "--base <ref>",
      "git ref, file or URL to compare with; default: what was generated last into --out, else HEAD",
    )
    .addOption(
      of("--format <format>", "how to print it", formats).default("text"),
    )
    .addOption(
      of("--fail-on <what>", "exit with 1 on such changes", [
        "breaking",
        "any",
      ]),
    );
}

/** What the command line says of a config. */
export function configOf(document: string | undefined, flags: Flags): Config {
  const given = FLAGS.map(({ name, option }) => [
    name,
    flags[option.attributeName()],
  ]);
  return Object.fromEntries(
    [["document", document], ...given].filter(
      ([, value]) => value !== undefined,
    ),
  ) as Config; // each is checked where it is read, and with the others in the end
}

function toOption(flag: string, spec: OptionSpec): Option {
  const { choices, expected, fallback, sentence } = spec;
  const isTold =
    ["number", "string"].includes(typeof fallback) && fallback !== "";
  const told = isTold ? `; default: ${String(fallback)}` : "";
  const option = new Option(flag, bare(sentence) + told);
  if (choices !== undefined) return option.choices(choices.map(String));
  if (option.isBoolean()) return option;
  return option.argParser((text: string, earlier: unknown) => {
    const value = spec.parse?.(text, earlier) ?? text;
    if (spec.test(value)) return value;
    if (spec.isSecret !== true)
      throw new InvalidArgumentError(`It must be ${expected}.`);
    const message = `The option ${option.long} must be ${expected}.`;
    throw new ToolwrightError({ code: "bad-option", message });
  });
}

/** Markdown as plain text. */
function bare(sentence: string): string {
  return sentence.replaceAll("`", "");
}
