import { inflateRawSync } from "node:zlib";
import { deflateSync } from "fflate";
import { DEFAULT_TOOL_LIMIT, TOOL_LIMITS } from "../../config/tool-limits.js";
import { requireLate } from "../../package.js";
import { byKey } from "../../shared/order.js";
import { digest } from "../../shared/hash.js";
import { plain } from "../../shared/line-endings.js";
import type { Lock, LockedFile } from "../outcome.js";
import { placeOf } from "../paths.js";
import { dictionary } from "./dictionary.js";
import { damaged, forbidden, tooNew, unprinted } from "./errors.js";
import { isPrinted } from "./plausibility.js";

const FORMAT = 4;

/** Before what was packed with the dictionary; words of version 3 have none. */
const MARK = ".";

/** Of one text, unpacked. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The lock's text: a header and one line a file, sorted, so that git merges it as it merges the sources. */
export function formatLock({ generator, files, toolLimit }: Lock): string {
  const header = `toolwright lock ${FORMAT}, generator ${generator}, not for editing`;
  let runtime: Readonly<Record<string, string>> | undefined;
  const wordOf = (file: LockedFile) => {
    const { packed, editable } = file;
    // A digest of what a file says that is not for editing is no text.
    if (!editable || packed === "" || packed?.startsWith(MARK))
      return packed ?? "";
    runtime ??= packedRuntime();
    return runtime[file.digest] ?? pack(file.text() ?? "");
  };
  const lines = [...files]
    .sort(byKey)
    .map(([path, file]) => formatLine(path, file, wordOf(file)));
  const limit =
    toolLimit === undefined || toolLimit === DEFAULT_TOOL_LIMIT
      ? []
      : [`${LIMIT}${toolLimit}`];
  return [header, ...limit, ...lines, ""].join("\n");
}

/**
 * Reads a lock's text. Texts of files stay packed until somebody asks for one. Where git's conflicts
 * stand in it, both sides count: of two lines for one path the one that the present file is of, else
 * the first, which is yours. Throws a ToolwrightError.
 */
export function parseLock(
  stored: string,
  present: (path: string) => string | undefined = () => undefined,
): Lock {
  const all = plain(stored).split("\n");
  // Without its last line end the lock was cut off.
  if (all.pop() !== "") throw damaged(all.length + 1);
  const isMerged = all.some((line) => MARKER.test(line));
  const lines = isMerged ? sidesOf(all) : [...all.entries()];
  const headers = lines.filter(([, line]) => line.startsWith(HEADER));
  const [generator = parseHeader("")] = headers
    .map(([, line]) => parseHeader(line))
    .sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  if (!isMerged && headers[0]?.[0] !== 0) throw damaged(1);
  const files = new Map<string, LockedFile>();
  const memory = new Map<string, unknown>();
  let toolLimit: number | undefined;
  for (const [index, line] of lines) {
    if (line.startsWith(HEADER)) continue;
    if (line.startsWith(LIMIT)) {
      const limit = Number(line.slice(LIMIT.length));
      const isTwice = toolLimit !== undefined && !isMerged;
      if (isTwice || !TOOL_LIMITS.includes(limit)) throw damaged(index + 1);
      // Of two sides the one whose list fits.
      toolLimit = Math.min(limit, toolLimit ?? limit);
      continue;
    }
    const option = parseOption(line, index + 1);
    if (option !== undefined) {
      const [name, value] = option;
      if (memory.has(name) && !isMerged) throw damaged(index + 1);
      if (!memory.has(name)) memory.set(name, value);
      continue;
    }
    const entry = parseLine(line, index + 1);
    const first = files.get(entry?.[0] ?? "");
    if (entry === undefined || (first && !isMerged)) throw damaged(index + 1);
    const [path, second] = entry;
    files.set(path, first ? ofTwo(first, second, present(path)) : second);
  }
  return {
    generator,
    memory: Object.fromEntries(memory),
    files,
    ...(toolLimit !== undefined && { toolLimit }),
    stored,
    ...(isMerged && { isMerged }),
  };
}

const HEADER = "toolwright lock ";

/** Before the bytes of the arguments of one tool in the list, where they are not the usual ones. */
const LIMIT = "tool-limit\t";

const MARKER = /^(?:<{7,}|>{7,}|\|{7,})(?: |$)/;

