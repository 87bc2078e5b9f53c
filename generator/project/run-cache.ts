import { readdirSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { Memory as Options } from "../config/saved-options.js";
import type { Settings } from "../config/resolve-config.js";
import { PACKAGE_ROOT } from "../package.js";
import { sha256 } from "../shared/hash.js";
import { attempt, cacheFile, writePrivate } from "./cache.js";
import { isOpen, type Lock, type Outcome, type Result } from "./outcome.js";
import { lockPath, optionsPath } from "./paths.js";

/** Of what people write, what decides what is generated. */
const CUSTOM = "src/custom/index.ts";

/** What a run depends on besides the files it finds. */
export interface Request {
  readonly out: string;
  /** Absolute path of the document; null for a URL, standard input, an application or several sources, which are not remembered. */
  readonly document: string | null;
  readonly settings: Settings;
  readonly memory: Options;
}

/** A file by its absolute path, and how it was. */
type Marked = readonly [path: string, mark: string | null];

/** What shows whether something would come of a run again. */
interface Marks {
  readonly request: string;
  /** What decides what is made. */
  readonly read: readonly Marked[];
  /** What decides what becomes of it. */
  readonly written: readonly Marked[];
}

/**
 * The result of the last run, where this one would come to the same: same documents, same options,
 * same generator, and no generated file touched since. Null where anything may have changed.
 */
export function recall(request: Request): Result | null {
  return recalled("result", request) as Result | null;
}

/** What the last run made of the documents, where this one would make the same: hand edits are no matter. */
export function recallMade(request: Request): unknown {
  return recalled("made", request);
}

/** What is kept stands on three lines, of which a run that changes nothing takes the short ones apart: marks, the result, what was made. A file that can't be read, or not so, counts as none. */
function recalled(what: "result" | "made", request: Request): unknown {
  const file = fileOf(request);
  const found = attempt((): unknown => {
    if (file === null) return null;
    const bytes = readFileSync(file);
    const end = bytes.indexOf("\n");
    const next = bytes.indexOf("\n", end + 1);
    const marks = JSON.parse(bytes.toString("utf8", 0, end)) as Marks;
    const isResult = what === "result";
    const marked = isResult ? [...marks.read, ...marks.written] : marks.read;
    if (marks.request !== requestDigest(request) || !marked.every(isAsMarked))
      return null;
    const line = isResult ? bytes.subarray(end, next) : bytes.subarray(next);
    return JSON.parse(line.toString());
  });
  return found ?? null;
}

/** Keeps what a later run needs to see that nothing has changed, or nothing but by hand. `sources` are absolute paths or addresses, the document first. */
export function remember(
  request: Request,
  {
    lock,
    made,
    result,
  }: {
    readonly lock: Lock;
    readonly made: {
      readonly sources: readonly string[];
      readonly digests: readonly string[];
    };
    readonly result: Result;
  },
): void {
  const { document, out } = request;
  const file = fileOf(request);
  if (document === null || file === null || isOpen(result)) return;
  if (made.sources.some((name) => /^https?:/i.test(name))) return;
  const documents = [document, ...made.sources.slice(1)];
  const marked = (paths: Iterable<string>) =>
    [...paths].map((path): Marked => {
      const absolute = resolve(out, path);
      return [absolute, markOf(absolute)];
    });
  const marks: Marks = {
    request: requestDigest(request),
    read: marked([lockPath, optionsPath, CUSTOM, ...documents]),
    written: marked(lock.files.keys()),
  };
  const outcomes = result.outcomes.flatMap(again);
  const same: Result = { ...result, lock: "kept", told: null, outcomes };
  const text = [marks, same, made].map((one) => JSON.stringify(one)).join("\n");
  // What was saved while this ran is not what this came of.
  // A missing file has a digest and no name: it may come.
  const isRead =
    documents.length === made.digests.length &&
    documents.every((path, at) => sha256Of(path) === made.digests[at]);
  if (isRead) attempt(() => writePrivate(file, text));
}

/** Null: nothing is kept. Only the bundle does: while the generator itself is worked on, every run is a whole one. */
function fileOf({ document, out }: Request): string | null {
  const isKept =
    document !== null &&
    isAbsolute(document) &&
    import.meta.url.endsWith(".js");
  return isKept ? cacheFile(`made ${out}`) : null;
}

/** What an outcome is the second time. */
function again(outcome: Outcome): Outcome[] {
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

function requestDigest({ settings, ...rest }: Request): string {
  const asked = JSON.stringify([settings, rest], (_key, value: unknown) =>
    value instanceof RegExp ? String(value) : value,
  );
  generator ??= ["dist", "runtime"].map(stampsOf).join();
  return sha256(asked + generator);
}

/** What shows whether this package is as it was. */
let generator: string | undefined;

/** The stamps of a file of this package, or of all files of a folder of it, but of types, of which nothing is made. */
function stampsOf(name: string): string {
  const path = PACKAGE_ROOT + name;
  if (!statSync(path).isDirectory()) return `${name} ${stampOf(path)}`;
  const names = readdirSync(path).filter((each) => each !== "types");
  return names.map((each) => stampsOf(join(name, each))).join();
}

/** For so long, in milliseconds, a file may be written again and have the stamp that it had. */
const TICK = 50n;

/** What shows later whether a file is as it is now; null: there is none. */
function markOf(path: string): string | null {
  const stat = statOf(path);
  const changed = stat?.ctimeNs ?? 0n;
  const isFresh = changed / 1_000_000n > BigInt(Date.now()) - TICK;
  return isFresh ? sha256Of(path) : stampOf(path, stat);
}

function isAsMarked([path, mark]: Marked): boolean {
  const isStamp = mark?.includes(" ") === true;
  return mark === (isStamp ? stampOf(path) : sha256Of(path));
}

/** What no writing leaves as it was: nobody sets the time of the last change. */
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
