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
import { literal, WIDTH } from "./literal.js";
import type { PlannedApi } from "./planned-files.js";

/** View of `client.ts.hbs`, the module that creates the API's HTTP client. */
export function viewClient(planned: PlannedApi) {
  const { api, plan, settings } = planned;
  const { redactErrors, routePrefix, timeout } = settings;
  const features = planned.features.client;
  const inFiles = features.includes("secret-files");
  const credentials = credentialsOf(api, plan, settings.source).map(
    (credential) => ({
      ...credential,
      inFiles,
      // Source of the option that shares refresh tokens among replicas.
      tokens:
        features.includes("shared-tokens") &&
        /^(oauth2|openIdConnect)$/.test(credential.call)
          ? `sharedTokens(${inFiles ? "withSecretFiles(env)" : "env"}, storeFrom)`
          : null,
      // Names of files that the credential reads itself.
      paths:
        credential.call === "mutualTls"
          ? credential.variables.map(({ name }) => name)
          : null,
    }),
  );
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
  const names = new Set<string>(features);
  return {
    imports: sortImports([
      ...featureImportsOf(
        features.filter((feature) => !names.has(`shared-${feature}`)),
        "./runtime/",
        {
          telemetry: "observeRequests",
          "secret-files": [
            ...(credentials.length > 0 ? ["fromFiles"] : []),
            ...(features.some((feature) => /^shared-/.test(feature))
              ? ["withSecretFiles"]
              : []),
          ].join(", "),
          ...(standsIn && { "dry-run": "dryRun, requestAddress" }),
        },
      ),
      { clause: "{ createHttpClient }", from: "./runtime/index.js" },
      { clause: "type { Client }", from: "./runtime/index.js" },
    ]),
    app: app !== null,
    transport: writeTransport(features, app, settings),
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

/** Source of the transport with its wrappers, such as `cookieJar(axios())`, laid out as prettier would. */
function writeTransport(
  features: readonly FeatureName[],
  app: App | null,
  { maxConcurrency, retries, source }: ResolvedConfig,
): string {
  const has = (feature: FeatureName) => features.includes(feature);
  let text = `${transportOf(features)}(${app ? writeLoader(app) : ""})`;
  const sharedEnv = has("secret-files") ? "withSecretFiles(env)" : "env";
  if (has("shared-concurrency"))
    text = writeCall(
      "sharedConcurrency",
      String(maxConcurrency),
      text,
      sharedEnv,
      "storeFrom",
    );
  else if (maxConcurrency !== null)
    text = writeCall("concurrency", String(maxConcurrency), text);
  if (has("shared-cookies"))
    text = writeCall("sharedCookieJar", text, sharedEnv, "storeFrom");
  else if (has("cookies")) text = writeCall("cookieJar", text);
  if (has("telemetry")) text = writeCall("observeRequests", text);
  if (retries !== null) text = writeCall("retry", String(retries), text);
  const answers = literal(`../${mockResponsesPathOf(source)}`);
  const mockArguments = has("mock")
    ? [`mock(${answers}, import.meta.url)`]
    : [];
  if (has("dry-run")) text = writeCall("dryRun", "env", text, ...mockArguments);
  return text.replaceAll("\n", "\n    ");
}

/** Source of the function that loads an application which is called in the same process. */
function writeLoader({ exportName, specifier, typescript }: App): string {
  const load = typescript ? "import-typescript-app" : "import-app";
  const { name } = mainImportOf(load);
  const url = `new URL(${literal(specifier)}, import.meta.url)`;
  return `() =>\n  ${name}(${url}, ${literal(exportName)}),\n`;
}

/** Source of a call; over several lines if an argument has several. */
function writeCall(name: string, ...argumentTexts: readonly string[]): string {
  if (!argumentTexts.some((argument) => argument.includes("\n")))
    return `${name}(${argumentTexts.join(", ")})`;
  const lines = argumentTexts.map(
    (argument) => `  ${argument.replaceAll("\n", "\n  ")},\n`,
  );
  return `${name}(\n${lines.join("")})`;
}

/** Source of the client's optional members, which write bodies, read streams and identify callers: `bodies: [form]`, `stream: streams()`. */
function writeClientExtensions(
  features: readonly FeatureName[],
  app: App | null,
  settings: ResolvedConfig,
): string[] {
  const has = (feature: FeatureName) => features.includes(feature);
  const localFileOptions = has("local-files")
    ? 'localFiles("/srv/uploads")'
    : "";
  const fileOptions = has("files") ? "files" : localFileOptions;
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
