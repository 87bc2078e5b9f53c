import { readdirSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { SavedOptions as Options } from "../config/saved-options.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { PACKAGE_ROOT } from "../package.js";
import { sha256 } from "../shared/hash.js";
import { attempt, cacheFileOf, writePrivate } from "./cache.js";
import {
  isUnfinished,
  type Lock,
  type Outcome,
  type Result,
} from "./outcome.js";
import { lockPath, optionsPath } from "./paths.js";

/** Path of the file of the user that decides what is generated. */
const CUSTOM_COMPONENTS = "src/custom/index.ts";

/** Input of a run in addition to the files that it finds. */
export interface RunRequest {
  readonly out: string;
  /**
   * Absolute path of the document; null for a URL, standard input, an application or several sources, whose
   * runs are not saved.
   */
  readonly document: string | null;
  readonly settings: ResolvedConfig;
  readonly savedOptions: Options;
  /** Flags of `check` in the emitted workflow: `--safe`, or none. */
  readonly checkFlags: string;
  /** True for a safe run, which reads less. */
  readonly isSafe: boolean;
}

/** Absolute path of a file, and the mark of its state. */
type MarkedFile = readonly [path: string, mark: string | null];

/** Marks that show whether a run would come to something new. */
interface RunMarks {
  readonly request: string;
  /** Files that decide what is generated. */
  readonly read: readonly MarkedFile[];
  /** Files that decide the outcome of what is generated. */
  readonly written: readonly MarkedFile[];
}

/**
 * Loads the result of the last run if this one would come to the same: same documents, same options, same
 * generator, and no generated file touched since. Null if anything may have changed.
 */
export function loadLastRun(request: RunRequest): Result | null {
  return loadFromCache("result", request) as Result | null;
}

/**
 * Loads the last compilation of the documents if this run would compile the same; hand edits don't matter.
 * Null otherwise.
 */
export function loadLastCompilation(request: RunRequest): unknown {
  return loadFromCache("made", request);
}

/**
 * Loads one of the saved outputs. The file has three lines, of which a run that changes nothing parses the
 * short ones: marks, the result, the compilation. A file that can't be read or parsed counts as none.
 */
function loadFromCache(
  outputName: "result" | "made",
  request: RunRequest,
): unknown {
  const file = runCacheFileOf(request);
  const cachedOutput = attempt((): unknown => {
    if (file === null) return null;
    const bytes = readFileSync(file);
    const firstLineEnd = bytes.indexOf("\n");
    const secondLineEnd = bytes.indexOf("\n", firstLineEnd + 1);
    const marks = JSON.parse(
      bytes.toString("utf8", 0, firstLineEnd),
    ) as RunMarks;
    const isResult = outputName === "result";
    const expectedMarks = isResult
      ? [...marks.read, ...marks.written]
      : marks.read;
    if (
      marks.request !== requestDigest(request) ||
      !expectedMarks.every(isUnchanged)
    )
      return null;
    const line = isResult
      ? bytes.subarray(firstLineEnd, secondLineEnd)
      : bytes.subarray(secondLineEnd);
    return JSON.parse(line.toString());
  });
  return cachedOutput ?? null;
}

/**
 * Saves what a later run needs to see that nothing has changed, or nothing but by hand. `sources` are
 * absolute paths or addresses, the document first.
 */
export function saveRun(
  request: RunRequest,
  {
    lock,
    compilation,
    result,
  }: {
    readonly lock: Lock;
    readonly compilation: {
      readonly sources: readonly string[];
      readonly digests: readonly string[];
    };
    readonly result: Result;
  },
): void {
  const { document, out } = request;
  const file = runCacheFileOf(request);
  if (document === null || file === null || isUnfinished(result)) return;
  if (compilation.sources.some((name) => /^https?:/i.test(name))) return;
  const documents = [document, ...compilation.sources.slice(1)];
  const markFiles = (paths: Iterable<string>) =>
    [...paths].map((relativePath): MarkedFile => {
      const absolutePath = resolve(out, relativePath);
      return [absolutePath, markOf(absolutePath)];
    });
  const marks: RunMarks = {
    request: requestDigest(request),
    read: markFiles([lockPath, optionsPath, CUSTOM_COMPONENTS, ...documents]),
    written: markFiles(lock.files.keys()),
  };
  const outcomes = result.outcomes.flatMap(asRepeat);
  const repeatResult: Result = {
    ...result,
    lock: "kept",
    generator: null,
    optionChanges: null,
    outcomes,
  };
  const text = [marks, repeatResult, compilation]
    .map((section) => JSON.stringify(section))
    .join("\n");
  // A document that was saved while this ran has another digest than the one that was read.
  // A missing file has a digest but no path: it may be created later.
  const isRead =
    documents.length === compilation.digests.length &&
    documents.every(
      (path, index) => sha256Of(path) === compilation.digests[index],
    );
  if (isRead) attempt(() => writePrivate(file, text));
}

/**
 * Path of the cache file of a run; null if nothing is saved. Only the bundle saves: while the generator
 * itself is worked on, every run is a whole one.
 */
function runCacheFileOf({ document, out }: RunRequest): string | null {
  const isKept =
    document !== null &&
    isAbsolute(document) &&
    import.meta.url.endsWith(".js");
  return isKept ? cacheFileOf(`made ${out}`) : null;
}

/** Converts an outcome to that of the same run repeated. */
function asRepeat(outcome: Outcome): Outcome[] {
  const { kind, path } = outcome;
  if (kind === "deleted" || kind === "orphaned") return [outcome];
  if (kind === "removed" || kind === "renamed") return [];
  const isEdited =
    kind === "kept" ||
    kind === "merged" ||
    (kind === "moved" && outcome.edited);
  return isEdited
    ? [{ kind: "kept", path, contractChanged: false }]
    : [{ kind: "unchanged", path }];
}

function requestDigest({ settings, ...otherFields }: RunRequest): string {
  const requestText = JSON.stringify(
    [settings, otherFields],
    (_key, value: unknown) => (value instanceof RegExp ? String(value) : value),
  );
  generatorStamp ??= ["dist", "runtime"].map(stampsOf).join();
  return sha256(requestText + generatorStamp);
}

/** Stamp of this package's files, which shows whether the generator is as it was. */
let generatorStamp: string | undefined;

/**
 * Stamps of a file of this package, or of all files of a folder of it, except for types, which don't affect
 * the output.
 */
function stampsOf(name: string): string {
  const path = PACKAGE_ROOT + name;
  if (!statSync(path).isDirectory()) return `${name} ${stampOf(path)}`;
  const names = readdirSync(path).filter((fileName) => fileName !== "types");
  return names.map((fileName) => stampsOf(join(name, fileName))).join();
}

/** Milliseconds within which a file may be written again and keep its stamp. */
const STAMP_TICK_MS = 50n;

/** Mark of a file, which shows later whether it has changed; null if there is no file. */
function markOf(path: string): string | null {
  const stat = statOf(path);
  const changeTime = stat?.ctimeNs ?? 0n;
  const isFresh = changeTime / 1_000_000n > BigInt(Date.now()) - STAMP_TICK_MS;
  return isFresh ? sha256Of(path) : stampOf(path, stat);
}

function isUnchanged([path, mark]: MarkedFile): boolean {
  const isStamp = mark?.includes(" ") === true;
  return mark === (isStamp ? stampOf(path) : sha256Of(path));
}

/** Stamp of a file, which every write changes: no one can set the time of the last change. */
function stampOf(path: string, stat = statOf(path)): string | null {
  return stat && `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
}

function statOf(path: string) {
  return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}

function sha256Of(path: string): string | null {
  const bytes = attempt(() => readFileSync(path));
  return bytes ? sha256(bytes) : null;
}
