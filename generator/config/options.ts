import {
  EXTRA_FILES,
  type ApiConfig,
  type Config,
  type ExtraFile,
} from "./config.js";
import { FEATURES } from "./runtime-features.js";
import type { OptionCheck } from "./validate.js";
import * as checks from "./option-schemas.js";
import { parseRouteMap } from "./route-map.js";

/** Specification of one option, from which checks, defaults, flags and help are made. */
export interface OptionSpec<Value = unknown> extends OptionCheck {
  /** Values that the option can have; for a list, its items. */
  readonly choices?: readonly (Value extends readonly (infer Item)[]
    ? Item
    : Value)[];
  /** Default; null if there is none. An option without this field is not part of `ResolvedConfig`, but read from the config itself. */
  readonly fallback?: Value | null;
  /** Flag with the form of its value. Undefined if only a config can set the option. */
  readonly flag?: string;
  /** Parses a flag's text; `earlier` is the value of previous uses of the flag. Undefined if the text is the value. */
  parse?(text: string, earlier?: Value): Value;
  /** Description for help and README, in Markdown; choices and default are appended. */
  readonly sentence: string;
}

type OptionSpecs<Options> = {
  readonly [Name in keyof Options]-?: OptionSpec<NonNullable<Options[Name]>>;
};

/** Parses a list: `a,b` and repeated flags make one list. */
const parseList = (text: string, earlier: readonly string[] = []) => [
  ...earlier,
  ...text.split(",").filter(Boolean),
];

/** Value of `maxResultTokens` that `init` and `plan` suggest: 80 kB, which clients that truncate results themselves let through. */
export const SUGGESTED_RESULT_TOKENS = 20_000;

const SECONDS = { type: "number", exclusiveMinimum: 0 } as const;

/** Options of one API; a server with several has them for each. */
// prettier-ignore
export const API_OPTIONS = {
  document: { expected: "a text or an object", schema: { type: ["string", "object"], minLength: 1 }, isPath: true,
    sentence: "OpenAPI document: a file (JSON or YAML), a URL, `-` for standard input, or a loaded object" },
  overlays: { ...checks.PATHS, fallback: [], flag: "--overlay <file>",
    parse: (file, earlier = []) => [...earlier, file],
    sentence: "OpenAPI Overlays (1.0, 1.1; files or URLs) to apply to the document, in their order; repeatable" },
  app: { ...checks.PATH, flag: "--app <module>",
    sentence: "web application (`.ts` or `.js`) to call in the same process, in place of a document" },
  export: { ...checks.TEXT, flag: "--export <name>",
    sentence: "the module's export that is the application or makes it; default: `default`, `app` and other usual ones" },
  appDocument: { expected: "a path such as /openapi.json", schema: { type: "string", pattern: "^/" },
    flag: "--app-document <path>",
    sentence: "the application's route that serves its OpenAPI document, where it can't be found" },
  baseUrl: { expected: "an http or https URL without user and password", isPublicUrl: true,
    schema: { type: "string", pattern: "^[hH][tT][tT][pP][sS]?://[^/?#@\\s]+([/?#]|$)" },
    fallback: null, flag: "--base-url <url>",
    sentence: "base URL of the API, behind `API_BASE_URL` in the environment; default: the document's servers" },
  timeout: { expected: "a number of seconds above 0", schema: SECONDS, parse: Number,
    fallback: 30, flag: "--timeout <seconds>",
    sentence: "seconds for one call to the API" },
  timeouts: { expected: "an object of seconds by tool name", fallback: {},
    schema: { type: "object", additionalProperties: SECONDS },
    sentence: "seconds for single tools, by name" },
  routePrefix: { expected: "a path such as /v1", schema: { type: "string", pattern: "^(?!.*://)[^?#]*$" },
    fallback: "", flag: "--route-prefix <path>",
    sentence: "put before every path, where the base URL is rooted elsewhere: `/v1`" },
  redactErrors: { ...checks.FLAG, flag: "--redact-errors",
    sentence: "bodies of 4xx and 5xx answers stay with the server" },
  allRoutesAsTools: { ...checks.FLAG, flag: "--all-routes-as-tools",
    sentence: "every route becomes a tool that no route map maps otherwise" },
  routeMaps: { ...checks.ROUTE_MAPS, fallback: [], flag: "--route-map <rule>",
    parse: (rule, earlier = []) => [...earlier, parseRouteMap(rule)],
    sentence: 'which route becomes what: `"<METHODS> <pattern> <TYPE>"` of methods (`GET,POST` or `*`), a regular expression searched in the path, and `TOOL`, `RESOURCE`, `RESOURCE_TEMPLATE` or `EXCLUDE`; repeatable, earlier rules win' },
  tags: { ...checks.NAMES, fallback: [], flag: "--tags <names>", parse: parseList,
    sentence: "only operations with one of these tags" },
  excludeTags: { ...checks.NAMES, fallback: [], flag: "--exclude-tags <names>", parse: parseList,
    sentence: "no operation with one of these tags, whatever `tags` says" },
  security: { ...checks.oneOf(["document", "global"]), fallback: null, flag: "--security <which>",
    sentence: "credentials of operations whose own `security` is empty: none, as the document says, or those of the document's own `security`, to the API's hosts alone (`global`), where an API wants them all the same; default: as the document says" },
  maxConcurrency: { ...checks.wholeNumber(1), fallback: null,
    sentence: "calls to the API at one time; default: no limit" },
  retries: { ...checks.RETRIES, fallback: null,
    sentence: "times that a GET, HEAD, OPTIONS, PUT or DELETE is sent again after a 429 or 503, within the time of its call; default: never" },
  overrides: { ...checks.OVERRIDES, fallback: {},
    sentence: "per operation: `name`, `title`, `description`, `tags`, `keywords`, `annotations`, `arguments.<name>.description`, `confirm`, `hide`, `fixed`, `poll`, `pages`, `contentType`, `security`, `exclude`" },
  confirmDestructive: { ...checks.oneOf(["person", "person-or-repeat"]), fallback: null,
    sentence: "`confirm` of every tool whose hint says that it destroys: a person says yes before anything is sent" },
  allowRemote: { ...checks.FLAG, flag: "--allow-remote",
    sentence: "follow `$ref`s to the network" },
  refRoot: { ...checks.PATH, fallback: null, flag: "--ref-root <dir>",
    sentence: "follow `$ref`s to files below this folder; default: the repository around the document, or its own folder" },
} as const satisfies OptionSpecs<ApiConfig>;

