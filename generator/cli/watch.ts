import {
  existsSync,
  readdirSync,
  statSync,
  watch,
  type FSWatcher,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { print } from "./console.js";
import { plural } from "./table.js";

/** What rounds depend on, as absolute paths; each round may add some. */
interface Watched {
  readonly files: ReadonlySet<string>;
  /** Modules of applications: source in their folders and below counts. */
  readonly apps: ReadonlySet<string>;
}

/** An editor saves in several steps, and a branch changes several files: milliseconds to wait for the rest. */
const SETTLED = 100;

/**
 * Runs a round, and one more after each change of what they depend on, until somebody stops it, and
 * says when changes begin to be noticed. Folders are watched, not files: many editors put a new file
 * in the place of the old one.
 */
export async function whileWatching(
  { apps, files }: Watched,
  round: (changed: readonly string[]) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let trees: readonly string[] = [];
  let wake = () => {};

  function notice(path: string) {
    const isCode = trees.includes(dirname(path)) && CODE.test(path);
    if (!isCode && !files.has(path)) return;
    changed.add(path);
    wake();
  }

  function follow() {
    trees = [...apps].flatMap((app) => foldersBelow(dirname(app)));
    const folders = new Set([...[...files].map(dirname), ...trees]);
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders) {
      if (watchers.has(folder) || !existsSync(folder)) continue;
      const watcher = watch(folder, (_event, name) =>
        notice(join(folder, name ?? "")),
      );
      // A folder that goes away: its files are told of, where they come again.
      watcher.on("error", () => watchers.delete(folder));
      watchers.set(folder, watcher);
    }
  }

  stop.addEventListener("abort", () => wake());
  const start = Date.now();
  await round([]);
  follow();
  // What was saved while nobody watched.
  for (const file of files)
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= start)
      changed.add(file);
  print(`watching ${plural(files.size + apps.size, "file")}; Ctrl-C ends`);
  while (!stop.aborted) {
    if (changed.size === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    await sleep(SETTLED);
    const paths = [...changed];
    changed.clear();
    if (stop.aborted) break;
    await round(paths);
    follow();
  }
  for (const watcher of watchers.values()) watcher.close();
}

/** A folder of source and those in it, but for packages and what is hidden or built. */
function foldersBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const inner = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .filter(({ name }) => !/^(?:\.|node_modules$|dist$)/.test(name))
    .map(({ name }) => join(folder, name))
    // A generated project is what comes out.
    .filter((path) => !existsSync(join(path, "toolwright.lock")));
  return [folder, ...inner.flatMap(foldersBelow)];
}

const CODE = /\.(?:[cm]?[jt]sx?|json)$/;
