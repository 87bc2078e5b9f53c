import { constants } from "node:fs";
import { lstat, open, realpath, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { CallError } from "../../index.js";

/**
 * Creates an empty file that did not exist. If a link replaced the folder in between, rejects, and removes the file if
 * the link is still there.
 */
export async function createFile(
  folder: string,
  name: string,
): Promise<FileHandle> {
  const path = join(folder, name);
  const flags =
    constants.O_RDWR |
    constants.O_CREAT |
    constants.O_EXCL |
    ((constants.O_NOFOLLOW as number | undefined) ?? 0);
  const handle = await open(path, flags, 0o600);
  try {
    const { dev, ino } = await handle.stat({ bigint: true });
    const status = await lstat(path, { bigint: true });
    const isSame = status.dev === dev && status.ino === ino;
    if (isSame && (await realpath(path)) === path) return handle;
    if (isSame) await unlink(path);
    throw new CallError(
      "the folder for files was replaced while a response was saved. Nothing was saved.",
    );
  } catch (error) {
    await handle.close();
    throw error;
  }
}
