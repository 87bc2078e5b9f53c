import { lstat, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { identityOf, openFileList } from "./file-list.js";
import type { SavedFile } from "./file-list.js";

/**
 * Files that this server wrote to a folder and that are still as it wrote them. A file that someone changed, replaced or
 * moved belongs to the folder's owner.
 */
export interface SavedFiles {
  /** Finds a file by its id. */
  readonly find: (id: string) => Promise<SavedFile | undefined>;
  /** Removes what is too old, and at first what a killed process left. */
  readonly removeOld: () => Promise<void>;
  /** Begins a file that counts while it is written. */
  readonly begin: () => NewFile;
  readonly remove: (file: SavedFile) => Promise<void>;
  /** True while files are written. */
  readonly isBusy: () => boolean;
}

export interface NewFile {
  /** Counts further bytes. Returns false, and counts none, if they exceed the quota. */
  readonly grow: (bytes: number) => Promise<boolean>;
  /** Gives the complete file its name, and adds it to the list. */
  readonly complete: (name: () => Promise<SavedFile>) => Promise<SavedFile>;
  /** Ends the file, which no longer counts if it is not complete. */
  readonly end: () => void;
}

export interface SavedFilesLimits {
  /** Limit of all files in bytes. */
  readonly quota: number;
  /** Age in milliseconds after which files are deleted. Default: never. */
  readonly maxAge: number | undefined;
}

/**
 * Opens the files of a folder, which does not have to exist yet. Their sum is in memory, so that it holds for files that
 * are saved at the same moment. They are counted at first, again when the oldest one is too old, and again before a file
 * is refused, since the owner may have deleted some.
 */
export function openSavedFiles(
  folder: string,
  { maxAge = Infinity, quota }: SavedFilesLimits,
): SavedFiles {
  const list = openFileList(folder);
  const enqueue = createQueue();
  let isCounted = false;
  /** Bytes of the files in the list, and of those that are being written. */
  let [listedBytes, growingBytes] = [0, 0];
  let oldestTime = Infinity;
  let nextCountTime = 0;

  /** Checks all files of the list. */
  const count = async (): Promise<void> => {
    const start = performance.now();
    let bytes = 0;
    let oldest = Infinity;
    await list.filter(async (file) => {
      if (!(await isAsWritten(folder, file))) return false;
      if (Date.now() - file.time > maxAge) {
        await unlink(join(folder, file.name));
        return false;
      }
      bytes += file.size;
      oldest = Math.min(oldest, file.time);
      return true;
    });
    [isCounted, listedBytes, oldestTime] = [true, bytes, oldest];
    nextCountTime = performance.now() + pauseAfter(performance.now() - start);
  };
  let recounting: Promise<void> | undefined;
  /** Counts once for all who ask at the same moment. */
  const recount = async (): Promise<void> =>
    (recounting ??= enqueue(async () => {
      recounting = undefined;
      if (performance.now() >= nextCountTime) await count();
    }));

  return {
    find: async (id) =>
      enqueue(async () => {
        const file = await list.find(id);
        return file?.id === id && (await isAsWritten(folder, file))
          ? file
          : undefined;
      }),
    removeOld: async () =>
      enqueue(async () => {
        if (!isCounted) await removeLeftovers(folder);
        if (!isCounted || Date.now() - oldestTime > maxAge) await count();
      }),
    begin() {
      let size = 0;
      const resize = (newSize: number) => {
        growingBytes += newSize - size;
        size = newSize;
      };
      const isTooLarge = (bytes: number) =>
        listedBytes + growingBytes + bytes > quota;
      return {
        async grow(bytes) {
          if (isTooLarge(bytes)) await recount();
          if (isTooLarge(bytes)) return false;
          resize(size + bytes);
          return true;
        },
        async complete(name) {
          if (await list.isFull()) await recount();
          return enqueue(async () => {
            const file = await name();
            try {
              await list.add(file);
            } catch (error) {
              await removeIfAsWritten(folder, file);
              throw error;
            }
            resize(0);
            listedBytes += file.size;
            oldestTime = Math.min(oldestTime, file.time);
            return file;
          });
        },
        end: () => resize(0),
      };
    },
    remove: async (file) =>
      enqueue(async () => {
        if (await removeIfAsWritten(folder, file)) listedBytes -= file.size;
      }),
    isBusy: () => growingBytes > 0,
  };
}

/** Creates a function that runs tasks one after the other. */
function createQueue() {
  let lastTask: Promise<unknown> = Promise.resolve();
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    const running = lastTask.then(task);
    lastTask = running.catch(() => undefined);
    return running;
  };
}

/** Pause in milliseconds after a count, so that counts of many files take a small part of the time. */
const pauseAfter = (duration: number) => (duration < 50 ? 0 : 10 * duration);

async function isAsWritten(
  folder: string,
  { identity, name }: SavedFile,
): Promise<boolean> {
  const status = await lstat(join(folder, name), { bigint: true }).catch(
    () => undefined,
  );
  return status?.isFile() === true && identityOf(status) === identity;
}

/** Removes a file unless it belongs to the owner. Returns whether it did. */
async function removeIfAsWritten(
  folder: string,
  file: SavedFile,
): Promise<boolean> {
  if (!(await isAsWritten(folder, file))) return false;
  await unlink(join(folder, file.name));
  return true;
}

/** Name of a file that is not complete. */
const PART_NAME = /^[\da-f]{32}\.part$/;
/** Age in milliseconds after which no process writes to such a file any more. */
const MAX_PART_AGE = 86_400_000;

/** Removes incomplete files that a killed process left. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!PART_NAME.test(name)) continue;
    const path = join(folder, name);
    const status = await lstat(path).catch(() => undefined);
    if (status?.isFile() && Date.now() - status.mtimeMs > MAX_PART_AGE)
      await unlink(path).catch(() => undefined); // another process may have removed it
  }
}
