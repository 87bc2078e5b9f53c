import { inflateRawSync } from "node:zlib";
import { DEFAULT_TOOL_LIMIT, TOOL_LIMITS } from "../../config/tool-limits.js";
import { requireLazily } from "../../package.js";
import { compareCodeUnits, compareKeys } from "../../shared/order.js";
import { digest } from "../../shared/hash.js";
import { normalizeLineEndings } from "../../shared/line-endings.js";
import type { ConfigMark } from "../config-marks.js";
import type { Lock, LockedFile } from "../outcome.js";
import { classifyPath } from "../paths.js";
import { dictionary } from "./dictionary.js";
import { DICTIONARY_MARK, pack } from "./pack.js";
import {
  damagedLockError,
  earlierFormError,
  forbiddenPathError,
  newerLockError,
  implausibleTextError,
} from "./errors.js";
import { compareGenerator, type VersionOptions } from "./compare-generator.js";
import { couldBeGenerated } from "./plausibility.js";

/** Number of the form in which locks are written and read. It rises with each layout of a project that others can't read. */
const FORMAT_VERSION = 5;

/** Largest unpacked text, in bytes. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/** Formats the lock's text: a header and one line a file, sorted, so that git merges it as it merges the sources. */
export function formatLock({
  generator,
  files,
  marks,
  toolLimit,
}: Lock): string {
  const header = `toolwright lock ${FORMAT_VERSION}, generator ${generator}, not for editing`;
  let runtimeWords: Readonly<Record<string, string>> | undefined;
  const packedWordOf = (file: LockedFile) => {
    const { packed, editable } = file;
    // The word of a file that is not editable is a digest of its tokens, not a packed text.
    if (!editable || packed !== undefined) return packed ?? "";
    runtimeWords ??= readPackedRuntime();
    return runtimeWords[file.digest] ?? pack(file.text() ?? "");
  };
  const lines = [...files]
    .sort(compareKeys)
    .map(([path, file]) => formatLine(path, file, packedWordOf(file)));
  const limit =
    toolLimit === undefined || toolLimit === DEFAULT_TOOL_LIMIT
      ? []
      : [`${LIMIT}${toolLimit}`];
  const markLines = marks.map(formatMark).sort(compareCodeUnits);
  return [header, ...limit, ...lines, ...markLines, ""].join("\n");
}

/**
 * Parses a lock's text. Texts of files stay packed until they are read. If it holds conflict markers of git, both sides
 * count: of two lines for one path the one whose digest the current file has, otherwise the first, which is the current
 * branch's. Throws a ToolwrightError.
 */
export function parseLock(
  storedText: string,
  readCurrent: (path: string) => string | undefined = () => undefined,
  options: VersionOptions = {},
): Lock {
  const allLines = normalizeLineEndings(storedText).split("\n");
  // A lock without its last line end was cut off.
  if (allLines.pop() !== "") throw damagedLockError(allLines.length + 1);
  const isMerged = allLines.some((line) => CONFLICT_MARKER.test(line));
  const lines = isMerged ? linesOfBothSides(allLines) : [...allLines.entries()];
  const headers = lines.filter(([, line]) => line.startsWith(HEADER));
  const [generator = parseHeader("")] = headers
    .map(([, line]) => parseHeader(line))
    .sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  if (!isMerged && headers[0]?.[0] !== 0) throw damagedLockError(1);
  const origin = { generator, ...options };
  const files = new Map<string, LockedFile>();
  const marksByName = new Map<string, ConfigMark>();
  let toolLimit: number | undefined;
  for (const [index, line] of lines) {
    if (line.startsWith(HEADER)) continue;
    if (line.startsWith(LIMIT)) {
      const limit = Number(line.slice(LIMIT.length));
      const isRepeated = toolLimit !== undefined && !isMerged;
      if (isRepeated || !TOOL_LIMITS.includes(limit))
        throw damagedLockError(index + 1);
      // Of two sides the smaller limit holds: the list fits both.
      toolLimit = Math.min(limit, toolLimit ?? limit);
      continue;
    }
    const mark = parseMark(line, index + 1);
    if (mark !== undefined) {
      if (marksByName.has(mark.name) && !isMerged)
        throw damagedLockError(index + 1);
      marksByName.set(mark.name, mark);
      continue;
    }
    const lockedEntry = parseLine(line, index + 1, origin);
    const earlierFile = files.get(lockedEntry?.[0] ?? "");
    if (lockedEntry === undefined || (earlierFile && !isMerged))
      throw damagedLockError(index + 1);
    const [path, laterFile] = lockedEntry;
    files.set(
      path,
      earlierFile
        ? chooseSide(earlierFile, laterFile, readCurrent(path))
        : laterFile,
    );
  }
  return {
    generator,
    savedOptions: {},
    files,
    marks: [...marksByName.values()],
    ...(toolLimit !== undefined && { toolLimit }),
    storedText,
    ...(isMerged && { isMerged }),
    ...(isTrustedAnyway(origin) && { isUnchecked: true }),
  };
}

