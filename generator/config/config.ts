import type { RouteMap } from "./route-map.js";
import type { SdkLine } from "./sdk.js";

/** Files that are emitted on request. */
export const EXTRA_FILES = [
  "ci",
  "client",
  "compose",
  "dockerfile",
  "evals",
  "kubernetes",
  "mcpb",
  "registry",
  "skills",
  "tests",
  "worker",
] as const;

export type ExtraFile = (typeof EXTRA_FILES)[number];

/** Options of one API. Their checks and defaults are in `options.ts`. */
export interface ApiConfig {
  /** OpenAPI document: a file (JSON or YAML), a URL, or a loaded object, whose references start at the working folder. */
  readonly document?: string | object;
  /** OpenAPI Overlays (1.0, 1.1): files or URLs, applied to the document in this order. */
  readonly overlays?: readonly string[];
  /** Module that exports a web application to call in this process, TypeScript or JavaScript. */
  readonly app?: string;
  /** Name of that export: an application, a promise or a factory. Default: `default`, `app` and other usual ones. */
  readonly export?: string;
  /** Route of the application that serves its document, if it can't be found otherwise: `/docs/json`. */
  readonly appDocument?: string;
  /** Base URL of the API, instead of the document's servers. */
  readonly baseUrl?: string;
  /** Seconds for one call to the API. Default: 30. */
  readonly timeout?: number;
  /** Seconds for single tools, by tool name. */
  readonly timeouts?: Readonly<Record<string, number>>;
  /** Prefix of every path, if the base URL has another root: `/v1`. */
  readonly routePrefix?: string;
  /** False: keep response fields that the document does not declare. Beside `sources`, for all of them. Default: true. */
  readonly strip?: boolean;
  /** Keep the bodies of 4xx and 5xx responses from clients. */
  readonly redactErrors?: boolean;
  /** Make a tool of every route that no rule of `routeMaps` maps otherwise. */
  readonly allRoutesAsTools?: boolean;
  /** Rules that map routes to components; earlier rules win. */
  readonly routeMaps?: readonly RouteMap[];
  /** Operations to serve, by operationId or `METHOD /path`; others are left out. Tags and route maps apply to these. Default: all. */
  readonly include?: readonly string[];
  /** Tags of operations to serve; others are left out. */
  readonly tags?: readonly string[];
  /** Tags of operations to leave out. */
  readonly excludeTags?: readonly string[];
  /**
   * Credentials of operations whose own `security` is empty: none, as the document says (the default), or the first
   * alternative of the document's own `security` whose variables are set (`global`), to the API's hosts alone.
   */
  readonly security?: "document" | "global";
  /** Settings of arguments in every operation that has them, by their name in the document or in the tool. Beside `sources`, for all of them. */
  readonly arguments?: Readonly<Record<string, ArgumentSettings>>;
  /** Calls to the API at one time. Default: no limit. */
  readonly maxConcurrency?: number;
  /** Number of times, up to 5, that a GET, HEAD, OPTIONS, PUT or DELETE is sent again after a 429 or 503, within the time of its call. Default: never. */
  readonly retries?: number;
  /** Changes to single operations, by operationId or `METHOD /path`. */
  readonly overrides?: Readonly<Record<string, Override>>;
  /** Ask the user before every destructive tool, unless its override says otherwise. */
  readonly confirmDestructive?: "person" | "person-or-repeat";
  /** Allow `$ref`s to the network. */
  readonly allowRemote?: boolean;
  /** `$ref`s to files stay below this folder. Default: the repository around the document, or its own folder. */
  readonly refRoot?: string;
}

/** Options of one server. Flags of the command line and fields of a config file have the same names. */
export interface Config extends ApiConfig {
  /** Several APIs in one server, instead of `document` and the other options of one API. */
  readonly sources?: readonly Source[];
  /** Folder of the emitted project. */
  readonly out?: string;
  /** Name of the project and its server. Default: the project keeps the name that it has; a new one is named after its folder, or the document's title. */
  readonly name?: string;
  /** Version of the server that clients see. Default: the document's, or the one that you set in `src/server.ts`. */
  readonly version?: string;
  /** Form of shared schemas that are too long to be inlined in tool listings: `$defs` (`refs`, the default), or truncated, for clients that don't follow references (`inline`). */
  readonly sharedSchemas?: "refs" | "inline";
  /** Declare the types of responses. Default: if the list of tools stays small with them. */
  readonly outputSchemas?: "typed" | "off";
  /** Tools that are listed: all of them (the default), or four that find, describe and call the others. */
  readonly tools?: "all" | "search";
  /** Names of tools to list in addition to these four. */
  readonly alwaysListed?: readonly string[];
  /** Tokens at most that a model may read at the start. */
  readonly maxListingTokens?: number;
  /** Most tokens of one result, at four bytes each. A longer list is cut after whole items, a longer text after whole paragraphs, and the result says how to get the rest. Default: no limit. */
  readonly maxResultTokens?: number;
  /** Length of descriptions: what a caller needs (`short`, the default), or all of it (`full`). */
  readonly descriptions?: "full" | "short";
  /** Names of tools: operationIds as they are (`as-declared`), if MCP accepts them, or new names, titles and descriptions for all by the current rules (`renew`). Default: the current rules, but tools generated earlier keep theirs. */
  readonly names?: "as-declared" | "renew";
  /** Instructions of the server for the model: a text, or the file that holds it. Default: made of name, groups and tools. */
  readonly instructions?: string | { readonly file: string };
  /** Line of the MCP SDK: `v1`, or `v2`, which also speaks 2026-07-28. Default: the one that the project is on; for a new one `DEFAULT_SDK`. */
  readonly sdk?: SdkLine;
  /** Callers that are accepted over HTTP: those with one of `MCP_TOKENS`, if it is set (the default), those with a token (JWT) of an authorization server, or all. */
  readonly auth?: "tokens" | "jwt" | "none";
  /** Limits of calls, by tools and resources together: `{ perCaller: "60/min" }`. Default: none. */
  readonly limits?: { readonly perCaller: string };
  /** Trail of calls, which `MCP_AUDIT` directs to a file: JSON Pointers of the arguments whose values it may record, and true if nothing may change without a record. */
  readonly audit?: {
    readonly arguments?: readonly string[];
    readonly required?: boolean;
  };
  /** Features of the runtime to add to those that the API needs. */
  readonly features?: readonly string[];
  /** Arazzo documents (1.0, 1.1; files or URLs): each workflow becomes a tool of these APIs' operations. */
  readonly workflows?: readonly string[];
  /** Your own modules, TypeScript or JavaScript, that each export a function from the planned server to files in `extensions/`. They run in the generator. */
  readonly extensions?: readonly string[];
  /** Extra files to write, such as a `Dockerfile`; `options.ts` says what each is for. */
  readonly emit?: readonly ExtraFile[];
  /** Shell command to run in `out` after files were written, such as another formatter. It has no flag, and only the command `generate` runs it. */
  readonly afterGenerate?: string;
  /** Let tools send files by `file:` URL, and save large responses: in the folder that `MCP_FILES` names on the server's machine. */
  readonly files?: boolean | FileSettings;
  /** Names of skills that are not written although `emit` has `skills`. */
  readonly skills?: { readonly exclude?: readonly string[] };
}

