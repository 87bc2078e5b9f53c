import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { Memory as Options } from "../config/memory.js";
import type { Settings } from "../config/settle.js";
import { PACKAGE_ROOT } from "../package.js";
import { digest } from "../text.js";
import { attempt, cacheFile, writePrivate } from "./cache.js";
import type { Lock, Outcome } from "./outcome.js";
import { lockPath, optionsPath } from "./paths.js";
import { isOpen, type Result } from "./result.js";

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

/** What shows whether something would come of a run again. */
interface Marks {
  readonly request: string;
  /** By absolute path, what it came of. */
  readonly files: readonly (readonly [path: string, mark: string | null])[];
}

/** What is kept, each in a file of its own, so that a run which changes nothing reads little: marks on one line, then what came of it. */
type What = "result" | "made";

/**
 * The result of the last run, where this one would come to the same: same documents, same options,
 * same generator, and no generated file touched since. Null where anything may have changed.
 */
export function recall(request: Request): Result | null {
  return find("result", request) as Result | null;
}

/** What the last run made of the documents, where this one would make the same: hand edits are no matter. */
export function recallMade(request: Request): unknown {
  return find("made", request);
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
  const { document } = request;
  if (document === null || isOpen(result)) return;
  if (made.sources.some((name) => /^https?:/i.test(name))) return;
  const documents = [document, ...made.sources.slice(1)];
  const outcomes = result.outcomes.flatMap(again);
  const files = [...documents, ...lock.files.keys()];
  const kept = [
    keeping("result", request, files, {
      ...result,
      lock: "kept",
      told: null,
      outcomes,
    }),
    keeping("made", request, [...documents, CUSTOM], made),
  ];
  // What was saved while this ran is not what this came of.
  const isRead = documents.every(
    (path, at) => sha256Of(path) === made.digests[at],
  );
  if (isRead) for (const keep of kept) attempt(keep);
}

function find(what: What, request: Request): unknown {
  const file = fileOf(what, request);
  // A file that can't be read, or not as what `keep` has written, counts as none.
  return (file && attempt(() => read(file, request))) ?? null;
}

function read(file: string, request: Request): unknown {
  const text = readFileSync(file, "utf8");
  const end = text.indexOf("\n");
  const marks = JSON.parse(text.slice(0, end)) as Marks;
  const isSame =
    marks.request === requestDigest(request) &&
    marks.files.every(([path, mark]) => isAsMarked(path, mark));
  return isSame ? JSON.parse(text.slice(end)) : null;
}

/** Looks at files as they are now, which are below the output folder or absolute; gives what keeps that. */
function keeping(
  what: What,
  request: Request,
  files: readonly string[],
  value: unknown,
): () => void {
  const file = fileOf(what, request);
  if (file === null) return () => undefined;
  const paths = [lockPath, optionsPath, ...files].map((path) =>
    resolve(request.out, path),
  );
  const marks: Marks = {
    request: requestDigest(request),
    files: paths.map((path) => [path, markOf(path)]),
  };
  const text = `${JSON.stringify(marks)}\n${JSON.stringify(value)}`;
  return () => writePrivate(file, text);
}

/** Null: nothing is kept. Only the bundle does: while the generator itself is worked on, every run is a whole one. */
function fileOf(what: What, { document, out }: Request): string | null {
  const isKept =
    document !== null &&
    isAbsolute(document) &&
    import.meta.url.endsWith(".js");
  return isKept ? cacheFile(`${what} ${out}`) : null;
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
  const hash = createHash("sha256").update(JSON.stringify(rest));
  hash.update(
    JSON.stringify(settings, (_key, value: unknown) =>
      value instanceof RegExp ? String(value) : value,
    ),
  );
  generator ??= ["dist", "runtime"].map(stampsOf).join();
  return hash.update(generator).digest("hex");
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
  return isFresh ? digestOfFile(path) : stampOf(path, stat);
}

function isAsMarked(path: string, mark: string | null): boolean {
  return (
    mark === (mark?.includes(" ") === true ? stampOf(path) : digestOfFile(path))
  );
}

/** What no writing leaves as it was: nobody sets the time of the last change. */
function stampOf(path: string, stat = statOf(path)): string | null {
  return stat && `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
}

function statOf(path: string) {
  return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}

function sha256Of(path: string): string | undefined {
  const bytes = attempt(() => readFileSync(path));
  return bytes && createHash("sha256").update(bytes).digest("hex");
}

function digestOfFile(path: string): string | null {
  try {
    return digest(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
