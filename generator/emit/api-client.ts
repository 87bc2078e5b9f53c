import type { App } from "../app/read-app.js";
import { mainImport, type FeatureName } from "../config/runtime-features.js";
import type { Settings } from "../config/resolve-config.js";
import { answersPath, variablePrefix } from "../config/source-name.js";
import { credentialsOf } from "./credentials.js";
import { featureImports, inOrder } from "./imports.js";
import { literal } from "./literal.js";
import type { PlannedApi } from "./planned-files.js";

/** What client.ts is made of. */
export function clientView(planned: PlannedApi) {
  const { api, plan, settings } = planned;
  const { redactErrors, routePrefix, timeout } = settings;
  const features = planned.features.client;
  const credentials = credentialsOf(api, plan, settings.source);
  const { app } = plan;
  const server = api.servers[0] ?? "/";
  // Absolute, or relative where the document says no more.
  const baseUrl = settings.baseUrl ?? (app ? appUrl(server) : server);
  const standsIn = features.includes("rehearsal") && !URL.canParse(baseUrl);
  // Some operation has an absolute server of its own.
  const ownServers = plan.components.some(({ recipe }) =>
    /^([a-z][\w+.-]*:)?\/\//i.test(recipe.server ?? ""),
  );
  return {
    imports: inOrder([
      ...featureImports(features, "./runtime/", {
        traces: "traceRequests",
        ...(standsIn && { rehearsal: "addressOf, rehearsal" }),
      }),
      { clause: "{ createHttpClient }", from: "./runtime/index.js" },
      { clause: "type { Client }", from: "./runtime/index.js" },
    ]),
    app: app !== null,
    transport: transportText(features, app, settings),
    addressVariable: `${variablePrefix(settings.source)}API_BASE_URL`,
    baseUrl,
    address: standsIn
      ? `addressOf(env, ${literal(baseUrl)})`
      : literal(baseUrl),
    ownServers: app === null && ownServers,
    // What differs from the runtime's defaults.
    options: {
      ...(routePrefix !== "" && { routePrefix }),
      timeout,
      ...(redactErrors && { redactErrors }),
      // What an application answers is told as it is.
      ...(app && { maxRedirects: 0 }),
    },
    seams: seamsOf(features, app),
    credentials,
  };
}

/** What sends, with what stands around it, as a formatter would lay it out. */
function transportText(
  features: readonly FeatureName[],
  app: App | null,
  { maxConcurrency, source }: Settings,
): string {
  const has = (feature: FeatureName) => features.includes(feature);
  let text = `${transportOf(features)}(${app ? loaderText(app) : ""})`;
  if (maxConcurrency !== null)
    text = callText("concurrency", String(maxConcurrency), text);
  if (has("cookies")) text = callText("cookieJar", text);
  if (has("traces")) text = callText("traceRequests", text);
  const answers = literal(`../${answersPath(source)}`);
  const mock = has("mock") ? [`mock(${answers}, import.meta.url)`] : [];
  if (has("rehearsal")) text = callText("rehearsal", "env", text, ...mock);
  return text.replaceAll("\n", "\n    ");
}

/** Where an application is called in the same process: what loads it. */
function loaderText({ exportName, specifier, typescript }: App): string {
  const load = typescript ? "import-typescript-app" : "import-app";
  const { name } = mainImport(load);
  const url = `new URL(${literal(specifier)}, import.meta.url)`;
  return `() =>\n  ${name}(${url}, ${literal(exportName)}),\n`;
}

/** A call, over several lines where an argument has some. */
function callText(name: string, ...args: readonly string[]): string {
  if (!args.some((one) => one.includes("\n")))
    return `${name}(${args.join(", ")})`;
  const lines = args.map((one) => `  ${one.replaceAll("\n", "\n  ")},\n`);
  return `${name}(\n${lines.join("")})`;
}

/** What is handed in besides, to write bodies, read streams and know callers: `bodies: [form]`, `stream: streams()`. */
function seamsOf(features: readonly FeatureName[], app: App | null): string[] {
  const has = (feature: FeatureName) => features.includes(feature);
  const files = has("local-files") ? 'localFiles("/srv/uploads")' : "";
  const pieces = app ? "{ pieces: true }" : "";
  const bodies = [
    ...(has("binary") ? [`binary(${files})`] : []),
    ...(has("form") ? ["form"] : []),
    ...(has("json-lines") ? ["jsonLines"] : []),
    ...(has("multipart") ? [`multipart(${files})`] : []),
  ];
  return [
    ...(bodies.length > 0 ? [`bodies: [${bodies.join(", ")}]`] : []),
    ...(has("streams") ? [`stream: streams(${pieces})`] : []),
    ...(has("callers") ? ["forCaller: callers()"] : []),
  ];
}

function transportOf(features: readonly FeatureName[]): string {
  const found = (["fetch", "fetch-app", "server-app"] as const).find((one) =>
    features.includes(one),
  );
  return mainImport(found ?? "axios").name;
}

/** No request goes there, but the application is told so, and may have its routes below a path. */
function appUrl(server: string): string {
  return URL.canParse(server, APP_URL)
    ? new URL(server, APP_URL).href.replace(/\/$/, "")
    : APP_URL;
}

const APP_URL = "http://app.local";
