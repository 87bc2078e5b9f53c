import { Worker } from "node:worker_threads";
import { digest } from "../../shared/hash.js";
import type { Lock, RenderedFile } from "../outcome.js";

/** Number of texts from which on a thread pays: it takes 30 ms to start, and a text 0.2 ms to pack. */
const MIN_TEXTS = 300;

/**
 * Starts to pack the texts that a lock does not have yet in a thread, which takes a tenth of a large run. Resolves to
 * words of the lock by the digest of their texts, and to none if the thread fails: `formatLock` packs what is missing.
 * Null if the texts are few, and for the source, since Node runs no TypeScript.
 */
export function startPacking(
  files: readonly RenderedFile[],
  storedLock: Lock | null,
): Promise<ReadonlyMap<string, string>> | null {
  if (!import.meta.url.endsWith(".js")) return null;
  const texts = selectTexts(files, storedLock);
  if (texts.size < MIN_TEXTS) return null;
  const worker = new Worker(new URL("./packing/thread.js", import.meta.url));
  const digests = [...texts.keys()];
  return new Promise((resolve) => {
    worker.once("message", (words: readonly string[]) =>
      resolve(new Map(digests.map((key, index) => [key, words[index] ?? ""]))),
    );
    worker.once("error", () => resolve(new Map()));
    worker.postMessage([...texts.values()]);
  });
}

/** Texts that are to be packed, by digest. */
function selectTexts(
  files: readonly RenderedFile[],
  storedLock: Lock | null,
): ReadonlyMap<string, string> {
  // The build has packed the runtime.
  const texts = files.filter(
    ({ editable, path }) => editable && !path.startsWith("src/runtime/"),
  );
  const lockedDigests = new Set(
    [...(storedLock?.files.values() ?? [])].map((file) => file.digest),
  );
  return new Map(
    texts
      .map(({ text }) => [digest(text), text] as const)
      .filter(([contentDigest]) => !lockedDigests.has(contentDigest)),
  );
}

/** Files of a lock with the words of their texts, if they are known. */
export function withWords(
  files: Lock["files"],
  words: ReadonlyMap<string, string>,
): Lock["files"] {
  return new Map(
    [...files].map(([path, file]) => {
      const packed = file.editable ? words.get(file.digest) : undefined;
      return [path, packed === undefined ? file : { ...file, packed }];
    }),
  );
}
