import type { CommandContext, FeatureFlag } from "../features/feature.js";
import { toListOrder } from "../features/parts.js";
import { schemesOf } from "./credentials.js";
import { toPropertyKey } from "./literal.js";
import type { PlannedServer } from "./planned-files.js";

/** Columns of a flag and its value in the help. */
const FLAG_WIDTH = 20;

/** View of `main.ts.hbs`: flags and commands of the features of a server. */
export function viewMain(
  { apis, features }: PlannedServer,
  { hasScriptClient }: Pick<CommandContext, "hasScriptClient">,
) {
  const parts = toListOrder(features).flatMap(({ main }) => main ?? []);
  const flags = parts.flatMap((part) => part.flags ?? []);
  const runOptions = parts.flatMap(({ option }) => option ?? []);
  const context = {
    credentials: schemesOf(apis),
    hasScriptClient,
    options: runOptions.map((option) => `, ${option}`).join(""),
  };
  const commands = parts.flatMap(({ command }) => {
    const code = command?.write(context);
    if (command === undefined || code === undefined) return [];
    return { ...command, declaration: "", ...code };
  });
  const commandFlags = commands.flatMap((command) => command.flags ?? []);
  return {
    commands,
    declarations: commands.flatMap(({ declaration }) => declaration || []),
    flagHelp: flags.map(describeFlag),
    flags: flags.map(writeFlag),
    commandFlagHelp: commandFlags.map(describeFlag),
    commandFlags: commandFlags.map(writeFlag),
    commandValues: commandFlags.map(({ name }) => `${name}, `).join(""),
    runOptions: runOptions.map((option) => `${option}, `).join(""),
  };
}

/** Line of the help. */
function describeFlag({ about: meaning, name, value }: FeatureFlag): string {
  const flag = value === undefined ? name : `${name} ${value}`;
  return `  ${`--${flag}`.padEnd(FLAG_WIDTH - 1)} ${meaning}`;
}

/** Entry of `parseArgs`. */
function writeFlag({ name, settings, value }: FeatureFlag): string {
  const type = value === undefined ? "boolean" : "string";
  const members = settings === undefined ? "" : `, ${settings}`;
  return `${toPropertyKey(name)}: { type: "${type}"${members} },`;
}
