import { constants } from "node:fs";
import type { BigIntStats } from "node:fs";
import { lstat, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { CallError } from "../../index.js";
import { isSafeName } from "./file-name.js";
import { READ_FLAGS } from "./upload.js";

/** A file that this server wrote. */
export interface SavedFile {
  /** Id of 128 random bits, which no one can guess. */
  readonly id: string;
  /** Name in the folder. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Size in bytes. */
  readonly size: number;
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
  /** Device, inode number, size and time of change, which differ for a file that was changed or replaced. */
  readonly identity: string;
  /** Time of writing in milliseconds. */
  readonly time: number;
}

/** List of the files that this server wrote to a folder. No saved file has this name, since none begins with a dot. */
const LIST_NAME = ".saved-files.jsonl";
/** Limit of the list in bytes: some 100,000 files. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;

export const identityOf = ({ dev, ino, mtimeNs, size }: BigIntStats) =>
  `${dev}-${ino}-${size}-${mtimeNs}`;

/**
 * Returns the files of the list that are still as this server wrote them. Lines that are damaged, and files that
 * someone changed, replaced or moved, belong to the folder's owner.
 */
export async function listSavedFiles(folder: string): Promise<SavedFile[]> {
  const saved: SavedFile[] = [];
  for (const line of (await readList(folder)).split("\n")) {
    const file = parseLine(line);
    if (file && (await isAsWritten(folder, file))) saved.push(file);
  }
  return saved;
}

/** Adds a file to the list. */
export async function addSavedFile(
  folder: string,
  file: SavedFile,
): Promise<void> {
  const flags =
    constants.O_WRONLY |
    constants.O_APPEND |
    constants.O_CREAT |
    ((constants.O_NOFOLLOW as number | undefined) ?? 0);
  const handle = await open(join(folder, LIST_NAME), flags, 0o600);
  try {
    const status = await handle.stat();
    if (!status.isFile()) throw new Error("The list is not a file.");
    if (status.size > MAX_LIST_BYTES)
      throw new CallError(
        `the list of saved files (${LIST_NAME}) is full. This server's owner has to move the folder away.`,
      );
    await handle.writeFile(`${JSON.stringify(file)}\n`);
  } finally {
    await handle.close();
  }
}

/** Removes a file if it is still as this server wrote it. */
export async function removeSavedFile(
  folder: string,
  file: SavedFile,
): Promise<void> {
  if (await isAsWritten(folder, file)) await unlink(join(folder, file.name));
}

async function isAsWritten(
  folder: string,
  { identity, name }: SavedFile,
): Promise<boolean> {
  const status = await lstat(join(folder, name), { bigint: true }).catch(
    () => undefined,
  );
  return status?.isFile() === true && identityOf(status) === identity;
}

async function readList(folder: string): Promise<string> {
  const path = join(folder, LIST_NAME);
  const handle = await open(path, READ_FLAGS).catch(() => undefined);
  if (!handle) return "";
  try {
    const status = await handle.stat();
    const isReadable = status.isFile() && status.size <= 2 * MAX_LIST_BYTES;
    return isReadable ? await handle.readFile("utf8") : "";
  } finally {
    await handle.close();
  }
}

/** Reads a line of the list; undefined if this server could not have written it. */
function parseLine(line: string): SavedFile | undefined {
  if (line === "") return undefined;
  try {
    const file = Object(JSON.parse(line)) as SavedFile;
    const { id, identity, name, sha256, size, time, type } = file;
    const isText = [id, identity, name, sha256, type].every(
      (text) => typeof text === "string",
    );
    const isNumber = [size, time].every((value) => Number.isFinite(value));
    return isText && isNumber && isSafeName(name) ? file : undefined;
  } catch {
    return undefined;
  }
}
