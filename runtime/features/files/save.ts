import { createHash, randomBytes } from "node:crypto";
import { link, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { CallError, formatBytes } from "../../index.js";
import { createFile } from "./create-file.js";
import { identityOf } from "./file-list.js";
import type { SavedFile } from "./file-list.js";
import { numberName, toSafeName } from "./file-name.js";
import { downloadFolders, makeFolder } from "./root.js";
import type { Root } from "./root.js";
import type { NewFile, SavedFiles } from "./saved-files.js";

/** Place to which responses of one caller are saved. */
export interface DownloadFolder {
  readonly root: Root;
  /** Name of the caller's folder below the root; undefined on stdio, whose folder is the root. */
  readonly caller: string | undefined;
  /** Limit of all saved files in bytes. */
  readonly quota: number;
  readonly saved: SavedFiles;
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
  { caller, quota, root, saved }: DownloadFolder,
  { name, type }: FileHead,
  chunks: AsyncIterable<Uint8Array>,
): Promise<SavedFile> {
  const newFile = saved.begin();
  try {
    const path = await makeFolder(root, ...downloadFolders(caller));
    await saved.removeOld();
    const id = randomBytes(16).toString("hex");
    const partName = `${id}.part`;
    const handle = await createFile(path, partName);
    try {
      const bounded = withinQuota(chunks, newFile, quota);
      const sizeAndHash = await writeChunks(handle, bounded);
      return await newFile.complete(async () => {
        const savedName = await nameFile(path, partName, toSafeName(name));
        const identity = identityOf(await handle.stat({ bigint: true }));
        const time = Date.now();
        return { id, name: savedName, type, ...sizeAndHash, identity, time };
      });
    } finally {
      await handle.close();
      await unlink(join(path, partName)).catch(() => undefined);
    }
  } catch (error) {
    throw toSaveError(error);
  } finally {
    newFile.end();
  }
}

/** Folder of the saved files of a caller, which may not exist yet. */
export function downloadPath({
  caller,
  root,
}: Pick<DownloadFolder, "caller" | "root">): string {
  return join(root.path, ...downloadFolders(caller));
}

/** Passes chunks on while they keep to the quota. */
async function* withinQuota(
  chunks: AsyncIterable<Uint8Array>,
  newFile: NewFile,
  quota: number,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (!(await newFile.grow(chunk.length)))
      throw new CallError(
        `the response was not saved: the saved files would have more than ${formatBytes(quota)}, the limit of this server. Its owner can delete some of them in the folder downloads, or raise the limit.`,
      );
    yield chunk;
  }
}

async function writeChunks(
  handle: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Pick<SavedFile, "sha256" | "size">> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    hash.update(chunk);
    await writeAll(handle, chunk);
  }
  return { size, sha256: hash.digest("hex") };
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
