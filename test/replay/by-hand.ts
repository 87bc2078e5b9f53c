import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { readLock } from "../../generator/project/lock.js";
import type { Edit } from "./edit.js";
import { edits, firstArgument, usesArgument } from "./edits.js";
import { editOthers, type Other } from "./others.js";

/** An edit by hand, and its current place. */
export interface Placed {
  readonly edit: Edit;
  /** That the edited handler relies on. */
  readonly argument: string | null;
  path: string;
}

/**
 * Every kind of edit, each in its own module, again and again; every fourth module stays as it is. Then all that is not
 * a component.
 */
export async function editAll(
  out: string,
  firstEdit = 0,
): Promise<{ readonly placed: Placed[]; readonly others: Other[] }> {
  const placed: Placed[] = [];
  const kinds = [...edits.slice(firstEdit), ...edits.slice(0, firstEdit)];
  const queue = modulesOf(out).filter((_, index) => index % 4 !== 3);
  while (queue.length > 0) {
    const size = queue.length;
    for (const edit of kinds) {
      for (const path of queue) {
        const text = readFileSync(join(out, path), "utf8");
        const edited = await edit.apply(text);
        if (edited === null) continue;
        writeFileSync(join(out, path), edited);
        placed.push({ edit, argument: null, path });
        queue.splice(queue.indexOf(path), 1);
        break;
      }
    }
    for (const path of queue) {
      const text = readFileSync(join(out, path), "utf8");
      const argument = firstArgument(text);
      const edit = argument === null ? null : usesArgument(argument);
      const edited = await edit?.apply(text);
      if (edit === null || edited === undefined || edited === null) continue;
      writeFileSync(join(out, path), edited);
      placed.push({ edit, argument, path });
      queue.splice(queue.indexOf(path), 1);
      break;
    }
    if (queue.length === size) break;
  }
  return { placed, others: editOthers(out, textsOf(out).keys()) };
}

/** Deletes the last module that no one edited, and leaves it on the list. */
export function deleteOne(out: string, placed: readonly Placed[]): string {
  const edited = new Set(placed.map(({ path }) => path));
  const path =
    modulesOf(out).findLast((one) => !edited.has(one)) ?? "src/tools/none.ts";
  rmSync(join(out, path), { force: true });
  return path;
}

/**
 * Moves every fifth edited module to a folder of the user's own, renames it in its folder, or exports it by its name;
 * the list follows.
 */
export function moveSome(out: string, placed: readonly Placed[]): number {
  const moved = placed.filter(
    ({ edit, path }, index) =>
      index % 5 === 2 &&
      !/formatting|CRLF|constant|wrapped/.test(edit.name) &&
      MODULE.test(path),
  );
  for (const [index, one] of moved.entries()) {
    const [, folder = "", name = ""] = /^(.*)\/(.*)\.ts$/.exec(one.path) ?? [];
    const text = readFileSync(join(out, one.path), "utf8");
    const list = join(out, folder, "index.ts");
    const was = new RegExp(`\\{ default as (\\w+) \\} from "\\./${name}\\.js"`);
    const custom = join(folder, "../custom");
    const [where = "", what = text, now = ""] =
      [
        [
          `${custom}/by-hand-${name}.ts`,
          text,
          `{ default as $1 } from "../custom/by-hand-${name}.js"`,
        ],
        [
          `${folder}/by-hand-${name}.ts`,
          text,
          `{ default as $1 } from "./by-hand-${name}.js"`,
        ],
        [
          one.path,
          text.replace("export default define", "export const byHand = define"),
          `{ byHand as $1 } from "./${name}.js"`,
        ],
      ][index % 3] ?? [];
    rmSync(join(out, one.path));
    mkdirSync(join(out, custom), { recursive: true });
    writeFileSync(join(out, where), what);
    writeFileSync(list, readFileSync(list, "utf8").replace(was, now));
    one.path = where;
  }
  return moved.length;
}

/** Puts everything that is not for editing through a formatter with other settings. */
export async function formatMachineFiles(out: string): Promise<void> {
  const files = readLock(out)?.files.keys() ?? [];
  for (const path of files) {
    if (!/\/(?:api|answers|schemas)\.ts$/.test(path)) continue;
    const file = join(out, path);
    const text = await format(readFileSync(file, "utf8"), {
      parser: "typescript",
      singleQuote: true,
      semi: false,
      useTabs: true,
      printWidth: 120,
      objectWrap: "collapse",
    });
    writeFileSync(file, text);
  }
}

function modulesOf(out: string): string[] {
  return [...textsOf(out).keys()].filter((path) => MODULE.test(path));
}

/** A component's, of any source. */
const MODULE = /^src\/(?:[\w-]+\/)?(?:resource|template|tool)s\/(?!index\.ts)/;

/** Texts that were generated last, by path. */
export function textsOf(out: string): Map<string, string> {
  const files = readLock(out)?.files ?? new Map<string, never>();
  return new Map(
    [...files].flatMap(([path, file]) => {
      const text = file.text();
      return text === undefined ? [] : [[path, text] as const];
    }),
  );
}
