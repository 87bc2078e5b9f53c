import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { CORE_SCHEMA, load, mergeTag } from "js-yaml";
import { readManifest } from "../../corpus/documents.js";

/** A document to record. */
export interface Recorded {
  readonly id: string;
  /** Absolute path. */
  readonly path: string;
  /** Folder that its references may reach. */
  readonly refRoot?: string;
  /** Calls by hand, besides those that are made up. */
  readonly calls?: readonly (readonly [
    tool: string,
    args: object,
    ...rest: unknown[],
  ])[];
}

/** Documents of this repository, by what they are recorded as. */
const OWN: Readonly<Record<string, string>> = {
  "sample-petstore": "samples/petstore/openapi.json",
  "sample-bookshop": "samples/bookshop/openapi.yaml",
  "sample-library-1": "samples/carried-edits/library.v1.yaml",
  "sample-library-2": "samples/carried-edits/library.v2.yaml",
  "case-bodies": "test/cases/works/bodies/openapi.yaml",
  "case-broken-operations": "test/cases/works/broken-operations/openapi.yaml",
  "case-names": "test/cases/works/names/openapi.yaml",
  "case-parameters": "test/cases/works/parameters/openapi.yaml",
  "case-security": "test/cases/works/security/openapi.yaml",
  "case-swagger-2": "test/cases/works/swagger-2/swagger.yaml",
  "case-uris": "test/cases/works/uris/openapi.yaml",
  "test-schemes": "test/emitted/schemes.json",
  "test-conformance": "test/conformance/openapi.json",
};

/** This repository's own documents, and the real ones of a corpus. */
export function documentsOf(corpus: string): Recorded[] {
  const own = Object.entries(OWN).map(([id, path]) => ({
    id,
    path: fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
  }));
  return [...own, ...readManifest(corpus)];
}

/** Digest of the document's bytes. */
export function digestOf({ path }: Recorded): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** Document as the recorder reads it, independently of toolwright; undefined if it is not valid YAML. */
export function parse({ path }: Recorded): unknown {
  const text = readFileSync(path, "utf8");
  try {
    if (extname(path) === ".json") return JSON.parse(text);
    return load(text, { schema: CORE_SCHEMA.withTags(mergeTag) });
  } catch {
    return undefined;
  }
}
