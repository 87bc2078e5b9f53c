import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLock } from "../../generator/output/lock.js";
import type { Edit } from "./edit.js";
import { edits, firstArgument, usesArgument } from "./edits.js";
import { others } from "./others.js";

/** One edit by hand, and where it is now. */
export interface Placed {
  readonly edit: Edit;
  /** That the edited handler relies on. */
  readonly argument: string | null;
  path: string;
}

/** Every kind of edit, each in a module of its own, again and again; every fourth module stays as it is. */
export async function editAll(out: string): Promise<Placed[]> {
  const placed: Placed[] = [];
  const queue = modulesOf(out).filter((_, index) => index % 4 !== 3);
  while (queue.length > 0) {
    const size = queue.length;
    for (const edit of edits) {
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
  for (const [path, from, to] of others) {
    const file = join(out, path);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(from, to));
  }
  return placed;
}

/** Deletes the last module that nobody edited, and takes it off the list. */
export function deleteOne(out: string, placed: readonly Placed[]): string {
  const edited = new Set(placed.map(({ path }) => path));
  const path =
    modulesOf(out).findLast((one) => !edited.has(one)) ?? "src/tools/none.ts";
  const index = join(out, "src/tools/index.ts");
  const name = /([^/]+)\.ts$/.exec(path)?.[1] ?? "";
  const lines = readFileSync(index, "utf8").split("\n");
  const rest = lines.filter((line) => !line.includes(`"./${name}.js"`));
  writeFileSync(index, rest.join("\n"));
  rmSync(join(out, path), { force: true });
  return path;
}

function modulesOf(out: string): string[] {
  return [...textsOf(out).keys()].filter((path) =>
    /^src\/tools\/(?!index\.ts)/.test(path),
  );
}

/** What was generated last, by path. */
export function textsOf(out: string): Map<string, string> {
  const files = readLock(out)?.files ?? new Map<string, never>();
  return new Map(
    [...files].flatMap(([path, file]) => {
      const text = file.text();
      return text === undefined ? [] : [[path, text] as const];
    }),
  );
}
