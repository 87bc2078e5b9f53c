import type { Config } from "../config/config.js";
import { CONFIG_NAMES } from "../config/config-file.js";
import type { SavedOptions } from "../config/saved-options.js";
import { groupBy } from "../shared/group-by.js";
import { omitEmpty } from "../shared/json.js";
import { memoize } from "../shared/memoize.js";
import { significantTokens } from "../shared/token-compare.js";
import { digest } from "../shared/hash.js";
import { normalizeLineEndings } from "../shared/line-endings.js";
import { hasFile, resolveOutFolder, createProjectReader } from "./folder.js";
import type { ConfigMark } from "./config-marks.js";
import type { VersionOptions } from "./lock/compare-generator.js";
import { lostLockError } from "./lock/errors.js";
import { couldBeGenerated } from "./lock/plausibility.js";
import { parseLock, salvageLock } from "./lock/lock-text.js";
import type { Lock, LockedFile, Outcome, RenderedFile } from "./outcome.js";
import { lockPath, optionsPath, classifyPath } from "./paths.js";
import {
  findHandConfig,
  isProjectConfig,
  parseProjectConfig,
} from "./project-config.js";

/** Reads the lock of an output folder; null if there is none. Throws a ToolwrightError if it can't be used. */
export function readLock(
  out: string,
  options: VersionOptions = {},
): Lock | null {
  const readCurrent = createProjectReader(out);
  const storedText = readCurrent(lockPath);
  if (storedText === undefined) return null;
  const lock = parseLock(storedText, readCurrent, options);
  const savedOptions = readStoredOptions(readCurrent) ?? {};
  return {
    ...lock,
    savedOptions: isOfOwnConfig(savedOptions) ? {} : savedOptions,
    storedOptionsText: readCurrent(optionsPath),
  };
}

/** True if options name a config in the output folder and nothing else, so that they need no file. */
function isOfOwnConfig({ config, ...options }: SavedOptions): boolean {
  return (
    typeof config === "string" &&
    CONFIG_NAMES.includes(config) &&
    Object.keys(options).length === 0
  );
}

/** Options of a project and the file that they are from. */
export interface StoredOptions {
  readonly file: string;
  readonly options: SavedOptions;
}

/** Options of a project's config; undefined if there is none. */
function readStoredOptions(
  readCurrent: (path: string) => string | undefined,
): SavedOptions | undefined {
  const storedText = readCurrent(optionsPath);
  return storedText === undefined
    ? undefined
    : (parseProjectConfig(storedText) ?? undefined);
}

/** True if a project was generated here, even if its lock is lost. */
export function isProject(out: string): boolean {
  return hasFile(out, lockPath) || hasProjectConfig(out);
}

/** True if the folder has a config that names it as `out`, in JSON, or a damaged one beside its lock. */
export function hasProjectConfig(out: string): boolean {
  const text = hasFile(out, optionsPath)
    ? createProjectReader(out)(optionsPath)
    : undefined;
  return text !== undefined && isProjectConfig(text, hasFile(out, lockPath));
}

/** Reads a project's saved options, even if its lock is lost or damaged; undefined if there are none. */
export function readSavedOptions(out: string): StoredOptions | undefined {
  const storedOptions = readStoredOptions(createProjectReader(out));
  if (storedOptions !== undefined)
    return { file: optionsPath, options: storedOptions };
  const lock = readLock(out);
  if (lock === null) return undefined;
  const handConfig = findHandConfig(out, lock.storedOptionsText);
  return {
    file: lockPath,
    options: handConfig === undefined ? {} : { config: handConfig },
  };
}

/**
 * Throws if there is no lock, though a file says of itself that it was generated here, and one differs from
 * what is generated now.
 */
export function assertLockNotLost(
  lock: Lock | null,
  incoming: readonly RenderedFile[],
  readCurrent: (path: string) => string | undefined,
): void {
  if (lock !== null) return;
  const generatedFile = incoming.find(({ editable, path, text }) => {
    const currentText = editable ? undefined : readCurrent(path);
    return (
      currentText !== undefined &&
      firstLineOf(currentText) === firstLineOf(text)
    );
  });
  // A first run that was killed has left only files that are generated now.
  const isChanged = ({ path, text }: RenderedFile) =>
    digest(readCurrent(path) ?? text) !== digest(text);
  if (generatedFile !== undefined && incoming.some(isChanged))
    throw lostLockError(generatedFile.path);
}

