import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A real OpenAPI document, and what is known of it. */
export interface CorpusDocument {
  readonly id: string;
  /** Absolute path. */
  readonly path: string;
  /** Folder that its references may reach. */
  readonly refRoot: string;
  /** Pairs of path and method, webhooks and callbacks not counted. */
  readonly operations: number;
}

/** Folder of the corpus: beside the repository, or `TOOLWRIGHT_CORPUS`. */
export const CORPUS =
  process.env["TOOLWRIGHT_CORPUS"] ??
  fileURLToPath(new URL("../../../shared/corpus/", import.meta.url));

/** Every document of the corpus; none if it is not there. */
export const documents = readManifest(CORPUS);

/** Every document of a corpus in a folder; none if it is not there. */
export function readManifest(folder: string): CorpusDocument[] {
  const manifest = join(folder, "manifest.json");
  if (!existsSync(manifest)) return [];
  const { documents } = JSON.parse(readFileSync(manifest, "utf8")) as {
    readonly documents: readonly {
      readonly id: string;
      readonly file: string;
      readonly facts: { readonly operations: number };
    }[];
  };
  return documents.map(({ id, file, facts }) => ({
    id,
    path: join(folder, file),
    refRoot: join(folder, dirname(file).split("/")[0] ?? ""),
    operations: facts.operations,
  }));
}

/**
 * A third of documents, chosen by their names, so that it stays the same as more come. The dearest checks look at one
 * of the thirds; at all if `TOOLWRIGHT_DOCUMENTS` is `all`, as `npm run test:corpus:all` says.
 */
export function aThird<T extends { readonly id: string }>(
  of: readonly T[],
  which: 0 | 1 | 2,
): readonly T[] {
  if (process.env["TOOLWRIGHT_DOCUMENTS"] === "all") return of;
  const number = (id: string) =>
    createHash("sha1").update(id).digest().readUInt32BE();
  return of.filter(({ id }) => number(id) % 3 === which);
}

/** At most so many items, evenly spread over all of them; all of them if `TOOLWRIGHT_DOCUMENTS` is `all`. */
export function aSample<Item>(items: readonly Item[], most: number): Item[] {
  const isComplete = process.env["TOOLWRIGHT_DOCUMENTS"] === "all";
  const step = isComplete ? 1 : Math.ceil(items.length / most);
  return items.filter((_, index) => index % step === 0);
}

/** Half of the documents, as large as the other half, in a worker that has a half; all documents in any other. */
export function ownHalf(
  of: readonly CorpusDocument[],
): readonly CorpusDocument[] {
  const half = process.env["TOOLWRIGHT_HALF"];
  if (half === undefined) return of;
  return of
    .toSorted((a, b) => b.operations - a.operations)
    .filter((_, index) => index % 2 === Number(half));
}

/** Documents that give no server, and the first problem that is reported of them. */
export const UNSERVABLE: Readonly<Record<string, string>> = {
  // A reference to a file that is not there, from parameters that all of its operations share.
  "openapits-parameters": "nothing-to-serve",
  // Components alone.
  "openapits-jsonschema-defs": "nothing-to-serve",
  "webhook-example-v31": "nothing-to-serve",
};
