import type { App } from "../app/read-app.js";
import { mainImportOf, type FeatureName } from "../config/runtime-features.js";
import { fileSettingsOf } from "../config/config.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import {
  mockResponsesPathOf,
  variablePrefixOf,
} from "../config/source-name.js";
import { credentialsOf } from "./credentials.js";
import { featureImportsOf, sortImports } from "./imports.js";
import { omitEmpty } from "../shared/json.js";
import { literal, WIDTH } from "./literal.js";
import type { PlannedApi } from "./planned-files.js";

/** View of `client.ts.hbs`, the module that creates the API's HTTP client. */
export function viewClient(planned: PlannedApi) {
  const { api, plan, settings } = planned;
  const { redactErrors, routePrefix, timeout } = settings;
  const features = planned.features.client;
  const credentials = credentialsOf(api, plan, settings.source);
  const { app } = plan;
  const server = api.servers[0] ?? "/";
  // Absolute; relative if the document declares no more.
  const baseUrl = settings.baseUrl ?? (app ? toAppUrl(server) : server);
  const standsIn = features.includes("dry-run") && !URL.canParse(baseUrl);
  // True if an operation overrides `servers` with an absolute URL.
  const ownServers = plan.components.some(({ requestSpec }) =>
    /^([a-z][\w+.-]*:)?\/\//i.test(requestSpec.server ?? ""),
  );
  const addressVariable = `${variablePrefixOf(settings.source)}API_BASE_URL`;
  return {
    imports: sortImports([
      ...featureImportsOf(
        features.filter((feature) => feature !== "secret-files"),
        "./runtime/",
        {
          telemetry: "observeRequests",
          ...(standsIn && { "dry-run": "dryRun, requestAddress" }),
        },
      ),
      { clause: "{ createHttpClient }", from: "./runtime/index.js" },
      { clause: "type { Client, ServerContext }", from: "./runtime/index.js" },
    ]),
    app: app !== null,
    usesEnv: app === null || features.includes("files"),
    middleware: writeMiddleware(features, settings),
    transport:
      `${transportOf(features)}(${app ? writeLoader(app) : ""})`.replaceAll(
        "\n",
        "\n    ",
      ),
    variablePrefix: variablePrefixOf(settings.source),
    addressVariable,
    baseUrl,
    address: writeAddress(
      `env[${literal(addressVariable)}] ||`,
      standsIn ? `requestAddress(env, ${literal(baseUrl)})` : literal(baseUrl),
    ),
    ownServers: app === null && ownServers,
    // Options that differ from the runtime's defaults.
    options: {
      ...(routePrefix !== "" && { routePrefix }),
      timeout,
      ...(redactErrors && { redactErrors }),
      ...omitEmpty({
        variables: Object.fromEntries(
          plan.variables.map(({ key, variable }) => [key, variable]),
        ),
      }),
      // Redirects of an application are returned to the caller as they are.
      ...(app && { maxRedirects: 0 }),
    },
    seams: writeClientExtensions(features, app, settings),
    credentials,
  };
}

/** Source of the address behind its key: on the key's line, below it, or on two lines, whichever fits first. */
function writeAddress(variable: string, fallback: string): string {
  const line = `${variable} ${fallback}`;
  const indent = " ".repeat(6);
  // The key with its colon, the value and a comma.
  if (`    baseUrl: ${line},`.length <= WIDTH) return ` ${line}`;
  if (`${indent}${line},`.length <= WIDTH) return `\n${indent}${line}`;
  return `\n${indent}${variable}\n${indent}${fallback}`;
}

/** Sources of the functions around the transport, outermost first. */
function writeMiddleware(
  features: readonly FeatureName[],
  { maxConcurrency, retries, source }: ResolvedConfig,
): string[] {
  const has = (feature: FeatureName) => features.includes(feature);
  const answers = literal(`../${mockResponsesPathOf(source)}`);
  const mock = has("mock") ? `mock(${answers}, import.meta.url)` : "";
  return [
    ...(has("dry-run") ? [`dryRun(${mock})`] : []),
    ...(retries === null ? [] : [`retry(${retries})`]),
    ...(has("telemetry") ? ["observeRequests()"] : []),
    ...(has("cookies") ? ["cookies()"] : []),
    ...(maxConcurrency === null ? [] : [`concurrency(${maxConcurrency})`]),
  ];
}

/** Source of the function that loads an application which is called in the same process. */
function writeLoader({ exportName, specifier, typescript }: App): string {
  const load = typescript ? "import-typescript-app" : "import-app";
  const { name } = mainImportOf(load);
  const url = `new URL(${literal(specifier)}, import.meta.url)`;
  return `() =>\n  ${name}(${url}, ${literal(exportName)}),\n`;
}

/** Source of the client's optional members, which write bodies, read streams and identify callers: `bodies: [form]`, `stream: streams()`. */
function writeClientExtensions(
  features: readonly FeatureName[],
  app: App | null,
  settings: ResolvedConfig,
): string[] {
  const has = (feature: FeatureName) => features.includes(feature);
  const fileOptions = has("files") ? "files" : "";
  const streamOptions = app ? "{ pieces: true }" : "";
  const bodies = [
    ...(has("binary") ? [`binary(${fileOptions})`] : []),
    ...(has("form") ? ["form"] : []),
    ...(has("json-lines") ? ["jsonLines"] : []),
    ...(has("multipart") ? [`multipart(${fileOptions})`] : []),
  ];
  const seams = [
    ...(has("streams") ? [`stream: streams(${streamOptions})`] : []),
    ...(has("per-caller") ? ["forCaller: perCaller()"] : []),
  ];
  if (has("files")) return [writeCallerFiles(bodies, seams, settings)];
  return [
    ...(bodies.length > 0 ? [`bodies: [${bodies.join(", ")}]`] : []),
    ...seams,
  ];
}

/** Megabytes of JSON that a server reads whole if it shows a part and saves the rest. */
const MAX_JSON_MEGABYTES = 16;

/** Source of the member that gives each caller its files: `forCaller: callerFiles({ env, bodies: (files) => [multipart(files)] })`. */
function writeCallerFiles(
  bodies: readonly string[],
  seams: readonly string[],
  { features, files, maxResultTokens, tools }: ResolvedConfig,
): string {
  const isShortened =
    maxResultTokens !== null ||
    tools === "search" ||
    features.includes("shorten-responses");
  const takesFiles = bodies.some((body) => body.includes("(files)"));
  const members = [
    "env",
    `bodies: (${takesFiles ? "files" : ""}) => [${bodies.join(", ")}]`,
    ...seams,
    ...(isShortened ? [`maxJsonMegabytes: ${MAX_JSON_MEGABYTES}`] : []),
    ...Object.entries(fileSettingsOf(files) ?? {}).map(
      ([name, value]) => `${name}: ${literal(value)}`,
    ),
  ];
  const lines = members.map((member) => `      ${member},\n`);
  return `forCaller: callerFiles({\n${lines.join("")}    })`;
}

function transportOf(features: readonly FeatureName[]): string {
  const transport = (["fetch", "fetch-app", "server-app"] as const).find(
    (feature) => features.includes(feature),
  );
  return mainImportOf(transport ?? "axios").name;
}

/** Base URL for an application. No request goes there, but routes may be below its path. */
function toAppUrl(server: string): string {
  return URL.canParse(server, APP_URL)
    ? new URL(server, APP_URL).href.replace(/\/$/, "")
    : APP_URL;
}

const APP_URL = "http://app.local";
