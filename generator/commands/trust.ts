import { dirname } from "node:path";
import {
  flagText,
  memoryOf,
  toldBy,
  trustOf,
  type Memory,
  type Told,
} from "../config/saved-options.js";
import { ToolwrightError } from "../errors.js";
import { without } from "../shared/json.js";
import { repositoryOf } from "../load/location.js";
import { readMemory } from "../project/lock.js";
import { isWithin, realFolder } from "../project/folder.js";
import { optionsPath } from "../project/paths.js";
import { isSaid, keepSaid } from "../project/trusted-options.js";

/**
 * What a project remembers of how it was asked for, with what is said now on top; undefined where none
 * was generated there. Throws a ToolwrightError where the checkout asks for what toolwright never
 * writes, or for what only this user can allow and hasn't.
 */
export function rememberedIn(out: string, given: Told): Told | undefined {
  const stored = readMemory(out);
  if (stored === undefined) return undefined;
  const isAnew = (given.document ?? given.app) !== undefined;
  const remembered = toldBy(stored, realFolder(out), optionsPath);
  const told = {
    ...without({ ...remembered }, isAnew ? ["app", "document"] : []),
    ...given,
    out,
  };
  const memory = memoryIn(out, told);
  const open = trustOf(told, isOwn(out)).filter(
    (name) => given[name] === undefined && !isSaid(out, name, memory[name]),
  );
  if (open.length === 0) return told;
  const flags = flagsOf(open, memory);
  throw new ToolwrightError({
    code: "not-yours",
    file: optionsPath,
    message: `It asks for ${flags}: that runs code, opens connections or reads outside of its repository, and you have not said it on this machine.`,
    hint: `Look at it, and if you want it, say it once in ${out}: toolwright generate ${flags}\nWhere nobody keeps it, as in CI, say it to each command.`,
  });
}

/** Keeps, for later runs in the same folder, what a person has said of it. */
export function trust(out: string, told: Told): void {
  const names = trustOf(told, isOwn(out));
  if (names.length === 0) return;
  const memory = memoryIn(out, told);
  keepSaid(out, Object.fromEntries(names.map((name) => [name, memory[name]])));
}

/** What CI has to say to each command, where nobody has said it before; empty: nothing. */
export function flagsForCi(out: string, told: Told = {}): string {
  return flagsOf(trustOf(told, isOwn(out)), memoryIn(out, told));
}

/** What a project is to remember, with links resolved: its files are found from where it is. */
export function memoryIn(out: string, told: Told): Memory {
  return memoryOf(told, realFolder(out));
}

function flagsOf(names: readonly (keyof Told)[], memory: Memory): string {
  return names.map((name) => flagText(name, memory[name])).join(" ");
}

/** Whether a file belongs to the repository of a project, or lies beside the project where there is none. */
function isOwn(out: string): (path: string) => boolean {
  const root = repositoryOf(out) ?? dirname(out);
  return (path) => isWithin(root, path);
}
