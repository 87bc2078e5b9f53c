import { OPTIONS, type OptionSpec } from "../../generator/config/options.js";
import { toolwright } from "../generator/cli.js";

/** Output of `toolwright help <command>`. */
interface Help {
  readonly usage: string;
  readonly about: string;
  readonly flags: readonly (readonly [flag: string, meaning: string])[];
}

/** Flags of the table of options, which have their own page, and those of every command. */
const ELSEWHERE = new Set<string>([
  ...Object.values<OptionSpec>(OPTIONS).flatMap(({ flag }) => flag ?? []),
  "-h, --help",
]);

/** The chapters of the page about each command, or about those below one, in Markdown. */
export async function chaptersOfCommands(above = ""): Promise<string> {
  const { stdout } = await toolwright([...words(above), "--help"]);
  const [, list] = stdout.split("Commands:");
  if (list === undefined) return chapterOf(above, stdout);
  const commands = [...list.matchAll(/^ {2}(?!help)([a-z][\w-]*) [ [<]/gm)];
  // A command that does something itself, besides those below it.
  const isCommand = /^Usage: .* \[command\] \[/m.test(stdout);
  const chapters = isCommand ? [chapterOf(above, stdout)] : [];
  for (const [, name = ""] of commands)
    chapters.push(await chaptersOfCommands(`${above} ${name}`.trim()));
  return chapters.join("\n\n");
}

const words = (text: string) => text.split(" ").filter(Boolean);

function chapterOf(command: string, help: string): string {
  const { usage, about, flags } = helpOf(help);
  const told = [`## toolwright ${command}`, `\`${usage}\`: ${about}.`];
  const rows = flags.map(([flag, meaning]) => `| \`${flag}\` | ${meaning} |`);
  if (rows.length > 0)
    told.push(["| Flag | Meaning |", "| --- | --- |", ...rows].join("\n"));
  return told.join("\n\n");
}

function helpOf(text: string): Help {
  const [usage = "", about = ""] = text.split("\n\n");
  const [options = ""] = /^Options:\n(?: .*\n)+/m.exec(text) ?? [];
  // A line that continues the one before begins far from the left.
  const entries = options.replaceAll(/\n {10,}/g, " ").split("\n");
  return {
    usage: usage.replace("Usage: ", "").replaceAll(/\s+/g, " "),
    about: about.replaceAll("\n", " "),
    flags: entries.flatMap((entry) => {
      const [, flag = "", meaning = ""] =
        /^ {2}(\S.*?) {2,}(.*)$/.exec(entry) ?? [];
      return flag === "" || ELSEWHERE.has(flag)
        ? []
        : [[flag, meaning] as const];
    }),
  };
}
