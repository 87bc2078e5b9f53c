import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reply } from "./json-rpc.js";
import type { SentRequest } from "./upstream.js";

/** Recording of one document's servers. */
export interface Recording {
  readonly document: string;
  /** Digest of the document's bytes: recordings of different documents are not comparable. */
  readonly digest: string;
  readonly passes: readonly Pass[];
}

/** A server: a document, generated in one way. */
export interface Pass {
  readonly name: string;
  /** Why there is no server; undefined if there is one. */
  readonly refused?: string;
  /** Names of the environment variables that it reads. */
  readonly environment: readonly string[];
  readonly initialize: Reply;
  readonly lists: Lists;
  readonly calls: readonly Call[];
}

/** Lists as they arrived, key order and all. */
export interface Lists {
  readonly tools: readonly Listed[];
  readonly resources: readonly Listed[];
  readonly templates: readonly Listed[];
}

/** An entry of a list. */
export interface Listed {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** A request to the server; in another recording the same is asked. */
export interface Question {
  /** Name of the tool, resource or template. */
  readonly component: string;
  /** Kind of the trial: `required`, `all`, `wrong` … */
  readonly trial: string;
  readonly method: string;
  readonly params: object;
}

/** A question, what went to the API for it, and what came back. */
export interface Call extends Question {
  readonly requests: readonly SentRequest[];
  readonly reply: Reply;
}

export function writeRecording(folder: string, recording: Recording): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${recording.document}.json`);
  writeFileSync(file, JSON.stringify(recording, null, 1));
}

/** Undefined if the document was not recorded. */
export function readRecording(
  folder: string,
  document: string,
): Recording | undefined {
  if (!recorded(folder).includes(document)) return undefined;
  const text = readFileSync(join(folder, `${document}.json`), "utf8");
  return JSON.parse(text) as Recording; // as written above
}

/** Ids of the documents of a recording. */
export function recorded(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length))
    .sort();
}
