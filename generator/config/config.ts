import type { RouteMap } from "./route-map.js";

/** Files that are emitted on request. */
export const EXTRA_FILES = [
  "ci",
  "client",
  "dockerfile",
  "mcpb",
  "registry",
  "skills",
  "tests",
  "worker",
] as const;

export type ExtraFile = (typeof EXTRA_FILES)[number];

/** What is told of one API. What each option has to be, and its default, stands in `options.ts`. */
export interface ApiConfig {
  /** OpenAPI document: a file (JSON or YAML), a URL, or what is loaded already; its references start at the working folder. */
  readonly document?: string | object;
  /** OpenAPI Overlays (1.0, 1.1): files or URLs, applied to the document in this order. */
  readonly overlays?: readonly string[];
  /** Module that exports a web application to call in this process, TypeScript or JavaScript. */
  readonly app?: string;
  /** Name of that export: an application, a promise or a factory. Default: `default`, `app` and other usual ones. */
  readonly export?: string;
  /** Route of the application that serves its document, where it can't be found otherwise: `/docs/json`. */
  readonly appDocument?: string;
  /** Base URL of the API, in place of the document's servers. */
  readonly baseUrl?: string;
  /** Seconds for one call to the API. Default: 30. */
  readonly timeout?: number;
  /** Seconds for single tools, by tool name. */
  readonly timeouts?: Readonly<Record<string, number>>;
  /** Put before every path, where the base URL is rooted elsewhere: `/v1`. */
  readonly routePrefix?: string;
  /** Keep the bodies of 4xx and 5xx answers from clients. */
  readonly redactErrors?: boolean;
  /** Every route becomes a tool that no rule of `routeMaps` maps otherwise. */
  readonly allRoutesAsTools?: boolean;
  /** Which route becomes what; earlier rules win. */
  readonly routeMaps?: readonly RouteMap[];
  /** Only operations with one of these tags. */
  readonly tags?: readonly string[];
  /** No operation with one of these tags. */
  readonly excludeTags?: readonly string[];
  /**
   * Credentials of operations whose own `security` is empty: none, as the document says (the default), or the first
   * alternative of the document's own `security` whose variables are set (`global`), to the API's hosts alone.
   */
  readonly security?: "document" | "global";
  /** Calls to the API at one time. Default: no limit. */
  readonly maxConcurrency?: number;
  /** Changes to single operations, by operationId or `METHOD /path`. */
  readonly overrides?: Readonly<Record<string, Override>>;
  /** A person is asked before every tool that destroys, where its override says nothing else. */
  readonly confirmDestructive?: "person" | "person-or-repeat";
  /** Allow `$ref`s to the network. */
  readonly allowRemote?: boolean;
  /** `$ref`s to files stay below this folder. Default: the repository around the document, or its own folder. */
  readonly refRoot?: string;
}

/** What to generate, and how. The command line's flags and a config file's fields, under one name. */
export interface Config extends ApiConfig {
  /** Several APIs in one server, in place of `document` and what else tells of one API. */
  readonly sources?: readonly Source[];
  /** Folder of the emitted project. */
  readonly out?: string;
  /** Server name shown to clients. Default: the document's title. */
  readonly name?: string;
  /** How tool listings show shared schemas that are too long to be written out: as `$defs` (`refs`, the default), or cut, for clients that follow no references (`inline`). */
  readonly schemas?: "refs" | "inline";
  /** Tell the types of answers. Default: where the list of tools stays small with them. */
  readonly outputSchemas?: "typed" | "off";
  /** How tools are listed: all of them (the default), or four that find, describe and call the others. */
  readonly tools?: "all" | "search";
  /** Names of tools that are listed besides these four. */
  readonly pin?: readonly string[];
  /** Most tokens that a model may be told at the start. */
  readonly budget?: number;
  /** Most tokens of one result, at four bytes each. Above it, a list loses whole items and a text whole paragraphs, and the result tells how to go on. Default: a result is whole. */
  readonly maxResultTokens?: number;
  /** How much is told of what the document says: what a caller needs (`slim`, the default), or all of it. */
  readonly texts?: "full" | "slim";
  /** How tools are named: by operationIds as they are (`as-declared`), where all clients take them, or all by the present rules (`renew`). Default: by the present rules, and what was generated before keeps its name. */
  readonly names?: "as-declared" | "renew";
  /** The MCP SDK of the server: `v1` (the default), or `v2`, which speaks 2026-07-28 besides all older versions. */
  readonly sdk?: "v1" | "v2";
  /** Who may call over HTTP: those with one of `MCP_TOKENS`, where it is set (the default), those with a token (JWT) of an authorization server, or all. */
  readonly auth?: "tokens" | "jwt" | "none";
  /** Parts of the runtime that are wanted besides what the API needs. */
  readonly features?: readonly string[];
  /** Arazzo documents (1.0, 1.1; files or URLs): each workflow becomes a tool of these APIs' operations. */
  readonly workflows?: readonly string[];
  /** Files to write besides, such as a `Dockerfile`; what each is for stands in `options.ts`. */
  readonly emit?: readonly ExtraFile[];
  /** What a shell runs in `out` after files were written, such as another formatter. Nothing but a config can say it, and only the command `generate` does it. */
  readonly done?: string;
  /** Of the skills that `emit` asks for, those that are not written, by name. */
  readonly skills?: { readonly exclude?: readonly string[] };
}

/** One of several APIs that one server offers, each with its own client. */
export interface Source extends ApiConfig {
  /**
   * `book-shop`. Stands before the names of its tools (`book_shop_createBook`, and so in `timeouts`),
   * in its URIs (`resource://book-shop/books`, `book-shop://books/{id}`), before its environment
   * variables (`BOOK_SHOP_API_BASE_URL`), and names its folder below `src`.
   */
  readonly name: string;
}

/** What a team decides about one operation without touching the document. */
export interface Override {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** Groups that it belongs to, in place of the document's tags. */
  readonly tags?: readonly string[];
  /** Words to find it by besides its own. */
  readonly keywords?: readonly string[];
  /** What callers are told of an argument, in place of the document's words. */
  readonly arguments?: Readonly<
    Record<string, { readonly description: string }>
  >;
  /** Hints that differ from those that method and verb give. */
  readonly annotations?: Readonly<
    Partial<
      Record<
        "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint",
        boolean
      >
    >
  >;
  /** For what can't be undone: the argument that callers must repeat as `confirm`, or who is asked (`person`, `person-or-repeat`). */
  readonly confirm?: string;
  /** Its answer is asked for again until this field, such as `job.state`, has one of these values. */
  readonly poll?: {
    readonly status: string;
    readonly done: readonly unknown[];
  };
  /** Its list is answered with the pages that follow: up to so many, 2 to 20. */
  readonly pages?: number;
  /** Arguments that are neither asked for nor sent. */
  readonly hide?: readonly string[];
  /** Arguments that are always sent with this value and not asked for. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Media type to send, where the document declares several. */
  readonly contentType?: string;
  /** Its credentials: the document's for it, or those of the document's own `security` (`global`). */
  readonly security?: "document" | "global";
  readonly exclude?: boolean;
}

/** Whether `confirm` names who is asked, and no argument. */
export function asksPerson(confirm = ""): boolean {
  return confirm === "person" || confirm === "person-or-repeat";
}

/** Gives a config file its types; returns what it is given. */
export function defineConfig(config: Config | readonly Config[]) {
  return config;
}
