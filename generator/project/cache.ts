import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { isObject } from "../shared/json.js";
import { VERSION } from "../package.js";
import { digest } from "../shared/hash.js";

/**
 * Texts that earlier runs have computed for one output. The cache only saves time: nothing fails if it can't
 * be read or written, and concurrent runs at worst forget each other's texts.
 */
export interface Cache {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  /** Writes the texts that this run has read or set, and drops all others. */
  save(): void;
}

/** Longest cache file, in characters. */
const MAX_LENGTH = 64_000_000;

/** Largest number of cache files, two for each output. */
const MAX_FILES = 200;

/** Opens this version's cache of one output, by a name that is the output's own, such as its absolute path. */
export function openCache(
  outputName: string,
  folder = getCacheFolder(),
): Cache {
  const file = cacheFileOf(outputName, folder);
  const usedTexts = new Map<string, string>();
  let storedTexts: ReadonlyMap<string, string> | undefined;
  let isChanged = false;

  function get(key: string): string | undefined {
    storedTexts ??= attempt(() => readEntries(file)) ?? new Map();
    const value = usedTexts.get(key) ?? storedTexts.get(key);
    if (value !== undefined) usedTexts.set(key, value);
    return value;
  }

  function set(key: string, value: string) {
    isChanged ||= get(key) !== value;
    usedTexts.set(key, value);
  }

  function save() {
    if (isChanged) attempt(() => writeEntries(file, usedTexts));
  }

  return { get, set, save };
}

/** Path of this version's cache file for a name. */
export function cacheFileOf(name: string, folder = getCacheFolder()): string {
  return join(folder, `${digest(`${VERSION} ${name}`)}.json`);
}

/** Folder of this user's caches: https://specifications.freedesktop.org/basedir-spec/latest/#variables */
export function getCacheFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const cacheHome = env["XDG_CACHE_HOME"] ?? "";
  // The specification says that a relative path is to be ignored.
  return join(
    isAbsolute(cacheHome) ? cacheHome : join(homedir(), ".cache"),
    "toolwright",
  );
}

function readEntries(file: string): Map<string, string> {
  const cacheObject: unknown = JSON.parse(readFileSync(file, "utf8"));
  return new Map(
    Object.entries(isObject(cacheObject) ? cacheObject : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

function writeEntries(file: string, entries: ReadonlyMap<string, string>) {
  const text = JSON.stringify(Object.fromEntries(entries));
  if (text.length <= MAX_LENGTH) writePrivate(file, text);
}

/**
 * Writes a file of the cache folder under a temporary name and renames it, so that no reader sees half of
 * it; only this user may read it.
 */
export function writePrivate(file: string, text: string) {
  const folder = dirname(file);
  const temporary = `${file}.${randomUUID()}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: 0o600 });
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  removeOldest(folder);
}

function removeOldest(folder: string) {
  const files = readdirSync(folder).map((name) => {
    const filePath = join(folder, name);
    // Another run may just have removed its own file.
    const stat = statSync(filePath, { throwIfNoEntry: false });
    return { path: filePath, time: stat?.mtimeMs ?? 0 };
  });
  files.sort((a, b) => b.time - a.time);
  for (const { path } of files.slice(MAX_FILES)) rmSync(path, { force: true });
}

/** Returns the result of an action, or undefined if it throws: a cache folder that can't be used counts as empty. */
export function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
