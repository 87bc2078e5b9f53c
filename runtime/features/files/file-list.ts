import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import type { BigIntStats } from "node:fs";
import { lstat, open, rename, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { CallError } from "../../index.js";
import { createFile } from "./create-file.js";
import { isSafeName } from "./file-name.js";
import { READ_FLAGS } from "./read-file.js";

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

/**
 * List of the files that this server wrote to a folder, a line of JSON each. Its calls must not overlap. Lines that are
 * damaged, and lines that this server could not have written, do not count.
 */
export interface FileList {
  /** Finds a line by its id. Reads what was added since the last call, and that line. */
  readonly find: (id: string) => Promise<SavedFile | undefined>;
  readonly add: (file: SavedFile) => Promise<void>;
  /** True if the list takes no further line. */
  readonly isFull: () => Promise<boolean>;
  /** Reads all lines, and writes the list without those for which `isKept` returns false. */
  readonly filter: (
    isKept: (file: SavedFile) => Promise<boolean>,
  ) => Promise<void>;
}

/** Name of the list. No saved file has it, since none begins with a dot. */
const LIST_NAME = ".saved-files.jsonl";
/** Limit of the list in bytes: some 100,000 files. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;

/** Opens the list of a folder, neither of which has to exist yet. */
export function openFileList(folder: string): FileList {
  const path = join(folder, LIST_NAME);
  const index = createIndex();
  return {
    find: async (id) =>
      withList(path, async (handle) => {
        await index.update(handle);
        const offset = index.offsets.get(id);
        if (offset === undefined) return undefined;
        const { value: [line] = [] } = await readLines(handle, offset).next();
        return line && parseLine(line.text);
      }),
    add: async (file) => addLine(path, `${JSON.stringify(file)}\n`),
    async isFull() {
      const status = await lstat(path).catch(() => undefined);
      return status !== undefined && status.size > MAX_LIST_BYTES;
    },
    filter: async (isKept) =>
      withList(path, async (handle) => {
        const { deadOffsets, size } = await findDeadLines(handle, isKept);
        // The list may stay as it is: a dead line is only passed over.
        if (deadOffsets.size > 0 || size < (await handle.stat()).size)
          await rewrite(folder, handle, deadOffsets).catch(() => undefined);
      }),
  };
}

/** Runs a function on the list. Does not wait for a pipe, follow a link, or read a list that this server would not write. */
async function withList<Result>(
  path: string,
  readList: (handle: FileHandle) => Promise<Result>,
): Promise<Result | undefined> {
  const handle = await open(path, READ_FLAGS).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const status = await handle.stat();
    const isReadable = status.isFile() && status.size <= 2 * MAX_LIST_BYTES;
    return isReadable ? await readList(handle) : undefined;
  } finally {
    await handle.close();
  }
}

/** Creates the places of lines by id, which grow with the list. Someone else may write to it, or replace it. */
function createIndex() {
  const offsets = new Map<string, number>();
  let identity = "";
  let lastLine: Line = { offset: 0, text: "" };
  const reset = () => {
    offsets.clear();
    lastLine = { offset: 0, text: "" };
  };
  return {
    offsets,
    async update(handle: FileHandle): Promise<void> {
      const { dev, ino } = await handle.stat({ bigint: true });
      if (identity !== `${dev}-${ino}`) reset();
      identity = `${dev}-${ino}`;
      const { value: [line] = [] } = await readLines(
        handle,
        lastLine.offset,
      ).next();
      if (line?.text !== lastLine.text) reset();
      for await (const lines of readLines(handle, lastLine.offset))
        for (const newLine of lines) {
          const [, id] = ID.exec(newLine.text) ?? [];
          if (id !== undefined && !offsets.has(id))
            offsets.set(id, newLine.offset);
          lastLine = newLine;
        }
    },
  };
}

/** Matches the id in a line, which is read as a whole only when it is asked for. */
const ID = /"id":"([\da-f]{32})"/;

interface Line {
  /** Place of its first byte. */
  readonly offset: number;
  /** The line without its end. */
  readonly text: string;
}

