import type { Problem } from "../errors.js";

/** How an application in this process is called: by its Fetch handler, or through a `node:http` server. */
export type AppForm = "fetch" | "server";

/** What the process that loads an application is asked. */
export interface Request {
  /** Absolute path of the module. */
  readonly module: string;
  /** Name of the export; null for the usual ones. */
  readonly exportName: string | null;
  /** Route that serves the document; null for the usual ones. */
  readonly route: string | null;
  /** False where the document is known already. */
  readonly wantsDocument: boolean;
}

/** What it found. */
export interface Found {
  readonly form: AppForm;
  readonly exportName: string;
  /** Text of the OpenAPI document; null where none was asked for. */
  readonly document: string | null;
}

/** Its one message. */
export type Reply = Found | { readonly problem: Problem };