/** Settings of the folder for files. */
export interface FileSettings {
  /** Absolute path of the folder if `MCP_FILES` is not set. Default: none. */
  readonly folder?: string;
  /** Over HTTP, each authenticated caller has a separate folder (`per-caller`). Default: files are read and saved on stdio only. */
  readonly http?: "per-caller";
  /** Megabytes at most of the files that are saved for one caller. Default: 1024. */
  readonly quotaMegabytes?: number;
  /** Days after which saved files are deleted. Default: never. */
  readonly maxAgeDays?: number;
}

/** API of a server that has several, each with its own client. */
export interface Source extends ApiConfig {
  /**
   * Name such as `book-shop`. Prefix of the names of its tools (`book_shop_createBook`, also in `timeouts`), first
   * part of its URIs (`resource://book-shop/books`, `book-shop://books/{id}`), prefix of its environment
   * variables (`BOOK_SHOP_API_BASE_URL`), and its folder below `src`.
   */
  readonly name: string;
}

/** Settings of one argument. At most one of `value`, `env` and `hide: true` holds. */
export interface ArgumentSettings {
  /** Description that replaces the document's. */
  readonly description?: string;
  /** Value that is always sent. Callers don't see the argument. */
  readonly value?: unknown;
  /** Environment variable whose value is always sent. Callers don't see the argument, and without the variable calls are refused. */
  readonly env?: string;
  /** True: callers don't see the argument, and it is not sent. False, in an override: callers see it again. */
  readonly hide?: boolean;
  /** Place to which the settings are limited. Default: all places. */
  readonly in?: "body" | "cookie" | "header" | "path" | "query" | "querystring";
}

/** Changes to one operation, made without touching the document. */
export interface Override {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** Tags that replace the document's. */
  readonly tags?: readonly string[];
  /** Extra words by which a search finds it. */
  readonly keywords?: readonly string[];
  /** Settings of arguments by their name in the document or in the tool. They come before those of the option `arguments`. */
  readonly arguments?: Readonly<Record<string, ArgumentSettings>>;
  /** Hints that differ from those that method and verb give. */
  readonly annotations?: Readonly<
    Partial<
      Record<
        "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint",
        boolean
      >
    >
  >;
  /** Confirmation of what can't be undone: the argument that callers must repeat as `confirm`, or `person` or `person-or-repeat` to ask the user. */
  readonly confirm?: string;
  /** Repeat the request until this field of the response, such as `job.state`, has one of these values. */
  readonly poll?: {
    readonly status: string;
    readonly done: readonly unknown[];
  };
  /** Pages of its list to join at most, 2 to 20. */
  readonly pages?: number;
  /** Arguments, or fields inside of them such as `customer.metadata`, that callers don't see and that are not sent. */
  readonly hide?: readonly string[];
  /** Arguments that callers don't see and that are always sent with this value. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** False: no client sees or calls it; your own handlers may `call` it. Default: true. */
  readonly listed?: boolean;
  /** Fields of the response that callers get, such as `owner.name`; of a list, those of each item. Handlers get the whole response. Default: all. */
  readonly fields?: readonly string[];
  /** False: keep response fields that the document does not declare. Default: as the option `strip` says. */
  readonly strip?: boolean;
  /** Media type to send, if the document declares several. */
  readonly contentType?: string;
  /** Credentials: those that the document declares for the operation, or those of the document's own `security` (`global`). */
  readonly security?: "document" | "global";
  readonly exclude?: boolean;
}

/** True if `confirm` asks the user and names no argument. */
export function isPersonConfirm(confirm = ""): boolean {
  return confirm === "person" || confirm === "person-or-repeat";
}

/** Types a config in a config file; returns it unchanged. */
export function defineConfig(config: Config | readonly Config[]) {
  return config;
}

/** True for a component that clients see. */
export function isListed({
  override,
}: {
  readonly override: Pick<Override, "listed">;
}): boolean {
  return override.listed ?? true;
}
