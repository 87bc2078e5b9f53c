import {
  EXTRA_FILES,
  type ApiConfig,
  type Config,
  type ExtraFile,
} from "./config.js";
import { FEATURE_NAMES } from "../features/features.js";
import type { OptionCheck } from "./validate.js";
import * as checks from "./option-schemas.js";
import { parseRouteMap } from "./route-map.js";
import { DEFAULT_SDK, SDK_LINES } from "./sdk.js";

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
    sentence: "OpenAPI Overlays (1.0, 1.1; files or URLs) to apply to the document, in this order; repeatable" },
  app: { ...checks.PATH, flag: "--app <module>",
    sentence: "web application (`.ts` or `.js`) to call in the same process, instead of a document" },
  export: { ...checks.TEXT, flag: "--export <name>",
    sentence: "export of the module that is or creates the application; default: `default`, `app` and other common names" },
  appDocument: { expected: "a path such as /openapi.json", schema: { type: "string", pattern: "^/" },
    flag: "--app-document <path>",
    sentence: "route of the application that serves its OpenAPI document, if it isn't found" },
  baseUrl: { expected: "an http or https URL without user and password", isPublicUrl: true,
    schema: { type: "string", pattern: "^[hH][tT][tT][pP][sS]?://[^/?#@\\s]+([/?#]|$)" },
    fallback: null, flag: "--base-url <url>",
    sentence: "base URL of the API, which `API_BASE_URL` overrides at start; default: from the document" },
  timeout: { expected: "a number of seconds above 0", schema: SECONDS, parse: Number,
    fallback: 30, flag: "--timeout <seconds>",
    sentence: "time limit of a call to the API in seconds" },
  timeouts: { expected: "an object of seconds by tool name", fallback: {},
    schema: { type: "object", additionalProperties: SECONDS },
    sentence: "time limit of single tools in seconds, by name" },
  routePrefix: { expected: "a path such as /v1", schema: { type: "string", pattern: "^(?!.*://)[^?#]*$" },
    fallback: "", flag: "--route-prefix <path>",
    sentence: "path to insert between the base URL and every path: `/v1`" },
  redactErrors: { ...checks.FLAG, flag: "--redact-errors",
    sentence: "don't show the bodies of 4xx and 5xx responses to the model" },
  strip: { expected: "true or false", schema: { type: "boolean" }, fallback: true,
    sentence: "`false` keeps response fields that the document does not declare; next to `sources`, for all of them; default: true" },
  allRoutesAsTools: { ...checks.FLAG, flag: "--all-routes-as-tools",
    sentence: "make every route a tool, unless a route map says otherwise" },
  routeMaps: { ...checks.ROUTE_MAPS, fallback: [], flag: "--route-map <rule>",
    parse: (rule, earlier = []) => [...earlier, parseRouteMap(rule)],
    sentence: 'rule `"<METHODS> <pattern> <TYPE>"`: methods (`GET,POST` or `*`), a regular expression to search in the path, and `TOOL`, `RESOURCE`, `RESOURCE_TEMPLATE` or `EXCLUDE`; repeatable, the first match wins' },
  include: { ...checks.NAMES, fallback: [], flag: "--include <names>", parse: parseList,
    sentence: "only these operations, by operationId or `METHOD /path`; `tags` and `routeMaps` still apply to them; default: all" },
  tags: { ...checks.NAMES, fallback: [], flag: "--tags <names>", parse: parseList,
    sentence: "only operations with one of these tags" },
  excludeTags: { ...checks.NAMES, fallback: [], flag: "--exclude-tags <names>", parse: parseList,
    sentence: "leave out operations with one of these tags" },
  security: { ...checks.oneOf(["document", "global"]), fallback: null, flag: "--security <which>",
    sentence: "credentials of operations with an empty `security`: none (`document`), or those of the document's top-level `security`, sent to the API's hosts only (`global`); default: `document`, with a finding" },
  maxConcurrency: { ...checks.wholeNumber(1), fallback: null,
    sentence: "most concurrent calls to the API; default: no limit" },
  retries: { ...checks.RETRIES, fallback: null,
    sentence: "how often to send a GET, HEAD, OPTIONS, PUT or DELETE again after a 429 or 503, within the time limit of its call; default: never" },
  arguments: { ...checks.ARGUMENTS, fallback: {},
    sentence: "settings of an argument in all operations that have it, by its name in the document or in the tool: `value` (always sent, not listed), `env` (the variable whose value is sent, not listed), `hide: true` (neither listed nor sent), `description`, and `in` to limit them to one place; next to `sources`, for all of them" },
  overrides: { ...checks.OVERRIDES, fallback: {},
    sentence: "per operation: `name`, `title`, `description`, `tags`, `keywords`, `annotations`, `arguments`, `confirm`, `hide`, `fixed`, `poll`, `pages`, `fields`, `listed`, `strip`, `contentType`, `security`, `exclude`" },
  confirmDestructive: { ...checks.oneOf(["person", "person-or-repeat"]), fallback: null,
    sentence: "ask the user before each call of a tool with a destructive hint" },
  allowRemote: { ...checks.FLAG, flag: "--allow-remote",
    sentence: "follow `$ref`s to URLs" },
  refRoot: { ...checks.PATH, fallback: null, flag: "--ref-root <dir>",
    sentence: "follow `$ref`s to files below this folder; default: the document's repository, or its folder" },
} as const satisfies OptionSpecs<ApiConfig>;

