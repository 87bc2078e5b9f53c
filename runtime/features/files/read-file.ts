import { constants } from "node:fs";
import type { BigIntStats } from "node:fs";
import { lstat, open, readdir, realpath, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ArgumentError, CallError } from "../../index.js";
import type { ByteStream } from "../../index.js";
import { typeOfName } from "../bodies/file-type.js";
import type { SentFile } from "../bodies/file-part.js";
import { hasUnsafeCharacter } from "./file-name.js";
import { assertRoot, isWithin } from "./root.js";
import type { Root } from "./root.js";

/** Place of the files that one caller may send. */
export interface UploadFolder {
  readonly root: Root;
  /** Real path of the caller's folder: the root, or a folder in it. */
  readonly path: string;
  /** True if the caller may name a file by its absolute path. */
  readonly takesPaths: boolean;
}

/**
 * Finds a file below a folder by its `file:` URL, absolute or relative to the folder. The file is read while it is
 * sent. Throws one error for all reasons, so that it does not reveal which files exist elsewhere.
 */
export async function readUpload(
  url: string,
  argument: string,
  folder: UploadFolder,
): Promise<SentFile> {
  await assertRoot(folder.root);
  try {
    const path = await findSpelling(toPath(url, folder), folder);
    const { handle, realPath, status } = await openFile(path, folder);
    await handle.close();
    const filename = basename(realPath);
    const contentType = typeOfName(filename);
    return {
      bytes: toByteStream(path, folder, status),
      filename,
      ...(contentType !== undefined && { contentType }),
    };
  } catch {
    const [, name = ""] = /^file:\/\/([^/].*)$/is.exec(url) ?? [];
    const otherUrl = name && (await findUpload(name, folder));
    if (otherUrl)
      throw new ArgumentError(
        `/${argument}: names another machine, since two slashes follow \`file:\`. Give ${otherUrl}.`,
      );
    throw new ArgumentError(
      `/${argument}: is not a file that can be read in the folder this server's owner allows. Give its path in that folder, such as file:report.pdf. Links, folders and names that begin with a dot are refused.`,
    );
  }
}

/**
 * Returns the `file:` URL of the file that a text names by its path, absolute or in the folder; undefined if there is none
 * that may be sent.
 */
export async function findUpload(
  text: string,
  folder: UploadFolder,
): Promise<string | undefined> {
  await assertRoot(folder.root);
  const isPath = isAbsolute(text) && folder.takesPaths;
  const namedPath = isPath ? text : join(folder.path, text);
  if (!isWithin(namedPath, folder.path)) return undefined;
  try {
    const path = await findSpelling(namedPath, folder);
    const { handle, realPath } = await openFile(path, folder);
    await handle.close();
    const names = relative(folder.path, realPath).split(sep);
    return `file:${names.join("/").replace(/%(?=[\da-f]{2})/gi, "%25")}`;
  } catch {
    return undefined;
  }
}

/**
 * Returns the path as the file system spells it: names that differ in the normal form of Unicode alone are one name.
 * Systems keep different forms, and models write one.
 */
async function findSpelling(
  path: string,
  folder: UploadFolder,
): Promise<string> {
  const names = relative(folder.path, path).split(sep);
  if (/^[\0-\x7f]*$/.test(path) || names.includes("..")) return path;
  let spelledPath = folder.path;
  for (const name of names) {
    const exactPath = join(spelledPath, name);
    const isThere = await lstat(exactPath).then(
      () => true,
      () => false,
    );
    const otherName = isThere
      ? undefined
      : (await readdir(spelledPath).catch((): string[] => [])).find(
          (candidate) => candidate.normalize() === name.normalize(),
        );
    spelledPath = join(spelledPath, otherName ?? name);
  }
  return spelledPath;
}

/** Converts a `file:` URL to a path. Throws if it names another host. */
function toPath(url: string, { path, takesPaths }: UploadFolder): string {
  const [, reference = ""] = /^file:(.*)$/is.exec(url) ?? [];
  const isRelative = !/^[/\\]/.test(reference);
  if (!isRelative && !takesPaths) throw new Error("is a path");
  if (!isRelative) return fileURLToPath(`file:${reference}`);
  // Characters that a URL gives a meaning are those of the name, as models write them.
  const name = reference
    .replace(/%(?![\da-f]{2})/gi, "%25")
    .replace(/[?#]/g, encodeURIComponent);
  return fileURLToPath(new URL(`./${name}`, `${pathToFileURL(path).href}/`));
}

/**
 * Opens a regular file without following a link and without waiting for a pipe. Judges the file that was opened: the
 * real path leads to it, below the folder, with no name that begins with a dot.
 */
async function openFile(path: string, folder: Pick<UploadFolder, "path">) {
  if (!(await lstat(path)).isFile()) throw new Error("is not a file"); // opening a device may do something
  const handle = await open(path, READ_FLAGS);
  try {
    const status = await handle.stat({ bigint: true });
    const realPath = await realpath(path);
    const realStatus = await stat(realPath, { bigint: true });
    const names = relative(folder.path, realPath).split(sep);
    const isRefused = names.some(
      (name) => name.startsWith(".") || hasUnsafeCharacter(name),
    );
    if (
      status.isFile() &&
      realStatus.dev === status.dev &&
      realStatus.ino === status.ino &&
      isWithin(realPath, folder.path) &&
      !isRefused
    )
      return { handle, realPath, status };
    throw new Error("is refused");
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Windows has neither of the two flags. */
export const READ_FLAGS =
  constants.O_RDONLY |
  ((constants.O_NOFOLLOW as number | undefined) ?? 0) |
  ((constants.O_NONBLOCK as number | undefined) ?? 0);

/** Bytes that are read at one time. */
const CHUNK_BYTES = 64 * 1024;

function toByteStream(
  path: string,
  folder: UploadFolder,
  expected: BigIntStats,
): ByteStream {
  const size = Number(expected.size);
  return {
    size,
    async open() {
      await (await reopen(path, folder, expected)).close();
      // A transport may fail before it reads, so nothing stays open until it does.
      return (async function* () {
        yield* readChunks(await reopen(path, folder, expected), size);
      })();
    },
  };
}

/** Opens a file again. Rejects if it is no longer the same. */
async function reopen(
  path: string,
  folder: UploadFolder,
  expected: BigIntStats,
): Promise<FileHandle> {
  const reopened = await openFile(path, folder).catch(() => undefined);
  if (reopened && isSame(reopened.status, expected)) return reopened.handle;
  await reopened?.handle.close();
  throw createChangeError();
}

const isSame = (status: BigIntStats, expected: BigIntStats) =>
  (["dev", "ino", "size", "mtimeNs"] as const).every(
    (field) => status[field] === expected[field],
  );

const createChangeError = () =>
  new CallError(
    "the file changed while it was being sent, so it was not sent again. Call again.",
  );

/** Reads exactly `size` bytes, and closes the file. */
async function* readChunks(
  handle: FileHandle,
  size: number,
): AsyncGenerator<Uint8Array> {
  try {
    for (let position = 0; position < size;) {
      const length = Math.min(CHUNK_BYTES, size - position);
      const buffer = Buffer.allocUnsafe(length);
      const { bytesRead } = await handle.read(buffer, 0, length, position);
      if (bytesRead === 0) throw createChangeError();
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
