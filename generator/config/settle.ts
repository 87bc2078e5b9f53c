import { ToolwrightError, type Problem } from "../errors.js";
import type { Config, Settings } from "./config.js";
import { EXTRA_FILES } from "./extra-file.js";
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
import { CLIENTS, profileOf } from "./profiles.js";

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