const HEADER = "toolwright lock ";

/** Prefix of the line that holds the bytes of one tool's arguments in the list, if they are not the default. */
const LIMIT = "tool-limit\t";

const CONFLICT_MARKER = /^(?:<{7,}|>{7,}|\|{7,})(?: |$)/;

/** Lines of both sides of git's conflicts, each once, with their indexes. */
function linesOfBothSides(
  allLines: readonly string[],
): [index: number, line: string][] {
  let isBase = false;
  const seenLines = new Set<string>();
  return [...allLines.entries()].filter(([, line]) => {
    const isMark = CONFLICT_MARKER.test(line) || /^={7,}$/.test(line);
    if (isMark) isBase = line.startsWith("|");
    const isRepeated = seenLines.has(line);
    seenLines.add(line);
    return !isMark && !isBase && !isRepeated;
  });
}

function chooseSide(
  firstFile: LockedFile,
  secondFile: LockedFile,
  currentText = "",
): LockedFile {
  const isSecondCurrent = digest(currentText) === secondFile.digest;
  return isSecondCurrent
    ? { ...secondFile, otherSide: firstFile }
    : { ...firstFile, otherSide: secondFile };
}

/**
 * Reads those lines of a damaged or conflicted lock that hold together; of two for one path or name the first. Throws a
 * ToolwrightError if a header says that the lock has another form.
 */
export function salvageLock(storedText: string): {
  readonly files: Map<string, LockedFile>;
  readonly marks: readonly ConfigMark[];
} {
  const files = new Map<string, LockedFile>();
  const marksByName = new Map<string, ConfigMark>();
  for (const [index, line] of normalizeLineEndings(storedText)
    .split("\n")
    .entries()) {
    if (/^toolwright lock \d+, generator [^\s,]+,/.test(line))
      parseHeader(line);
    try {
      const mark = parseMark(line, index + 1);
      if (mark !== undefined && !marksByName.has(mark.name))
        marksByName.set(mark.name, mark);
      const lockedEntry = parseLine(line, index + 1);
      if (lockedEntry === undefined || files.has(lockedEntry[0])) continue;
      lockedEntry[1].text();
      files.set(...lockedEntry);
    } catch {
      // The line does not hold together.
    }
  }
  return { files, marks: [...marksByName.values()] };
}

/** Line of a component that the config names. */
const MARK = /^([^\t]*)\t(named|gone)\t([^\t]*)\t([^\t]+)$/;

function formatMark({ isGone, key, name, path }: ConfigMark): string {
  return [path, isGone ? "gone" : "named", key, name].join("\t");
}

/** Parses the line of a mark; undefined for another line, or if its path is none of a component with that key. */
function parseMark(line: string, lineNumber: number): ConfigMark | undefined {
  const [, path, state, key = "", name = ""] = MARK.exec(line) ?? [];
  if (path === undefined) return undefined;
  const projectPath = classifyPath(path);
  if (projectPath === undefined) throw forbiddenPathError(path, lineNumber);
  const { keyPrefix, kind } = projectPath;
  const isComponent =
    kind === "component" && keyPrefix !== null && key.startsWith(keyPrefix);
  return isComponent
    ? { name, path, key, isGone: state === "gone" }
    : undefined;
}

