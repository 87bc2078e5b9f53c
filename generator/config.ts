import { ToolwrightError, type Problem } from "./errors.js";
import {
  COUNT,
  isHttpUrl,
  isListOf,
  isPositive,
  isRecord,
  oneOf,
  RECORD,
  SECONDS,
  SWITCH,
  TEXT,
  type Check,
} from "./option-checks.js";
import type { RouteMap } from "./plan/classify.js";
import { EXTRA_FILES, type ExtraFile } from "./plan/deploy.js";
import type { Source } from "./sources.js";
import { CLIENTS, profileOf, type Clients } from "./plan/clients.js";

/** What to generate, and how. The command line's flags and a config file's fields, under one name. */
export interface Config {
  /** OpenAPI document: a file (JSON or YAML) or a URL. */
  readonly document?: string;
  /** Module that exports a web application to call in this process, TypeScript or JavaScript. */
  readonly app?: string;
  /** Name of that export: an application, a promise or a factory. Default: `default`, `app` and other usual ones. */
  readonly export?: string;
  /** Route of the application that serves its document, where it can't be found otherwise: `/docs/json`. */
  readonly appDocument?: string;
  /** Several APIs in one server, in place of `document` and what else tells of one API. */
  readonly sources?: readonly Source[];
  /** Folder of the emitted project. */
  readonly out?: string;
  /** File that tells what became of each operation, as JSON. Default: none is written. */
  readonly report?: string;
  /** Server name shown to clients. Default: the document's title. */
  readonly name?: string;
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
  /** Base URL of the API, in place of the document's servers. */
  readonly baseUrl?: string;
  /** Calls to the API at one time. Default: no limit. */
  readonly maxConcurrency?: number;
  /** Changes to single operations, by operationId or `METHOD /path`. */
  readonly overrides?: Readonly<Record<string, Override>>;
  /** Emit `outputSchema`s. Default: `off`; `lenient` ones never fail a real answer. */
  readonly outputSchemas?: "off" | "lenient" | "strict";
  /** How tool listings show shared schemas: written out within bounds (`inline`, the default), or as `$defs` (`refs`). */
  readonly schemas?: "refs" | "inline";
  /** Whose rules names, texts and schemas keep. Default: `all`. */
  readonly clients?: Clients;
  /** Allow `$ref`s to the network. */
  readonly allowRemote?: boolean;
  /** `$ref`s to files stay below this folder. Default: the document's own. */
  readonly refRoot?: string;
  /** Over HTTP, callers need an access token (JWT) of an authorization server. Default: as the environment says. */
  readonly auth?: "jwt";
  /** Files to write besides: a `Dockerfile`, the manifest of an MCP bundle. */
  readonly emit?: readonly ExtraFile[];
  /** Longest tool name, in characters. Default: by `clients`, 56 for all. */
  readonly maxNameLength?: number;
  /** Longest tool description, in characters. Default: by `clients`, 1,024 for all. */
  readonly maxDescriptionLength?: number;
}

/** What a team decides about one operation without touching the document. */
export interface Override {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** Arguments that are neither asked for nor sent. */
  readonly hide?: readonly string[];
  /** Arguments that are always sent with this value and not asked for. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Media type to send, where the document declares several. */
  readonly contentType?: string;
  readonly exclude?: boolean;
}

/** A config with every default filled in. */
export interface Settings {
  /** Name of the API among several of one server; null where it is the only one. */
  readonly source: string | null;
  readonly name: string | null;
  readonly timeout: number;
  readonly timeouts: Readonly<Record<string, number>>;
  readonly routePrefix: string;
  readonly redactErrors: boolean;
  readonly routeMaps: readonly RouteMap[];
  readonly baseUrl: string | null;
  readonly maxConcurrency: number | null;
  readonly overrides: Readonly<Record<string, Override>>;
  readonly outputSchemas: "off" | "lenient" | "strict";
  readonly schemas: "refs" | "inline";
  readonly clients: Clients;
  readonly allowRemote: boolean;
  readonly refRoot: string | null;
  readonly auth: "jwt" | null;
  readonly emit: readonly ExtraFile[];
  readonly maxNameLength: number;
  readonly maxDescriptionLength: number;
}

/** Gives a config file its types; returns what it is given. */
export function defineConfig<T extends Config | readonly Config[]>(
  config: T,
): T {
  return config;
}

