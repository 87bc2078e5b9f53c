import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import {
  compareOptions,
  reportUnsavable,
  toSavedValue,
} from "../config/saved-options.js";
import { VERSION } from "../package.js";
import { digest, digestSource } from "../shared/hash.js";
import {
  createProjectReader,
  createSourceLister,
  createTestLister,
  listExtensionFiles,
} from "./folder.js";
import { readLock } from "./lock.js";
import { digestFiles } from "./lock/inputs-line.js";
import { readPackedRuntime, unpack } from "./lock/lock-text.js";
import { pack } from "./lock/pack.js";
import { couldBeGenerated } from "./lock/plausibility.js";
import type { Lock, LockedInputs, Outcome, Result } from "./outcome.js";
import { classifyPath, lockPath } from "./paths.js";
import { findHandConfig, formatProjectConfig } from "./project-config.js";
import type { RunRequest } from "./run-cache.js";
import {
  formatReport,
  parseReport,
  type RunReport,
  type StoredReport,
} from "./run-report.js";

/*
 * Runs without a cache: a lock names the inputs of its generation, so that a run with the same ones in a project that
 * nobody has touched is over before the document is parsed. Whoever can write the lock can forge this, as they can
 * make an edit look generated, and nothing but generating tells the two apart. So only `generate` reads it, which
 * then leaves the files as they are; `check` and `diff` generate.
 */

/** Size of a source at most, in bytes. */
const MAX_SOURCE_BYTES = 256 * 1024 * 1024;

/** Inputs of a run for the lock; undefined if a later run can't find them by the config and the lock alone. */
export function describeInputs(
  request: RunRequest,
  compilation: RunReport & {
    readonly sources: readonly string[];
    readonly digests: readonly string[];
  },
  files: Lock["files"],
): LockedInputs | undefined {
  const { document, documentName, settings } = request;
  // Modules of extensions read other files, and edits of any file change what a budget counts.
  const isOpen =
    settings.extensions.length > 0 || settings.maxListingTokens !== null;
  if (document === null || isOpen) return undefined;
  const { components, costs, digests, findings, operations, title } =
    compilation;
  const paths = compilation.sources.slice(1);
  const sources = paths.map((path) => toName(document, path));
  // A missing file has a digest but no path, and may be created later.
  const isComplete = digests.length === compilation.sources.length;
  if (!isComplete || !sources.every((name) => isAllowed(request, name)))
    return undefined;
  const report = { title, components, operations, findings, costs };
  const text = formatReport({ report, sources }, documentName, files);
  if (text === undefined) return undefined;
  const packed = pack(text);
  return {
    digest: digestInputs(request, { digests, files, packed, sources }),
    packed,
  };
}

/**
 * Loads the result of a run that would change nothing, as the lock has it: the inputs are those of the last
 * generation, and all files are as it left them. Null if anything else may come of it.
 */
export function loadLockedRun(
  request: RunRequest,
  options: { readonly isOptionsGiven: boolean },
): Result | null {
  const { document, documentName, out, savedOptions } = request;
  const lock = document === null ? null : readLock(out);
  if (document === null || lock?.inputs === undefined) return null;
  const { digest: lockedDigest, packed } = lock.inputs;
  const { isOptionsGiven } = options;
  if (lock.generator !== VERSION || !isPristine(out, lock)) return null;
  const newOptions = isOptionsGiven ? savedOptions : lock.savedOptions;
  if (!areSaved(out, lock, newOptions)) return null;
  if (
    isOptionsGiven &&
    compareOptions(lock.savedOptions, savedOptions) !== null
  )
    return null;
  const stored = parseReport(
    unpack(packed, lockPath),
    documentName,
    lock.files,
  );
  if (stored === undefined) return null;
  const { report, sources } = stored;
  const digests = readDigests(request, stored);
  const inputs = { digests, files: lock.files, packed, sources };
  if (digestInputs(request, inputs) !== lockedDigest) return null;
  const outcomes = [...lock.files.keys()]
    .sort()
    .map((path): Outcome => ({ kind: "unchanged", path }));
  const findings = [...report.findings, ...reportUnsavable(savedOptions)];
  return {
    ...{ ...report, findings, out, outcomes },
    ...{ flaws: [], lock: "kept", generator: null, told: null },
  };
}

/** Digests of a run's sources as they are now; empty for one that can't be read. */
function readDigests(
  { document, ...request }: RunRequest,
  { sources }: StoredReport,
): string[] {
  const main = document ?? "";
  return [".", ...sources].map((name) => {
    const path = name === "." ? main : resolve(dirname(main), name);
    if (name !== "." && !isAllowed({ document, ...request }, name)) return "";
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.size <= MAX_SOURCE_BYTES
      ? digestSource(readFileSync(path))
      : "";
  });
}

/** Digest of the inputs of a run, the same on every machine. */
function digestInputs(
  { ciFlags, document, out, settings }: RunRequest,
  inputs: {
    readonly digests: readonly string[];
    readonly files: Lock["files"];
    readonly packed: string;
    readonly sources: readonly string[];
  },
): string {
  const { digests, files, packed, sources } = inputs;
  const portableSettings = Object.entries(settings).map(
    ([name, setting]): [string, unknown] => [
      name,
      toSavedValue(name, setting, out),
    ],
  );
  const place = document === null ? "" : relative(out, document);
  const text = JSON.stringify(
    [
      ...[VERSION, portableSettings, ciFlags, place.split(sep).join("/")],
      ...[sources, digests, packed, digestFiles(files)],
    ],
    (_key, value: unknown) => (value instanceof RegExp ? String(value) : value),
  );
  return digest(text);
}

/** Name of a source for the lock: its path relative to the document's folder. */
function toName(document: string, path: string): string {
  return relative(dirname(document), path).split(sep).join("/");
}

/** True for the name of a file below the document's folder, or of one that the config names: a lock leads nowhere else. */
function isAllowed(
  { document, namedFiles }: RunRequest,
  name: string,
): boolean {
  const isBelow = !isAbsolute(name) && !/^(?:\.\.(?:\/|$)|\w+:)/.test(name);
  const path = resolve(dirname(document ?? ""), name);
  const isNormal = toName(document ?? "", path) === name;
  return isNormal && (isBelow || namedFiles.includes(path));
}

/**
 * True if all files are as the lock says, all could be of this generator, and the folders that a run reads have no
 * other ones.
 */
function isPristine(out: string, { files }: Lock): boolean {
  const readCurrent = createProjectReader(out);
  const runtimeWords = readPackedRuntime();
  const paths = [
    ...createSourceLister(out)(),
    ...createTestLister(out)(),
    ...listExtensionFiles(out, "evals"),
    ...listExtensionFiles(out, "skill"),
  ];
  return (
    paths.every((path) => files.has(path)) &&
    [...files].every(([path, file]) => {
      const text = file.orphan ? undefined : readCurrent(path);
      if (text === undefined || digest(text) !== file.digest) return false;
      return classifyPath(path)?.kind === "runtime"
        ? Object.hasOwn(runtimeWords, file.digest)
        : couldBeGenerated(path, text);
    })
  );
}

/** True if the options of a run are those that the project's config has. */
function areSaved(
  out: string,
  { formerOptionsText, storedOptionsText }: Lock,
  savedOptions: RunRequest["savedOptions"],
): boolean {
  if (formerOptionsText !== undefined) return false;
  return (
    Object.keys(savedOptions).length === 0 ||
    findHandConfig(out, storedOptionsText) !== undefined ||
    formatProjectConfig(savedOptions, storedOptionsText) === storedOptionsText
  );
}