function formatLine(path: string, file: LockedFile, word: string): string {
  const state = file.orphan ? "orphan" : file.editable ? "editable" : "fixed";
  const { key = "", contract = "", words } = file;
  const subject = words === undefined ? [key] : [words, key];
  return [path, state, file.digest, contract, ...subject, word].join("\t");
}

function parseHeader(line: string): string {
  const match = /^toolwright lock (\d+), generator ([^\s,]+),/.exec(line);
  const generator = match?.[2];
  if (generator === undefined) throw damagedLockError(1);
  const form = Number(match?.[1]);
  if (form > FORMAT_VERSION) throw newerLockError(generator, false);
  if (form < FORMAT_VERSION) throw earlierFormError(form);
  return generator;
}

/** Line of a file. Only that of a component has a digest of words before the key. */
const LINE =
  /^([^\t]*)\t(editable|fixed|orphan)\t([\w-]{22})\t([^\t]*)\t(?:([\w-]+)\t)?([^\t]*)\t([^\t]*)$/;

/** Generator of a lock, and whether its user continues with an older one. */
interface LockOrigin extends VersionOptions {
  readonly generator: string;
}

/** True if a newer generator, whose texts this one can't know, wrote the lock, and its user continues. */
function isTrustedAnyway({ allowOlder, generator }: LockOrigin): boolean {
  return allowOlder === true && /^newer/.test(compareGenerator(generator));
}

/** Parses the line of a file. Returns undefined if it does not hold together. */
function parseLine(
  line: string,
  lineNumber: number,
  origin: LockOrigin = { generator: "none" },
): [path: string, file: LockedFile] | undefined {
  const fields = LINE.exec(line)?.slice(1);
  if (fields === undefined) return undefined;
  const [
    path = "",
    state,
    contentDigest = "",
    contract,
    words,
    key = "",
    packed = "",
  ] = fields;
  const projectPath = classifyPath(path);
  if (projectPath === undefined) throw forbiddenPathError(path, lineNumber);
  const { kind, keyPrefix } = projectPath;
  // The path's kind says of orphans, too, whether they have a text.
  const editable = !/^(data|mock)$/.test(kind);
  const isBare = key === "" && kind !== "component";
  const fitsKey = isBare || (keyPrefix !== null && key.startsWith(keyPrefix));
  const fitsState = state === "orphan" || (state === "editable") === editable;
  if (!fitsState || !fitsKey) return undefined;
  const readText = () => {
    const unpacked = unpack(packed, path);
    if (digest(unpacked) !== contentDigest) throw damagedLockError(path);
    if (!isTrustedAnyway(origin) && !couldBeGenerated(path, unpacked))
      throw implausibleTextError(path, origin.generator, lineNumber);
    return unpacked;
  };
  const file = {
    digest: contentDigest,
    editable,
    orphan: state === "orphan",
    ...(key && { key }),
    ...(contract && { contract }),
    ...(words && { words }),
    packed,
    text: () => (editable ? readText() : undefined),
  };
  return [path, file];
}

/**
 * Reads the packed words of the runtime's files by their digests, from the build. They are most of a small
 * project, and slow to pack.
 */
function readPackedRuntime() {
  return requireLazily("#packed-runtime") as Record<string, string>;
}

/** Unpacks the text of a word; `path` is the file's, for errors. Throws a ToolwrightError. */
function unpack(word: string, path: string): string {
  if (word === "") return "";
  if (!word.startsWith(DICTIONARY_MARK)) throw damagedLockError(path);
  const packed = Buffer.from(word.slice(DICTIONARY_MARK.length), "base64");
  const inflateOptions = { maxOutputLength: MAX_TEXT_BYTES, dictionary };
  try {
    return inflateRawSync(packed, inflateOptions).toString();
  } catch (error) {
    throw damagedLockError(path, error);
  }
}
