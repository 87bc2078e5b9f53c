import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Settings } from "../config/settle.js";
import { PACKAGE_ROOT } from "../package.js";
import { digest } from "../text.js";
import type { Cache } from "./cache.js";
import type { Lock, LockedFile, Outcome } from "./outcome.js";
import { lockPath } from "./paths.js";
import type { Result } from "./result.js";

/** Name of the cache entry. */
const KEY = "last run";

/** What a run depends on besides the files it finds. */
export interface Request {
  readonly out: string;
  /** Absolute path of the document; null for a URL, standard input, an application or several sources, which are not remembered. */
  readonly document: string | null;
  readonly settings: Settings;
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
  if (!canRemember(request)) return null;
  const text = cache.get(KEY);
  if (text === undefined) return null;
  // Written by `remember` in a file that is only ours; other versions are not read.
  const memory = JSON.parse(text) as Memory;
  if (memory.request !== requestDigest(request)) return null;
  return memory.files.every(([path, hash]) => digestOfFile(path) === hash)
    ? memory.result
    : null;
}

/** Keeps what a later run needs to see that nothing has changed. */
export function remember(
  cache: Cache,
  request: Request,
  {
    sources,
    lock,
    result,
  }: {
    /** As `load` names them: relative to the document's folder, or addresses. */
    readonly sources: readonly string[];
    readonly lock: Lock;
    readonly result: Result;
  },
): void {
  const { document, out } = request;
  const isSettled = result.outcomes.every(({ kind }) => kind !== "conflict");
  if (!canRemember(request) || document === null || !isSettled) return;
  const inputs = sources
    .slice(1)
    .map((name) => resolve(dirname(document), name));
  const outcomes = new Map(
    result.outcomes.map((outcome) => [outcome.path, outcome]),
  );
  const memory: Memory = {
    request: requestDigest(request),
    files: [
      ...[document, ...inputs, resolve(out, lockPath)].map(
        (path) => [path, digestOfFile(path)] as const,
      ),
      ...[...lock.files].map(([path, file]) => {
        const full = resolve(out, path);
        return [full, digestAfter(outcomes.get(path), file, full)] as const;
      }),
    ],
    result: { ...result, outcomes: result.outcomes.flatMap(again) },
  };
  if (sources.some((name) => /^https?:/i.test(name))) return;
  cache.set(KEY, JSON.stringify(memory));
}

/** What a file is after a run, read only where the run has not read it: a thousand files take a while. */
function digestAfter(
  outcome: Outcome | undefined,
  file: LockedFile,
  path: string,
): string | null {
  if (outcome === undefined) return digestOfFile(path);
  if ("text" in outcome) return digest(outcome.text);
  switch (outcome.kind) {
    case "unchanged":
      return file.digest;
    case "deleted":
      return null;
    case "kept":
    case "orphaned":
    case "removed":
    case "refused":
      return digestOfFile(path);
  }
}

/** Only the bundle: while the generator itself is worked on, every run is a whole one. */
function canRemember({ document }: Request): boolean {
  return (
    document !== null && isAbsolute(document) && import.meta.url.endsWith(".js")
  );
}

/** What an outcome is the second time. */
function again(outcome: Outcome): Outcome[] {
  const { path } = outcome;
  switch (outcome.kind) {
    case "created":
    case "updated":
    case "unchanged":
      return [{ kind: "unchanged", path }];
    case "kept":
    case "merged":
      return [{ kind: "kept", path, contractChanged: false }];
    case "moved":
      return outcome.edited
        ? [{ kind: "kept", path, contractChanged: false }]
        : [{ kind: "unchanged", path }];
    case "deleted":
    case "orphaned":
      return [outcome];
    case "conflict":
    case "refused":
    case "removed":
      return [];
  }
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
