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
import { formatCount } from "./table.js";

/** Absolute paths that rounds depend on; each round may add some. */
interface WatchedPaths {
  readonly files: ReadonlySet<string>;
  /** Modules of applications; source in their folders and below counts. */
  readonly apps: ReadonlySet<string>;
}

/** Milliseconds to wait for further changes: an editor saves in several steps, and a branch changes several files. */
const SETTLE_MS = 100;

/**
 * Runs a round, and one more after each change of the files that they depend on, until someone stops it, and prints
 * when it begins to notice changes. Folders are watched, not files: many editors put a new file in the place of the old
 * one.
 */
export async function watchAndRun(
  { apps, files }: WatchedPaths,
  runRound: (changedPaths: readonly string[]) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const watchers = new Map<string, FSWatcher>();
  const changedPaths = new Set<string>();
  let sourceFolders: readonly string[] = [];
  let wake = () => {};

  function notice(path: string) {
    const isCode =
      sourceFolders.includes(dirname(path)) && SOURCE_FILE.test(path);
    if (!isCode && !files.has(path)) return;
    changedPaths.add(path);
    wake();
  }

  function updateWatchers() {
    sourceFolders = [...apps].flatMap((app) => listSourceFolders(dirname(app)));
    const folders = new Set([...[...files].map(dirname), ...sourceFolders]);
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
      // A folder that was removed is watched again once it exists.
      watcher.on("error", () => watchers.delete(folder));
      watchers.set(folder, watcher);
    }
  }

  async function runAndWatch(paths: readonly string[]) {
    const start = Date.now();
    await runRound(paths);
    updateWatchers();
    // Files that were saved before the folders were watched.
    for (const file of files)
      if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= start)
        changedPaths.add(file);
  }

  stop.addEventListener("abort", () => wake());
  await runAndWatch([]);
  print(
    `watching ${formatCount(files.size + apps.size, "file")} (press Ctrl-C to stop)`,
  );
  while (!stop.aborted) {
    if (changedPaths.size === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    await sleep(SETTLE_MS);
    const roundPaths = [...changedPaths];
    changedPaths.clear();
    if (stop.aborted) break;
    await runAndWatch(roundPaths);
  }
  for (const watcher of watchers.values()) watcher.close();
}

/** Lists a folder of source and those below it, except for packages and what is hidden or built. */
function listSourceFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const subfolders = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .filter(({ name }) => !/^(?:\.|node_modules$|dist$)/.test(name))
    .map(({ name }) => join(folder, name))
    // A generated project is output, not source.
    .filter((path) => !existsSync(join(path, "toolwright.lock")));
  return [folder, ...subfolders.flatMap(listSourceFolders)];
}

const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|json)$/;