/** File names of one API's components by `METHOD path`, as the first lock that knows the component has them behind a prefix. */
export function fileNamesOf(
  locks: readonly (Lock | null)[],
  prefix: string,
): Map<string, string> {
  const fileNames = new Map<string, string>();
  for (const lock of locks.toReversed()) {
    // A name that another component has taken since is that component's.
    const goneMarks = (lock?.marks ?? []).filter(
      ({ isGone, path }) => isGone && !lock?.files.has(path),
    );
    for (const [path, { key, orphan }] of [
      ...goneMarks.map(
        ({ key, path }) => [path, { key, orphan: false }] as const,
      ),
      ...(lock?.files ?? []),
    ]) {
      const fileName = /^(?:.*\/)?([^/]+)\.ts$/.exec(path)?.[1];
      if (key === undefined || fileName === undefined || orphan) continue;
      if (!key.startsWith(prefix)) continue;
      const ownKey = key.slice(prefix.length);
      fileNames.set(ownKey.slice(ownKey.indexOf(" ") + 1), fileName);
    }
  }
  return fileNames;
}

/**
 * Text of all modules of one API's operation, by `METHOD path`, as they were generated last by the first lock that has
 * one; empty if there is none.
 */
export function generatedTextOf(
  locks: readonly (Lock | null)[],
  prefix: string,
): (operationKey: string) => string {
  const indexes = locks.map((lock) => indexModules(lock, prefix));
  return memoize((operationKey) =>
    (indexes.map((index) => index.get(operationKey)).find(Boolean) ?? [])
      .map((file) => file.text() ?? "")
      .join("\n"),
  );
}

/**
 * Creates a function that finds what a name of the config named in the last run, if the present document has no such
 * operation: by its mark, otherwise by the row or the text of a module. Undefined for a name that never was there.
 */
export function createFormerLookup(
  lock: Lock | null,
  prefix: string,
): (name: string) => ConfigMark | undefined {
  return (name) => {
    const mark = (lock?.marks ?? []).find(
      (candidate) =>
        candidate.name === name && candidate.key.startsWith(prefix),
    );
    if (mark !== undefined) return { ...mark, isGone: true };
    for (const [path, file] of lock?.files ?? []) {
      const { key = "" } = file;
      const isComponent =
        classifyPath(path)?.kind === "component" && key.startsWith(prefix);
      if (!isComponent) continue;
      const route = key.slice(prefix.length).replace(/^\S+ /, "");
      const isNamed =
        route === name ||
        (file.text() ?? "").includes(`\n  name: ${JSON.stringify(name)},\n`);
      if (isNamed) return { name, path, key, isGone: true };
    }
    return undefined;
  };
}

/** Modules of one API that a lock has, by `METHOD path`. */
function indexModules(lock: Lock | null, prefix: string) {
  return groupBy(
    [...(lock?.files.values() ?? [])]
      .filter(({ key = "", orphan }) => !orphan && key.startsWith(prefix))
      .map((file) => {
        const ownKey = (file.key ?? "").slice(prefix.length);
        return [ownKey.slice(ownKey.indexOf(" ") + 1), file] as const;
      }),
  );
}

/**
 * Reads the lock of a config's output folder, from which names are kept; null if no folder is named or
 * nothing was generated. Throws a ToolwrightError if the lock can't be used.
 */
export function readConfigLock(
  config: Pick<Config, "out">,
  options: VersionOptions & { readonly cwd?: string },
): Lock | null {
  return config.out === undefined
    ? null
    : readLock(resolveOutFolder(config, options), options);
}