/** The lines of both sides of git's conflicts, each once, with their indexes. */
function sidesOf(all: readonly string[]): [index: number, line: string][] {
  let isBase = false;
  const seen = new Set<string>();
  return [...all.entries()].filter(([, line]) => {
    const isMark = MARKER.test(line) || /^={7,}$/.test(line);
    if (isMark) isBase = line.startsWith("|");
    const isTwice = seen.has(line);
    seen.add(line);
    return !isMark && !isBase && !isTwice;
  });
}

function ofTwo(
  first: LockedFile,
  second: LockedFile,
  present = "",
): LockedFile {
  const isSecond = digest(present) === second.digest;
  return isSecond ? { ...second, other: first } : { ...first, other: second };
}

/** The lines of a damaged or conflicted lock that hold together; of two for one path the first. */
export function salvageLock(stored: string): Map<string, LockedFile> {
  const files = new Map<string, LockedFile>();
  for (const [index, line] of plain(stored).split("\n").entries()) {
    try {
      const entry = parseLine(line, index + 1);
      if (entry === undefined || files.has(entry[0])) continue;
      entry[1].text();
      files.set(...entry);
    } catch {
      // It does not hold together.
    }
  }
  return files;
}

function formatLine(path: string, file: LockedFile, word: string): string {
  const state = file.orphan ? "orphan" : file.editable ? "editable" : "fixed";
  const { key = "", contract = "" } = file;
  return [path, state, file.digest, contract, key, word].join("\t");
}

/** What locks of version 2 had to say of options. Undefined where a line tells of something else. */
function parseOption(
  line: string,
  number: number,
): [name: string, value: unknown] | undefined {
  const [, name, json] = /^option\t(\w+)\t([^\t]+)$/.exec(line) ?? [];
  if (name === undefined || json === undefined) return undefined;
  try {
    return [name, JSON.parse(json) as unknown];
  } catch (error) {
    throw damaged(number, error);
  }
}

function parseHeader(line: string): string {
  const match = /^toolwright lock (\d+), generator ([^\s,]+),/.exec(line);
  const generator = match?.[2];
  if (generator === undefined) throw damaged(1);
  if (Number(match?.[1]) > FORMAT) throw tooNew(generator);
  return generator;
}

const LINE =
  /^([^\t]*)\t(editable|fixed|orphan)\t([\w-]{22})\t([^\t]*)\t([^\t]*)\t([^\t]*)$/;

/** Undefined where a line does not hold together. */
function parseLine(
  line: string,
  number: number,
): [path: string, file: LockedFile] | undefined {
  const parts = LINE.exec(line)?.slice(1);
  if (parts === undefined) return undefined;
  const [path = "", state, hash = "", contract, key = "", packed = ""] = parts;
  const place = placeOf(path);
  if (place === undefined) throw forbidden(path, number);
  const { kind, keyPrefix } = place;
  // Of an orphan, too, the place says whether there is a text.
  const editable = !/^(data|mock)$/.test(kind);
  const isBare = key === "" && kind !== "component";
  const fitsKey = isBare || (keyPrefix !== null && key.startsWith(keyPrefix));
  const fitsState = state === "orphan" || (state === "editable") === editable;
  if (!fitsState || !fitsKey) return undefined;
  const text = () => {
    const unpacked = unpack(packed, path);
    if (digest(unpacked) !== hash) throw damaged(path);
    if (!isPrinted(path, unpacked)) throw unprinted(path, number);
    return unpacked;
  };
  const file = {
    digest: hash,
    editable,
    orphan: state === "orphan",
    ...(key && { key }),
    ...(contract && { contract }),
    packed,
    text: () => (editable ? text() : undefined),
  };
  return [path, file];
}

/** Words of the runtime's files by their digests, from the build: most of a small project, and slow to pack. */
function packedRuntime() {
  return requireLate("#packed-runtime") as Record<string, string>;
}

/**
 * A text as one word of base64, compressed. In JavaScript, since the compressors of Node give other
 * bytes from one version or processor to the next, and a lock must not.
 */
export function pack(text: string): string {
  const body = plain(text);
  if (body === "") return "";
  const packed = deflateSync(Buffer.from(body), { dictionary });
  return MARK + Buffer.from(packed).toString("base64");
}

/** The text of such a word, which is the one of a path. */
function unpack(word: string, path: string): string {
  const isMarked = word.startsWith(MARK);
  const packed = Buffer.from(isMarked ? word.slice(1) : word, "base64");
  const options = {
    maxOutputLength: MAX_BYTES,
    ...(isMarked && { dictionary }),
  };
  try {
    return inflateRawSync(packed, options).toString();
  } catch (error) {
    throw damaged(path, error);
  }
}
