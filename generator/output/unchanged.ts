import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { Memory as Options } from "../config/memory.js";
import type { Settings } from "../config/settle.js";
import { PACKAGE_ROOT } from "../package.js";
import { digest } from "../text.js";
import type { Cache } from "./cache.js";
import type { Lock, Outcome } from "./outcome.js";
import { lockPath } from "./paths.js";
import { isOpen, type Result } from "./result.js";

/** Name of the cache entry. */
const KEY = "last run";

/** What a run depends on besides the files it finds. */
export interface Request {
  readonly out: string;
  /** Absolute path of the document; null for a URL, standard input, an application or several sources, which are not remembered. */
  readonly document: string | null;
  readonly settings: Settings;
  readonly memory: Options;
}

interface Memory {
  readonly request: string;
  /** Digests by absolute path: documents, and every file that was generated. Null: no such file. */
  readonly files: readonly (readonly [path: string, digest: string | null])[];
  readonly result: Result;
}

/**
 * The result of the last run, where this one would come to the same: same documents, same options,
 * same generator, and no generated file touched since. Null where anything may have changed.
 */
export function recall(cache: Cache, request: Request): Result | null {
  const text = canRemember(request) ? cache.get(KEY) : undefined;
  if (text === undefined) return null;
  // Written by `remember` in a file that is only ours; other versions are not read.
  const memory = JSON.parse(text) as Memory;
  const isSame =
    memory.request === requestDigest(request) &&
    memory.files.every(([path, hash]) => digestOfFile(path) === hash);
  return isSame ? memory.result : null;
}

/** Keeps what a later run needs to see that nothing has changed. `sources` are absolute paths or addresses, the document first. */
export function remember(
  cache: Cache,
  request: Request,
  {
    sources,
    lock,
    result,
  }: { sources: readonly string[]; lock: Lock; result: Result },
): void {
  const { document, out } = request;
  if (!canRemember(request) || document === null) return;
  if (isOpen(result)) return;
  if (sources.some((name) => /^https?:/i.test(name))) return;
  const files = [lockPath, ...lock.files.keys()].map((path) =>
    resolve(out, path),
  );
  const memory: Memory = {
    request: requestDigest(request),
    files: [document, ...sources.slice(1), ...files].map((path) => [
      path,
      digestOfFile(path),
    ]),
    result: {
      ...result,
      lock: "kept",
      outcomes: result.outcomes.flatMap(again),
    },
  };
  cache.set(KEY, JSON.stringify(memory));
}

/** Only the bundle: while the generator itself is worked on, every run is a whole one. */
function canRemember({ document }: Request): boolean {
  return (
    document !== null && isAbsolute(document) && import.meta.url.endsWith(".js")
  );
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
  for (const folder of ["dist", "templates", "runtime"]) {
    for (const entry of readdirSync(PACKAGE_ROOT + folder, {
      recursive: true,
      withFileTypes: true,
    })) {
      if (!entry.isFile()) continue;
      hash.update(entry.name);
      hash.update(readFileSync(join(entry.parentPath, entry.name)));
    }
  }
  return hash.digest("hex");
}

function digestOfFile(path: string): string | null {
  try {
    return digest(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
