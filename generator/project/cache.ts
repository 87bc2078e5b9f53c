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
 * What earlier runs found out, for one output. It only saves time: nothing fails where it can't be
 * read or written, and concurrent runs at worst forget each other's entries.
 */
export interface Cache {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  /** Keeps, of all entries, those that this run has read or set. */
  save(): void;
}

/** Longest file that is kept, in characters. */
const MAX_LENGTH = 64_000_000;

/** Most files that are kept, two for each output. */
const MAX_FILES = 200;

/** Opens this version's cache of one output, named by anything that is its own, such as its absolute path. */
export function openCache(output: string, folder = cacheFolder()): Cache {
  const file = cacheFile(output, folder);
  const used = new Map<string, string>();
  let stored: ReadonlyMap<string, string> | undefined;
  let isChanged = false;

  function get(key: string): string | undefined {
    stored ??= attempt(() => readEntries(file)) ?? new Map();
    const value = used.get(key) ?? stored.get(key);
    if (value !== undefined) used.set(key, value);
    return value;
  }

  function set(key: string, value: string) {
    isChanged ||= get(key) !== value;
    used.set(key, value);
  }

  function save() {
    if (isChanged) attempt(() => writeEntries(file, used));
  }

  return { get, set, save };
}

/** Where this version keeps something, by a name that is its own. */
export function cacheFile(name: string, folder = cacheFolder()): string {
  return join(folder, `${digest(`${VERSION} ${name}`)}.json`);
}

/** https://specifications.freedesktop.org/basedir-spec/latest/#variables */
export function cacheFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const base = env["XDG_CACHE_HOME"] ?? "";
  // A relative path is to be ignored, says the specification.
  return join(
    isAbsolute(base) ? base : join(homedir(), ".cache"),
    "toolwright",
  );
}

function readEntries(file: string): Map<string, string> {
  const content: unknown = JSON.parse(readFileSync(file, "utf8"));
  return new Map(
    Object.entries(isObject(content) ? content : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

function writeEntries(file: string, entries: ReadonlyMap<string, string>) {
  const text = JSON.stringify(Object.fromEntries(entries));
  if (text.length <= MAX_LENGTH) writePrivate(file, text);
}

/** Writes a file of the cache folder beside it and renames, so that no reader ever sees half of it, and only this user sees it at all. */
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
  // What a person has said, once and for all, is none.
  const caches = readdirSync(folder).filter((name) => !/\.said$/.test(name));
  const files = caches.map((name) => {
    const path = join(folder, name);
    // Another run may just have taken its own away.
    const stat = statSync(path, { throwIfNoEntry: false });
    return { path, time: stat?.mtimeMs ?? 0 };
  });
  files.sort((a, b) => b.time - a.time);
  for (const { path } of files.slice(MAX_FILES)) rmSync(path, { force: true });
}

/** What an action gives, or nothing: where the cache folder can't be used, it counts as empty. */
export function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
