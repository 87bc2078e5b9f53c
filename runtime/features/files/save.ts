import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { link, lstat, open, realpath, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { CallError, formatBytes } from "../../index.js";
import { numberName, toSafeName } from "./file-name.js";
import { downloadFolders, makeFolder } from "./root.js";
import type { Root } from "./root.js";
import {
  addSavedFile,
  identityOf,
  listSavedFiles,
  removeSavedFile,
} from "./saved-files.js";
import type { SavedFile } from "./saved-files.js";

/** Place to which responses of one caller are saved. */
export interface DownloadFolder {
  readonly root: Root;
  /** Name of the caller's folder below the root; undefined on stdio, whose folder is the root. */
  readonly caller: string | undefined;
  /** Limit of all saved files in bytes. */
  readonly quota: number;
  /** Age in milliseconds after which saved files are deleted. Default: never. */
  readonly maxAge: number | undefined;
  /** Number of bytes of all saved files, and of those that are being written now. */
  used: number;
  pending: number;
}

interface FileHead {
  readonly name: string;
  readonly type: string;
}

/**
 * Writes a file while it arrives: below `downloads`, for this server's user alone, under a name that no other file has.
 * Rejects with a `CallError` if that is not possible, and leaves nothing.
 */
export async function saveFile(
  folder: DownloadFolder,
  { name, type }: FileHead,
  chunks: AsyncIterable<Uint8Array>,
): Promise<SavedFile> {
  try {
    const path = await makeFolder(
      folder.root,
      ...downloadFolders(folder.caller),
    );
    folder.used = await removeOldFiles(folder, path);
    const id = randomBytes(16).toString("hex");
    const partName = `${id}.part`;
    const handle = await createFile(path, partName);
    try {
      const sizeAndHash = await writeChunks(handle, chunks, folder);
      const savedName = await nameFile(path, partName, toSafeName(name));
      const identity = identityOf(await handle.stat({ bigint: true }));
      const file = { id, name: savedName, type, ...sizeAndHash, identity };
      const savedFile = { ...file, time: Date.now() };
      await addSavedFile(path, savedFile).catch(async (error: unknown) => {
        await removeSavedFile(path, savedFile);
        throw error;
      });
      return savedFile;
    } finally {
      await handle.close();
      await unlink(join(path, partName)).catch(() => undefined);
    }
  } catch (error) {
    throw toSaveError(error);
  }
}

/** Folder of the saved files of a caller, which may not exist yet. */
export function downloadPath({ caller, root }: DownloadFolder): string {
  return join(root.path, ...downloadFolders(caller));
}

/** Deletes saved files that are too old. Returns the bytes of the others. */
async function removeOldFiles(
  { maxAge = Infinity }: DownloadFolder,
  path: string,
): Promise<number> {
  let bytes = 0;
  for (const file of await listSavedFiles(path))
    if (Date.now() - file.time > maxAge) await removeSavedFile(path, file);
    else bytes += file.size;
  return bytes;
}

/**
 * Creates an empty file that did not exist. If a link replaced the folder in between, removes the file, and rejects.
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

async function writeChunks(
  handle: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  folder: DownloadFolder,
): Promise<Pick<SavedFile, "sha256" | "size">> {
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      folder.pending += chunk.length;
      if (folder.used + folder.pending > folder.quota)
        throw new CallError(
          `the response was not saved: the saved files would have more than ${formatBytes(folder.quota)}, the limit of this server. Its owner can delete some of them in the folder downloads, or raise the limit.`,
        );
      hash.update(chunk);
      await writeAll(handle, chunk);
    }
    folder.used += size;
    return { size, sha256: hash.digest("hex") };
  } finally {
    folder.pending -= size;
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length;)
    offset += (await handle.write(chunk, offset)).bytesWritten;
}

/** Number of names that are tried. */
const MAX_NAMES = 100;

/** Gives a complete file its name, or the next free one. Overwrites nothing, as `rename` would. */
async function nameFile(
  folder: string,
  partName: string,
  name: string,
): Promise<string> {
  for (let count = 1; count <= MAX_NAMES; count += 1) {
    const freeName = numberName(name, count);
    try {
      await link(join(folder, partName), join(folder, freeName));
      return freeName;
    } catch (error) {
      if (toCode(error) !== "EEXIST") throw error;
    }
  }
  const uniqueName = toSafeName(`${partName.slice(0, 8)} ${name}`);
  await link(join(folder, partName), join(folder, uniqueName));
  return uniqueName;
}

const toCode = (error: unknown) => (Object(error) as { code?: unknown }).code;

/** Explains why a file could not be written, without the system's own text. */
function toSaveError(error: unknown): unknown {
  const reason = REASONS[String(toCode(error))];
  if (error instanceof CallError || reason === undefined) return error;
  return new CallError(`the response was not saved: ${reason}`, {
    cause: error,
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this server may not write to the folder for files.",
  EDQUOT: "the disk's quota is used up. Its owner has to delete files.",
  EFBIG: "the file system takes no file of this size.",
  EIO: "the disk could not be written to.",
  ELOOP: "a part of the path that this server would write to is a link.",
  ENOENT: "the folder for files was moved or deleted.",
  ENOSPC: "the disk is full. Its owner has to delete files.",
  ENOTDIR:
    "a part of the path that this server would write to is not a folder.",
  ENOTSUP: "the file system of the folder for files has no hard links.",
  EPERM:
    "this server may not write to the folder for files, or its file system has no hard links.",
  EROFS: "the folder for files can't be written to.",
};
