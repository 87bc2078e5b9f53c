import { digest, plain } from "../../text.js";
import type { Lock, LockedFile } from "../outcome.js";
import { placeOf } from "../paths.js";
import { conflicted, damaged, forbidden, tooNew, unprinted } from "./errors.js";
import { isPrinted } from "./evidence.js";
import { pack, unpack } from "./pack.js";

const version = 1;

/** The lock's text: a header and one line a file, sorted by path, so that git merges it as it merges the sources. */
export function formatLock({ generator, files }: Lock): string {
  const header = `toolwright lock ${version}, generator ${generator}, not for editing`;
  const lines = [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, file]) => formatLine(path, file));
  return [header, ...lines, ""].join("\n");
}

/** Reads a lock's text. Texts of files stay packed until somebody asks for one. Throws a ToolwrightError. */
export function parseLock(stored: string): Lock {
  const [header = "", ...lines] = plain(stored).split("\n");
  if (lines.some((line) => /^(<{7}|>{7}|\|{7})( |$)/.test(line)))
    throw conflicted();
  const generator = parseHeader(header);
  // Without its last line end the lock was cut off.
  if (lines.pop() !== "") throw damaged(lines.length + 1);
  const files = new Map<string, LockedFile>();
  for (const [index, line] of lines.entries()) {
    const entry = parseLine(line, index + 2);
    if (entry === undefined || files.has(entry.path)) throw damaged(index + 2);
    files.set(entry.path, entry.file);
  }
  return { generator, files, stored };
}

/** The lines of a damaged or conflicted lock that hold together; of two for one path the first. */
export function salvageLock(stored: string): Map<string, LockedFile> {
  const files = new Map<string, LockedFile>();
  for (const [index, line] of plain(stored).split("\n").entries()) {
    try {
      const entry = parseLine(line, index + 1);
      if (entry === undefined || files.has(entry.path)) continue;
      entry.file.text();
      files.set(entry.path, entry.file);
    } catch {
      // It does not hold together.
    }
  }
  return files;
}

function formatLine(path: string, file: LockedFile): string {
  const state = file.orphan ? "orphan" : file.editable ? "editable" : "fixed";
  const { key = "", contract = "" } = file;
  const packed = file.packed ?? packedText(file);
  return [path, state, file.digest, contract, key, packed].join("\t");
}

function packedText(file: LockedFile): string {
  const text = file.text();
  return text === undefined ? "" : pack(plain(text));
}

function parseHeader(line: string): string {
  const match = /^toolwright lock (\d+), generator ([^\s,]+),/.exec(line);
  const generator = match?.[2];
  if (generator === undefined) throw damaged(1);
  if (Number(match?.[1]) > version) throw tooNew(generator);
  return generator;
}

function parseLine(
  line: string,
  number: number,
): { path: string; file: LockedFile } | undefined {
  const [path, state, hash, contract, key, packed, ...more] = line.split("\t");
  if (path === undefined || hash === undefined || packed === undefined)
    return undefined;
  if (more.length > 0 || !/^[\w-]{22}$/.test(hash)) return undefined;
  if (state !== "editable" && state !== "fixed" && state !== "orphan")
    return undefined;
  const place = placeOf(path);
  if (place === undefined) throw forbidden(path, number);
  const editable = state !== "fixed";
  if (editable === (place.kind === "data")) return undefined;
  const { keyPrefix } = place;
  const isKeyed = keyPrefix !== null && key?.startsWith(keyPrefix) === true;
  const needsKey = place.kind === "component";
  if (!isKeyed && (needsKey || key !== "")) return undefined;
  return {
    path,
    file: {
      digest: hash,
      editable,
      orphan: state === "orphan",
      ...(key ? { key } : {}),
      ...(contract ? { contract } : {}),
      packed,
      text: () =>
        editable ? textOf({ path, packed, hash, number }) : undefined,
    },
  };
}

function textOf({
  path,
  packed,
  hash,
  number,
}: {
  readonly path: string;
  readonly packed: string;
  readonly hash: string;
  /** Of the line. */
  readonly number: number;
}): string {
  let text: string;
  try {
    text = unpack(packed);
  } catch (error) {
    throw damaged(path, error);
  }
  if (digest(text) !== hash) throw damaged(path);
  if (!isPrinted(path, text)) throw unprinted(path, number);
  return text;
}
