import {
  existsSync,
  readdirSync,
  statSync,
  watch,
  type FSWatcher,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** What a round depends on, as absolute paths. */
export interface Watched {
  readonly files: readonly string[];
  /** Modules of applications: source in their folders and below counts. */
  readonly apps: readonly string[];
}

/** An editor saves in several steps, and a branch changes several files: milliseconds to wait for the rest. */
const SETTLED = 100;

/**
 * Runs a round, and one more after each change of what the last one depended on, until somebody
 * stops it. Folders are watched, not files: many editors put a new file in the place of the old one.
 * @param onWatching hears, once, that a change is noticed from now on
 */
export async function whileWatching(
  round: (changed: readonly string[]) => Promise<Watched>,
  stop: AbortSignal,
  onWatching: (watched: Watched) => void,
): Promise<void> {
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let wake = () => {};
  let counts: (path: string) => boolean = () => false;

  function follow({ files, apps }: Watched) {
    const trees = apps.flatMap((app) => foldersBelow(dirname(app)));
    counts = (path) =>
      files.includes(path) ||
      (trees.includes(dirname(path)) && CODE.test(path));
    const folders = new Set([...files.map((file) => dirname(file)), ...trees]);
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders) {
      if (watchers.has(folder) || !existsSync(folder)) continue;
      const watcher = watch(folder, (_event, name) => {
        const path = join(folder, name ?? "");
        if (!counts(path)) return;
        changed.add(path);
        wake();
      });
      // A folder that goes away: its files are told of, where they come again.
      watcher.on("error", () => watchers.delete(folder));
      watchers.set(folder, watcher);
    }
  }

  stop.addEventListener("abort", () => wake());
  const start = Date.now();
  const first = await round([]);
  follow(first);
  // What was saved while nobody watched.
  for (const file of first.files)
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= start)
      changed.add(file);
  onWatching(first);
  while (!stop.aborted) {
    if (changed.size === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    await sleep(SETTLED);
    const paths = [...changed];
    changed.clear();
    if (!stop.aborted) follow(await round(paths));
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
