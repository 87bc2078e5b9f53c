import type { App } from "../app/read-app.js";
import { mainImport, type Feature } from "../config/features.js";
import type { Settings } from "../config/settle.js";
import {
  answersPath,
  routePrefix as routesOf,
  variablePrefix,
} from "../config/source-name.js";
import { credentialsOf, type Variable } from "./credentials.js";
import { featureImports, inOrder, type ImportLine } from "./imports.js";
import type { PlannedApi } from "./planned.js";

/** What client.ts is made of. */
export function clientView(planned: PlannedApi) {
  const { api, plan, settings } = planned;
  const { redactErrors, routePrefix, timeout } = settings;
  const features = planned.features.client;
  const credentials = credentialsOf(api, plan, settings.source);
  const { app } = plan;
  // Who reads the source needs no password of the document's.
  const server = (api.servers[0]?.url ?? "/").replace(LOGIN, "$1");
  // Some operation has an absolute server of its own.
  const ownServers = plan.components.some(({ recipe }) =>
    /^([a-z][\w+.-]*:)?\/\//i.test(recipe.server ?? ""),
  );
  return {
    imports: inOrder([
      ...featureImports(
        features.filter((one) => one !== "traces"),
        "./runtime/",
      ),
      ...(features.includes("traces") ? [TRACE_HOOKS] : []),
      { clause: "{ createHttpClient }", from: "./runtime/index.js" },
      { clause: "type { Client }", from: "./runtime/index.js" },
    ]),
    transport: transportOf(features),
    app: app && appView(app),
    addressVariable: `${variablePrefix(settings.source)}API_BASE_URL`,
    // Absolute, or relative where the document says no more.
    baseUrl: settings.baseUrl ?? (app ? appUrl(server) : server),
    ownServers: app === null && ownServers,
    // What differs from the runtime's defaults.
    options: {
      ...(routePrefix !== "" && { routePrefix }),
      timeout,
      ...(redactErrors && { redactErrors }),
    },
    seams: seamsOf(features, settings),
    credentials,
  };
}

const LOGIN = /^([a-z][\w+.-]*:\/\/)[^/?#]*@/i;

const TRACE_HOOKS: ImportLine = {
  clause: "{ traceRequest, traceResponse }",
  from: "./runtime/features/traces.js",
};

/** What is handed in besides, to write bodies, read streams, wait for places and see requests: `bodies: [form]`, `stream: streams()`. */
function seamsOf(
  features: readonly Feature[],
  { maxConcurrency, source }: Settings,
): string[] {
  const bodies = BODIES.filter(([feature]) => features.includes(feature));
  const list = bodies.map(([, expression]) => expression).join(", ");
  const has = (feature: Feature) => features.includes(feature);
  const hooks = has("traces")
    ? "onRequest: traceRequest, onResponse: traceResponse"
    : "";
  return [
    list === "" ? "" : `bodies: [${list}]`,
    has("redirects") ? "follow: redirects()" : "",
    has("streams") ? "stream: streams()" : "",
    maxConcurrency === null ? "" : `takePlace: concurrency(${maxConcurrency})`,
    has("callers") ? "forCaller: callers()" : "",
    // A jar has a hook of that name itself.
    has("cookies") ? `...cookieJar(${hooks && `{ ${hooks} }`})` : hooks,
    // After the transport, whose place it takes.
    has("mock")
      ? `...rehearsal(env, mock("../${answersPath(source)}", import.meta.url))`
      : "...rehearsal(env)",
  ].filter(Boolean);
}

const BODIES = [
  ["binary", "binary()"],
  ["form", "form"],
  ["json-lines", "jsonLines"],
  ["multipart", "multipart()"],
] as const;

function transportOf(features: readonly Feature[]): string {
  const found = (["fetch", "fetch-app", "server-app"] as const).find((one) =>
    features.includes(one),
  );
  return mainImport(found ?? "axios").name;
}

/** Where an application is called in the same process: what loads it, and its module. */
function appView({ exportName, specifier, typescript }: App) {
  const load = typescript ? "import-typescript-app" : "import-app";
  return { load: mainImport(load).name, specifier, exportName };
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
    ...(app === null ? [address] : []),
    ...credentials.flatMap(({ scheme, variables }) =>
      variables.map((variable) => ({
        ...variable,
        // A name is any text, and the README is no place for its Markdown.
        meaning: `${whose}${scheme.replace(/[^\w.-]+/g, " ")}: ${variable.meaning}`,
      })),
    ),
  ];
}
