import type { Config } from "../config/config.js";
import type { Memory } from "../config/saved-options.js";
import { filled } from "../shared/json.js";
import { contentOf } from "../shared/token-compare.js";
import { digest } from "../shared/hash.js";
import { plain } from "../shared/line-endings.js";
import { has, outFolder, reader } from "./folder.js";
import { lost } from "./lock/errors.js";
import { isPrinted } from "./lock/plausibility.js";
import { parseLock, salvageLock } from "./lock/lock-text.js";
import type { Lock, LockedFile, Outcome, RenderedFile } from "./outcome.js";
import { parseOptions } from "./json-edit.js";
import { lockPath, optionsPath, placeOf } from "./paths.js";

/** Reads the lock of an output folder; null where there is none. Throws a ToolwrightError where it can't be used. */
export function readLock(out: string): Lock | null {
  const present = reader(out);
  const stored = present(lockPath);
  if (stored === undefined) return null;
  const lock = parseLock(stored, present);
  const storedOptions = present(optionsPath);
  if (storedOptions === undefined) return lock;
  const memory = { ...lock.memory, ...parseOptions(storedOptions) };
  return { ...lock, memory, storedOptions };
}

/** Whether a project was generated here, whose lock may be lost. */
export function isProject(out: string): boolean {
  return has(out, lockPath) || has(out, optionsPath);
}

/** What a project remembers, also where its lock is lost or damaged; undefined where there is none. */
export function readMemory(out: string): Memory | undefined {
  const stored = reader(out)(optionsPath);
  return stored === undefined ? readLock(out)?.memory : parseOptions(stored);
}

/** Throws where there is no lock, though a file says of itself that it was generated here, and one is not as it is generated now. */
export function assertNotLost(
  lock: Lock | null,
  next: readonly RenderedFile[],
  yours: (path: string) => string | undefined,
): void {
  if (lock !== null) return;
  const made = next.find(({ editable, path, text }) => {
    const present = editable ? undefined : yours(path);
    return present !== undefined && firstLine(present) === firstLine(text);
  });
  // A first run that was killed has left nothing but what is written now.
  const isOther = ({ path, text }: RenderedFile) =>
    digest(yours(path) ?? text) !== digest(text);
  if (made !== undefined && next.some(isOther)) throw lost(made.path);
}

/** File names of one API's components by `METHOD path`, as the lock remembers them behind a prefix. */
export function knownFiles(
  lock: Lock | null,
  prefix: string,
): Map<string, string> {
  const known = new Map<string, string>();
  for (const [path, { key, orphan }] of lock?.files ?? []) {
    const file = /^(?:.*\/)?([^/]+)\.ts$/.exec(path)?.[1];
    if (key === undefined || file === undefined || orphan) continue;
    if (!key.startsWith(prefix)) continue;
    const own = key.slice(prefix.length);
    known.set(own.slice(own.indexOf(" ") + 1), file);
  }
  return known;
}

/** The text of all modules of one API's operation, by `METHOD path`, as they were generated last; empty: the lock has none. */
export function lastText(
  lock: Lock | null,
  prefix: string,
): (operationKey: string) => string {
  const files = [...(lock?.files.values() ?? [])];
  return (operationKey) =>
    files
      .filter(({ key = "", orphan }) => {
        const own = key.startsWith(prefix) ? key.slice(prefix.length) : "";
        return !orphan && own.slice(own.indexOf(" ") + 1) === operationKey;
      })
      .map((file) => file.text() ?? "")
      .join("\n");
}

/** The lock of a config's output folder, which names are kept from; null where none is named or nothing was generated. Throws a ToolwrightError where it can't be used. */
export function lockOf(
  config: Pick<Config, "out">,
  options: { readonly cwd?: string },
): Lock | null {
  return config.out === undefined ? null : readLock(outFolder(config, options));
}

/** The lock that goes with what `merge` decided: all that is generated now, and the orphans. */
export function nextLock({
  generator,
  memory = {},
  last,
  next,
  outcomes,
  toolLimit = last?.toolLimit,
}: {
  /** Version of the generator. */
  readonly generator: string;
  readonly memory?: Memory;
  readonly last: Lock | null;
  readonly next: readonly RenderedFile[];
  readonly outcomes: readonly Outcome[];
  /** Bytes of the arguments of one tool in the list. Default: those of the last generation. */
  readonly toolLimit?: number | undefined;
}): Lock {
  const files = new Map<string, LockedFile>();
  for (const { kind, path } of outcomes) {
    const file = last?.files.get(path);
    if (kind === "orphaned" && file) files.set(path, { ...file, orphan: true });
  }
  // What could not be brought together stays new until a person has done it.
  const apart = new Map(
    outcomes.flatMap((outcome) => {
      const of = outcome.kind === "apart" ? outcome.of : "";
      const file = last?.files.get(of);
      return file ? [[file.key, [of, file] as const]] : [];
    }),
  );
  for (const [of, file] of apart.values()) files.set(of, file);
  for (const file of next)
    if (!apart.has(file.key))
      files.set(file.path, lockFile(file, last?.files.get(file.path)));
  const { stored, storedOptions } = last ?? {};
  return { generator, memory, toolLimit, files, stored, storedOptions };
}

/**
 * A lock for a folder whose own one is missing or can't be used: what still can be read of it, and
 * for every other file that exists, there or elsewhere, the text generated now. So what differs counts as an edit and stays.
 */
export function adopt(
  out: string,
  next: readonly RenderedFile[],
  isElsewhere: (file: RenderedFile) => boolean = () => false,
): Lock {
  const yours = reader(out);
  const stored = yours(lockPath);
  const files = salvageLock(stored ?? "");
  for (const [path, file] of files) {
    const text = file.editable ? file.text() : yours(path);
    if (text !== undefined && !isPrinted(path, text)) files.delete(path);
  }
  const keys = new Set([...files.values()].map((file) => file.key));
  for (const file of next) {
    const moved = isElsewhere(file) ? "" : undefined;
    const present = yours(file.path) ?? moved;
    if (present === undefined || files.has(file.path)) continue;
    if (file.key !== undefined && keys.has(file.key)) continue;
    // What is not for editing says itself that it is generated.
    const saysSo = firstLine(present) === firstLine(file.text);
    if (!file.editable && !saysSo) continue;
    // In a list, what is new can be told from what was edited.
    const isList = placeOf(file.path)?.kind === "list";
    const made = isList ? shared(file.text, present) : file.text;
    const text = file.editable ? made : present;
    files.set(file.path, lockFile({ ...file, text }));
  }
  const storedOptions = yours(optionsPath);
  return { generator: "none", memory: {}, files, stored, storedOptions };
}

function lockFile(
  { path, editable, key, contract, ...file }: RenderedFile,
  last?: LockedFile,
): LockedFile {
  const text = file.made ?? file.text;
  const hash = digest(text);
  const same = last?.digest === hash && last.editable === editable;
  return {
    digest: hash,
    editable,
    orphan: false,
    ...filled({ key, contract }),
    // The same text packs to the same word, so this only saves time.
    ...(same && last.packed
      ? { packed: last.packed }
      : !editable && { packed: digest(contentOf(path, text)) }),
    text: () => (editable ? text : undefined),
  };
}

/** The lines of a text that another one has, too. */
function shared(text: string, other: string): string {
  const lines = new Set(plain(other).split("\n"));
  return text
    .split("\n")
    .filter((line) => lines.has(line))
    .join("\n");
}

function firstLine(text: string): string {
  return plain(text).split("\n", 1)[0] ?? "";
}