/** Bytes that are read at one time. This server writes no longer line. */
const CHUNK_BYTES = 64 * 1024;

/** Reads complete lines from a place on, as many at a time as fit a chunk. */
async function* readLines(
  handle: FileHandle,
  start: number,
): AsyncGenerator<readonly Line[], undefined> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let offset = start; ;) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, offset);
    const lines: Line[] = [];
    let lineStart = 0;
    for (;;) {
      const lineEnd = buffer.subarray(0, bytesRead).indexOf("\n", lineStart);
      if (lineEnd < 0) break;
      const text = buffer.toString("utf8", lineStart, lineEnd);
      lines.push({ offset: offset + lineStart, text });
      lineStart = lineEnd + 1;
    }
    if (lines.length > 0) yield lines;
    else if (bytesRead < CHUNK_BYTES) return undefined;
    offset += lineStart || bytesRead;
  }
}

/** Reads a line of the list; undefined if this server could not have written it. */
function parseLine(line: string): SavedFile | undefined {
  if (line === "") return undefined;
  try {
    const file = Object(JSON.parse(line)) as SavedFile; // every field is looked at below
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

/** Adds a line at the end, after a line that a full disk cut. */
async function addLine(path: string, line: string): Promise<void> {
  const flags =
    constants.O_RDWR |
    constants.O_APPEND |
    constants.O_CREAT |
    ((constants.O_NOFOLLOW as number | undefined) ?? 0) |
    ((constants.O_NONBLOCK as number | undefined) ?? 0);
  const handle = await open(path, flags, 0o600);
  try {
    const status = await handle.stat();
    if (!status.isFile())
      throw new CallError(
        `the list of saved files (${LIST_NAME}) is not a file. This server's owner has to move it away.`,
      );
    if (status.size > MAX_LIST_BYTES)
      throw new CallError(
        `the list of saved files (${LIST_NAME}) is full. This server's owner has to delete some of them in the folder downloads.`,
      );
    const end = Buffer.from("\n");
    if (status.size > 0) await handle.read(end, 0, 1, status.size - 1);
    await handle.writeFile(end.toString() === "\n" ? line : `\n${line}`);
  } finally {
    await handle.close();
  }
}

/** Returns the places of the lines that are not kept, and the bytes of all lines. */
async function findDeadLines(
  handle: FileHandle,
  isKept: (file: SavedFile) => Promise<boolean>,
) {
  const deadOffsets = new Set<number>();
  let size = 0;
  for await (const lines of readLines(handle, 0)) {
    const flags = await Promise.all(
      lines.map(async ({ text }) => {
        const file = parseLine(text);
        return file !== undefined && (await isKept(file));
      }),
    );
    for (const [index, { offset, text }] of lines.entries()) {
      if (flags[index] !== true) deadOffsets.add(offset);
      size += Buffer.byteLength(text) + 1;
    }
  }
  return { deadOffsets, size };
}

/**
 * Replaces the list by one without the dead lines, unless another process adds a line meanwhile. A kill leaves a
 * `.part` file, as that of a response.
 */
async function rewrite(
  folder: string,
  handle: FileHandle,
  deadOffsets: ReadonlySet<number>,
): Promise<void> {
  const path = join(folder, LIST_NAME);
  const partName = `${randomBytes(16).toString("hex")}.part`;
  const part = await createFile(folder, partName);
  try {
    const status = await handle.stat({ bigint: true });
    for await (const lines of readLines(handle, 0)) {
      const keptLines = lines.filter(({ offset }) => !deadOffsets.has(offset));
      if (keptLines.length > 0)
        await part.writeFile(keptLines.map(({ text }) => `${text}\n`).join(""));
    }
    await part.sync();
    const currentStatus = await lstat(path, { bigint: true });
    if (identityOf(status) === identityOf(currentStatus))
      await rename(join(folder, partName), path);
  } finally {
    await part.close();
    await unlink(join(folder, partName)).catch(() => undefined);
  }
}

/** Identity of a file and of its content, as the file system reports it. */
export const identityOf = ({ dev, ino, mtimeNs, size }: BigIntStats) =>
  `${dev}-${ino}-${size}-${mtimeNs}`;