/** Builds the lock that goes with the outcomes of the merge: all files that are generated now, and the orphans. */
export function buildLock({
  generator,
  savedOptions: savedOptions = {},
  baseLock,
  incoming,
  marks = baseLock?.marks ?? [],
  outcomes,
  toolLimit = baseLock?.toolLimit,
}: {
  /** Version of the generator. */
  readonly generator: string;
  readonly savedOptions?: SavedOptions;
  readonly baseLock: Lock | null;
  readonly incoming: readonly RenderedFile[];
  /** Components that the config names. Default: those of the last generation. */
  readonly marks?: Lock["marks"];
  readonly outcomes: readonly Outcome[];
  /** Bytes of one tool's arguments in the list. Default: those of the last generation. */
  readonly toolLimit?: number | undefined;
}): Lock {
  const files = new Map<string, LockedFile>();
  for (const { kind, path } of outcomes) {
    const file = baseLock?.files.get(path);
    if (kind === "orphaned" && file) files.set(path, { ...file, orphan: true });
  }
  // A detached file keeps its base until the user has brought in the incoming text.
  const detachedFiles = new Map(
    outcomes.flatMap((outcome) => {
      const generatedPath = outcome.kind === "apart" ? outcome.of : "";
      const file = baseLock?.files.get(generatedPath);
      return file ? [[file.key, [generatedPath, file] as const]] : [];
    }),
  );
  for (const [generatedPath, file] of detachedFiles.values())
    files.set(generatedPath, file);
  for (const file of incoming)
    if (!detachedFiles.has(file.key))
      files.set(file.path, toLockedFile(file, baseLock?.files.get(file.path)));
  const { storedText, storedOptionsText } = baseLock ?? {};
  return {
    generator,
    savedOptions,
    toolLimit,
    files,
    marks,
    storedText,
    storedOptionsText,
  };
}

/**
 * Builds a lock for a folder whose lock is missing or can't be used: the files that can still be read of it, and for
 * every other file that exists, there or elsewhere, the text that is generated now. A difference therefore counts as an
 * edit and stays.
 */
export function adoptFolder(
  out: string,
  incoming: readonly RenderedFile[],
  isElsewhere: (file: RenderedFile) => boolean = () => false,
): Lock {
  const readCurrent = createProjectReader(out);
  const storedText = readCurrent(lockPath);
  const { files, marks } = salvageLock(storedText ?? "");
  for (const [path, file] of files) {
    const text = file.editable ? file.text() : readCurrent(path);
    if (text !== undefined && !couldBeGenerated(path, text)) files.delete(path);
  }
  const keys = new Set([...files.values()].map((file) => file.key));
  for (const file of incoming) {
    const movedText = isElsewhere(file) ? "" : undefined;
    const currentText = readCurrent(file.path) ?? movedText;
    if (currentText === undefined || files.has(file.path)) continue;
    if (file.key !== undefined && keys.has(file.key)) continue;
    // A file that is not editable says in its first line that it is generated.
    const isMarkedGenerated =
      firstLineOf(currentText) === firstLineOf(file.text);
    if (!file.editable && !isMarkedGenerated) continue;
    // In a list, new lines can be distinguished from edited ones.
    const isList = classifyPath(file.path)?.kind === "list";
    const generatedText = isList
      ? keepCommonLines(file.text, currentText)
      : file.text;
    const text = file.editable ? generatedText : currentText;
    files.set(file.path, toLockedFile({ ...file, text }));
  }
  return {
    generator: "none",
    savedOptions: {},
    files,
    marks,
    storedText,
    storedOptionsText: readCurrent(optionsPath),
  };
}

function toLockedFile(
  { path, editable, key, contract, words, ...file }: RenderedFile,
  lastFile?: LockedFile,
): LockedFile {
  const text = file.generatedText ?? file.text;
  const contentDigest = digest(text);
  const isSame =
    lastFile?.digest === contentDigest && lastFile.editable === editable;
  return {
    digest: contentDigest,
    editable,
    orphan: false,
    ...omitEmpty({ key, contract, words }),
    // The same text packs to the same word, so reusing it only saves time.
    ...(isSame && lastFile.packed
      ? { packed: lastFile.packed }
      : !editable && { packed: digest(significantTokens(path, text)) }),
    text: () => (editable ? text : undefined),
  };
}

/** Keeps those lines of a text that the other text has, too. */
function keepCommonLines(text: string, otherText: string): string {
  const otherLines = new Set(normalizeLineEndings(otherText).split("\n"));
  return text
    .split("\n")
    .filter((line) => otherLines.has(line))
    .join("\n");
}

function firstLineOf(text: string): string {
  return normalizeLineEndings(text).split("\n", 1)[0] ?? "";
}