/** Checks a config and fills in the defaults. Throws one error that names every wrong field. */
export function settle(config: Config): Settings {
  const problems = Object.entries(config).flatMap(([field, value]) =>
    value === undefined ? [] : check(field, value),
  );
  if (config.app !== undefined && config.emit?.length) {
    problems.push({
      code: "bad-option",
      message:
        "A container or a bundle holds the emitted project alone, and the application that `app` names stands outside it.",
      hint: "Leave out `emit`, or generate from the application's document to call it over HTTP.",
    });
  }
  if (problems.length > 0) throw new ToolwrightError(problems);
  const clients = config.clients ?? "all";
  const profile = profileOf(clients);
  return {
    source: null,
    name: config.name ?? null,
    timeout: config.timeout ?? 30,
    timeouts: config.timeouts ?? {},
    routePrefix: normalPrefix(config.routePrefix ?? ""),
    redactErrors: config.redactErrors ?? false,
    routeMaps: [
      ...(config.routeMaps ?? []),
      ...(config.allRoutesAsTools === true
        ? [{ routeType: "TOOL" } as const]
        : []),
    ],
    baseUrl: config.baseUrl ?? null,
    maxConcurrency: config.maxConcurrency ?? null,
    overrides: config.overrides ?? {},
    outputSchemas: config.outputSchemas ?? "off",
    schemas: config.schemas ?? "inline",
    clients,
    allowRemote: config.allowRemote ?? false,
    refRoot: config.refRoot ?? null,
    auth: config.auth ?? null,
    emit: EXTRA_FILES.filter((file) => config.emit?.includes(file)),
    maxNameLength: config.maxNameLength ?? profile.maxNameLength,
    maxDescriptionLength:
      config.maxDescriptionLength ?? profile.maxDescriptionLength,
  };
}

const CHECKS: Readonly<Record<keyof Config, Check>> = {
  document: TEXT,
  app: TEXT,
  export: TEXT,
  appDocument: [
    (value) => typeof value === "string" && value.startsWith("/"),
    "a path such as /openapi.json",
  ],
  sources: [
    (value) =>
      Array.isArray(value) && value.length > 0 && value.every(isRecord),
    "a list of { name, document, … }",
  ],
  out: TEXT,
  report: TEXT,
  name: TEXT,
  timeout: SECONDS,
  timeouts: [
    (value) => isRecord(value) && Object.values(value).every(isPositive),
    "an object of seconds by tool name",
  ],
  routePrefix: [(value) => typeof value === "string", "a path such as /v1"],
  redactErrors: SWITCH,
  allRoutesAsTools: SWITCH,
  routeMaps: [
    (value) => Array.isArray(value) && value.every(isRecord),
    "a list of { methods, pattern, tags, routeType }",
  ],
  baseUrl: [isHttpUrl, "an http or https URL"],
  maxConcurrency: COUNT,
  overrides: RECORD,
  outputSchemas: oneOf("off", "lenient", "strict"),
  schemas: oneOf("refs", "inline"),
  clients: oneOf(...CLIENTS),
  allowRemote: SWITCH,
  refRoot: TEXT,
  auth: oneOf("jwt"),
  emit: [
    (value) => isListOf(value, EXTRA_FILES),
    `a list of ${EXTRA_FILES.join(", ")}`,
  ],
  maxNameLength: [
    (value) => Number.isInteger(value) && Number(value) >= 16,
    "a whole number from 16",
  ],
  maxDescriptionLength: [
    (value) => Number.isInteger(value) && Number(value) >= 80,
    "a whole number from 80",
  ],
};

function check(field: string, value: unknown): Problem[] {
  if (!Object.hasOwn(CHECKS, field)) {
    return [
      {
        code: "unknown-option",
        message: `There is no option ${JSON.stringify(field)}.`,
        hint: `Options are ${Object.keys(CHECKS).join(", ")}.`,
      },
    ];
  }
  const [test, expected] = CHECKS[field as keyof Config];
  if (test(value)) return [];
  return [
    {
      code: "bad-option",
      message: `The option ${field} must be ${expected}; it is ${JSON.stringify(value)}.`,
    },
  ];
}

/** `v1/`, `/v1` and `/v1/` are the same prefix. */
function normalPrefix(prefix: string): string {
  const bare = prefix.replace(/^\/+|\/+$/g, "");
  return bare === "" ? "" : `/${bare}`;
}