/** Options of a server as a whole. */
// prettier-ignore
const SERVER_OPTIONS = {
  // Their fields are validated one by one, as those of the config are.
  sources: { expected: "a list of { name, document, … }", schema: { type: "array", minItems: 1, items: { type: "object" } },
    sentence: "several APIs in one server: see below" },
  out: { ...checks.PATH, flag: "--out <dir>",
    sentence: "folder of the emitted project" },
  name: { ...checks.TEXT, fallback: null, flag: "--name <name>",
    sentence: "name of the project and its server; default: the name that the project has, or, of a new one, that of its folder or the document's title" },
  version: { ...checks.TEXT, fallback: null, flag: "--server-version <version>",
    sentence: "version of the server, as clients are told it; default: the document's, or one that a hand has set in `src/server.ts`" },
  sharedSchemas: { ...checks.oneOf(["inline", "refs"]), fallback: "refs", flag: "--shared-schemas <how>",
    sentence: "how listings show shared schemas that are too long to be written out: as `$defs`, or cut, for clients that follow no references (`inline`)" },
  outputSchemas: { ...checks.oneOf(["typed", "off"]), fallback: null,
    sentence: "types of answers, as the `outputSchema` of each tool that answers with JSON, for clients that write code; default: typed where the whole list stays below 200 kB, and where a search describes operations" },
  tools: { ...checks.oneOf(["all", "search"]), fallback: "all", flag: "--tools <which>",
    sentence: "which tools are listed: all, or four that find, describe and call the others, for APIs that are too large for a model's context" },
  alwaysListed: { ...checks.NAMES, fallback: [], flag: "--always-listed <names>",
    parse: parseList,
    sentence: "tools that are listed besides these four" },
  maxListingTokens: { ...checks.wholeNumber(1), parse: Number, fallback: null, flag: "--max-listing-tokens <tokens>",
    sentence: "most tokens that a model may be told at the start; above it, `plan`, `check` and `generate --strict` exit with 1" },
  maxResultTokens: { ...checks.wholeNumber(100), parse: Number, fallback: null, flag: "--max-result-tokens <tokens>",
    sentence: "most tokens of one result, and of one resource that is read, at four bytes each: above it, a list loses whole items and a text whole paragraphs, and the result tells how to go on; default: a result is whole" },
  descriptions: { ...checks.oneOf(["short", "full"]), fallback: "short", flag: "--descriptions <how>",
    sentence: "how much the model is told of the document's texts: first paragraphs of operations and first sentences of arguments, or all" },
  names: { ...checks.oneOf(["as-declared", "renew"]), fallback: null, flag: "--names <how>",
    sentence: "names of tools: operationIds of up to 64 letters, digits, `_` and `-` as they are (`as-declared`), or all names by the present rules (`renew`), also those of what was generated before, which otherwise keeps its name" },
  sdk: { ...checks.oneOf(["v1", "v2"]), fallback: "v1", flag: "--sdk <which>",
    sentence: "the MCP SDK of the server: v2 speaks 2026-07-28 with new clients and older versions with the others" },
  auth: { ...checks.oneOf(["tokens", "jwt", "none"]), fallback: "tokens", flag: "--auth <how>",
    sentence: "who may call over HTTP: who has one of `MCP_TOKENS`, where it is set, or an access token (JWT) of an authorization server, or everybody" },
  limits: { ...checks.LIMITS, fallback: null,
    sentence: "calls and reads that each caller may make: `{ perCaller: \"60/min\" }`, or per `s`, `h` or `day`; default: no limit" },
  audit: { ...checks.AUDIT, fallback: null,
    sentence: "a trail of two lines for each call: `arguments` lists the JSON Pointers of arguments whose values it may hold (`[\"/petId\"]`), and with `required: true` nothing is changed without a record; default: no trail" },
  features: { ...checks.someOf(Object.keys(FEATURES)), fallback: [],
    sentence: "parts of the runtime wanted besides what the API needs: `sessions`, `cookies` and others, which `toolwright add --help` lists" },
  afterGenerate: { ...checks.TEXT,
    sentence: "what a shell runs in `out` after the command `generate` has written files, such as another formatter: `npx biome format --write .`" },
  files: { ...checks.FILES, fallback: false, flag: "--files",
    sentence: "tools send files of a folder by `file:` URL and save large responses there, so that neither goes through the model; `MCP_FILES` names the folder where the server runs; a config may give an object of `folder`, `http`, `quotaMegabytes` and `maxAgeDays`" },
  skills: { ...checks.SKILLS, fallback: {},
    sentence: "of the skills that `emit` asks for, those that are not written: `{ exclude: [\"petstore-orders\"] }`" },
  workflows: { ...checks.PATHS, fallback: [], flag: "--workflows <file>",
    parse: (file, earlier = []) => [...earlier, file],
    sentence: "Arazzo documents (1.0, 1.1; files or URLs) whose workflows become tools of their own, in `src/workflows`; repeatable" },
  extensions: { ...checks.PATHS, fallback: [],
    sentence: "modules of your own (`.ts` or `.js`), each a function from the planned server to files in `extensions/`; they run in the generator, so only a config can name them" },
  emit: { ...checks.someOf(EXTRA_FILES), choices: EXTRA_FILES, fallback: [], flag: "--emit <files>",
    parse: (text, earlier) => parseList(text, earlier) as ExtraFile[], // checked as any value is
    sentence: "written besides: a GitHub workflow that checks it, the tools as typed functions for scripts, a Dockerfile, evals (`evals/*.yaml`: needs in a person's words, and the tools that meet them), manifests for Docker Compose and for Kubernetes (each with the Dockerfile), the manifest of an MCP bundle, what the MCP registry wants, skills (`SKILL.md`: which operation to call when), a test for each tool with answers for `API_MOCK`, a worker (`fetch`) for Cloudflare, Deno, Bun and functions" },
} as const satisfies OptionSpecs<Omit<Config, keyof ApiConfig>>;

/** Options of a config, by name. */
export const OPTIONS = { ...API_OPTIONS, ...SERVER_OPTIONS };

/** Specification of an option; undefined if there is none of this name. */
export function getOption(name: string): OptionSpec | undefined {
  const specs: Readonly<Record<string, OptionSpec>> = OPTIONS;
  return Object.hasOwn(specs, name) ? specs[name] : undefined;
}
