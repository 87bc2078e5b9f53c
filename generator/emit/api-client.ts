import type { App } from "../app/read-app.js";
import { mainImport, type FeatureName } from "../config/features.js";
import type { Settings } from "../config/settle.js";
import {
  answersPath,
  routePrefix as routesOf,
  variablePrefix,
} from "../config/source-name.js";
import { credentialsOf, type Variable } from "./credentials.js";
import { featureImports, inOrder, type ImportLine } from "./imports.js";
import { literal } from "./literal.js";
import type { PlannedApi } from "./planned.js";

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
      ...featureImports(
        features.filter(
          (one) => one !== "traces" && !(standsIn && one === "rehearsal"),
        ),
        "./runtime/",
      ),
      ...(features.includes("traces") ? [TRACE_REQUESTS] : []),
      ...(standsIn ? [ADDRESS_OF] : []),
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
    seams: seamsOf(features),
    credentials,
  };
}

const TRACE_REQUESTS: ImportLine = {
  clause: "{ traceRequests }",
  from: "./runtime/features/traces.js",
};

const ADDRESS_OF: ImportLine = {
  clause: "{ addressOf, rehearsal }",
  from: "./runtime/features/rehearsal.js",
};

/** What sends, with what stands around it, as a formatter would lay it out. */
function transportText(
  features: readonly FeatureName[],
  app: App | null,
  { maxConcurrency, source }: Settings,
): string {
  const has = (feature: FeatureName) => features.includes(feature);
  const mock = has("mock")
    ? [`mock(${literal(`../${answersPath(source)}`)}, import.meta.url)`]
    : [];
  const around: readonly (readonly [
    wanted: boolean,
    name: string,
    before?: readonly string[],
    after?: readonly string[],
  ])[] = [
    [maxConcurrency !== null, "concurrency", [String(maxConcurrency)]],
    [has("cookies"), "cookieJar"],
    [has("traces"), "traceRequests"],
    [has("rehearsal"), "rehearsal", ["env"], mock],
  ];
  return around
    .filter(([wanted]) => wanted)
    .reduce(
      (inner, [, name, before = [], after = []]) =>
        callText(name, [...before, inner, ...after]),
      `${transportOf(features)}(${app ? loaderText(app) : ""})`,
    )
    .replaceAll("\n", "\n    ");
}

/** Where an application is called in the same process: what loads it. */
function loaderText({ exportName, specifier, typescript }: App): string {
  const load = typescript ? "import-typescript-app" : "import-app";
  const { name } = mainImport(load);
  const url = `new URL(${literal(specifier)}, import.meta.url)`;
  return `() =>\n  ${name}(${url}, ${literal(exportName)}),\n`;
}

/** A call, over several lines where an argument has some. */
function callText(name: string, args: readonly string[]): string {
  if (!args.some((one) => one.includes("\n")))
    return `${name}(${args.join(", ")})`;
  const lines = args.map((one) => `  ${one.replaceAll("\n", "\n  ")},\n`);
  return `${name}(\n${lines.join("")})`;
}

/** What is handed in besides, to write bodies, read streams and know callers: `bodies: [form]`, `stream: streams()`. */
function seamsOf(features: readonly FeatureName[]): string[] {
  const has = (feature: FeatureName) => features.includes(feature);
  const files = has("local-files") ? 'localFiles("/srv/uploads")' : "";
  const bodies = [
    ...(has("binary") ? [`binary(${files})`] : []),
    ...(has("form") ? ["form"] : []),
    ...(has("json-lines") ? ["jsonLines"] : []),
    ...(has("multipart") ? [`multipart(${files})`] : []),
  ];
  return [
    ...(bodies.length > 0 ? [`bodies: [${bodies.join(", ")}]`] : []),
    ...(has("streams") ? ["stream: streams()"] : []),
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

/** For `.env.example` and the README. */
export function environmentOf(planned: PlannedApi): Variable[] {
  const view = clientView(planned);
  const { addressVariable, app, baseUrl, credentials } = view;
  const whose = routesOf(planned.settings.source);
  const address = {
    name: addressVariable,
    meaning: `Base URL of the ${whose}API`,
    about: "",
    value: /^https?:/i.test(baseUrl) ? baseUrl : "",
  };
  return [
    ...(app ? [] : [address]),
    ...credentials.flatMap(({ scheme, variables }) =>
      variables.map((variable) => ({
        ...variable,
        // A name is any text, and the README is no place for its Markdown.
        meaning: `${whose}${scheme.replace(/[^\w.-]+/g, " ")}: ${variable.meaning}`,
      })),
    ),
  ];
}