/** Options of a server as a whole. */
// prettier-ignore
const SERVER_OPTIONS = {
  // Their fields are validated one by one, as those of the config are.
  sources: { expected: "a list of { name, document, … }", schema: { type: "array", minItems: 1, items: { type: "object" } },
    sentence: "several APIs in one server: see below" },
  out: { ...checks.PATH, flag: "--out <dir>",
    sentence: "output folder" },
  name: { ...checks.TEXT, fallback: null, flag: "--name <name>",
    sentence: "name of the project and its server; default: the project's current name, or for a new project that of its folder or the document's title" },
  version: { ...checks.TEXT, fallback: null, flag: "--server-version <version>",
    sentence: "version of the server in all its files; default: the one that you set in `package.json` or `src/server.ts`, otherwise the document's; `2024-01-05` becomes `2024.1.5`" },
  sharedSchemas: { ...checks.oneOf(["inline", "refs"]), fallback: "refs", flag: "--shared-schemas <how>",
    sentence: "how to list shared schemas that are too long to write out: as `$defs`, or shortened, for clients that don't follow references (`inline`)" },
  outputSchemas: { ...checks.oneOf(["typed", "off"]), fallback: null,
    sentence: "list the response types of tools as `outputSchema`, for clients that write code; default: `typed` if the list stays below 200 kB, or with `--tools search`" },
  tools: { ...checks.oneOf(["all", "search"]), fallback: "all", flag: "--tools <which>",
    sentence: "list all tools, or only four that find, describe and call the others, for large APIs" },
  alwaysListed: { ...checks.NAMES, fallback: [], flag: "--always-listed <names>",
    parse: parseList,
    sentence: "tools to list in addition to these four" },
  maxListingTokens: { ...checks.wholeNumber(1), parse: Number, fallback: null, flag: "--max-listing-tokens <tokens>",
    sentence: "most tokens that the tool list may cost; above it, `plan`, `check` and `generate --strict` exit with 1" },
  maxResultTokens: { ...checks.wholeNumber(100), parse: Number, fallback: null, flag: "--max-result-tokens <tokens>",
    sentence: "most tokens of a result or resource, at four bytes each; a longer list is cut after whole items, a longer text after whole paragraphs, and the result says how to get the rest; default: no limit" },
  descriptions: { ...checks.oneOf(["short", "full"]), fallback: "short", flag: "--descriptions <how>",
    sentence: "length of descriptions: first paragraphs of operations and first sentences of arguments (`short`), or everything (`full`)" },
  names: { ...checks.oneOf(["as-declared", "renew"]), fallback: null, flag: "--names <how>",
    sentence: "tool names: keep operationIds of up to 128 letters, digits, `_`, `-` and `.` (`as-declared`), or apply the current rules to all names, titles and descriptions, also to components that would otherwise keep older ones (`renew`)" },
  instructions: { ...checks.INSTRUCTIONS, fallback: null,
    sentence: "instructions of the server for the model: a text, or `{ file: \"instructions.md\" }`; default: made of the name, the groups and the tools" },
  sdk: { ...checks.oneOf(SDK_LINES), fallback: DEFAULT_SDK, flag: "--sdk <which>",
    sentence: "line of the MCP SDK; v2 also speaks the protocol version 2026-07-28; a project that has one stays on it" },
  auth: { ...checks.oneOf(["tokens", "jwt", "none"]), fallback: "tokens", flag: "--auth <how>",
    sentence: "how HTTP callers authenticate: static bearer tokens (`tokens`, if `MCP_TOKENS` is set), access tokens of an authorization server (`jwt`), or not at all (`none`)" },
  limits: { ...checks.LIMITS, fallback: null,
    sentence: "most calls and reads of each caller: `{ perCaller: \"60/min\" }`, or per `s`, `h` or `day`; default: no limit" },
  audit: { ...checks.AUDIT, fallback: null,
    sentence: "a trail of two lines for each call: `arguments` lists the JSON Pointers of arguments whose values it may record (`[\"/petId\"]`), and with `required: true` the server changes nothing without a record; default: no trail" },
  features: { ...checks.someOf(FEATURE_NAMES), fallback: [],
    sentence: "runtime features to add to those that the API needs, such as `sessions`; `toolwright add --help` lists them" },
  afterGenerate: { ...checks.TEXT,
    sentence: "shell command to run in `out` after `generate` has written files, such as `npx biome format --write .`" },
  files: { ...checks.FILES, fallback: false, flag: "--files",
    sentence: "let tools send files of a folder by `file:` URL and save large responses there, so that neither goes through the model; `MCP_FILES` sets the folder on the server's machine; a config may set an object of `folder`, `http`, `quotaMegabytes` and `maxAgeDays`" },
  skills: { ...checks.SKILLS, fallback: {},
    sentence: "skills that `emit` does not write: `{ exclude: [\"petstore-orders\"] }`" },
  workflows: { ...checks.PATHS, fallback: [], flag: "--workflows <file>",
    parse: (file, earlier = []) => [...earlier, file],
    sentence: "Arazzo documents (1.0, 1.1; files or URLs) whose workflows become tools, in `src/workflows`; repeatable" },
  extensions: { ...checks.PATHS, fallback: [],
    sentence: "your own modules (`.ts` or `.js`), each a function from the planned server to files in `extensions/`; only a config can set them, since they run in the generator" },
  emit: { ...checks.someOf(EXTRA_FILES), choices: EXTRA_FILES, fallback: [], flag: "--emit <files>",
    parse: (text, earlier) => parseList(text, earlier) as ExtraFile[], // checked as any value is
    sentence: "more files to write: a GitHub workflow, typed functions for scripts, a Dockerfile, evals (`evals/*.yaml`: user requests, and the tools that meet them), manifests for Docker Compose and Kubernetes (each with the Dockerfile), an MCP bundle, files for the MCP registry, skills (`SKILL.md`), tests and mock responses, or a worker for Cloudflare, Deno and Bun" },
} as const satisfies OptionSpecs<Omit<Config, keyof ApiConfig>>;

/** Options of a config, by name. */
export const OPTIONS = { ...API_OPTIONS, ...SERVER_OPTIONS };

/** Specification of an option; undefined if there is none of this name. */
export function getOption(name: string): OptionSpec | undefined {
  const specs: Readonly<Record<string, OptionSpec>> = OPTIONS;
  return Object.hasOwn(specs, name) ? specs[name] : undefined;
}
