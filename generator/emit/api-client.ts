import type { ClientContext, FeatureDefinition } from "../features/feature.js";
import { createLookup, writeParts } from "../features/parts.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import type { Plan } from "../plan/plan.js";
import { variablePrefixOf } from "../config/source-name.js";
import { credentialsOf } from "./credentials.js";
import { moduleImportsOf, runtimeImportsOf, sortImports } from "./imports.js";
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
  const [address] = URL.canParse(baseUrl)
    ? []
    : features.flatMap(({ client }) => client?.address?.(baseUrl) ?? []);
  const parts = writeClientParts(features, plan, settings);
  // True if an operation overrides `servers` with an absolute URL.
  const ownServers = plan.components.some(({ requestSpec }) =>
    /^([a-z][\w+.-]*:)?\/\//i.test(requestSpec.server ?? ""),
  );
  const addressVariable = `${variablePrefixOf(settings.source)}API_BASE_URL`;
  return {
    imports: sortImports([
      ...[...parts.imports, address?.imports ?? {}].flatMap((imports) =>
        runtimeImportsOf(imports, "./runtime/"),
      ),
      ...features.flatMap(({ modules = {} }) => moduleImportsOf(modules, "./")),
      { clause: "{ createHttpClient }", from: "./runtime/index.js" },
      { clause: "type { Client, ServerContext }", from: "./runtime/index.js" },
    ]),
    app: app !== null,
    usesEnv: app === null || parts.isWrapped,
    ...parts.view,
    variablePrefix: variablePrefixOf(settings.source),
    addressVariable,
    baseUrl,
    address: writeAddress(
      `env[${literal(addressVariable)}] ||`,
      address?.code ?? literal(baseUrl),
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

/** Member of a client's options that has code of features. */
type ClientPlace =
  | "bodies"
  | "forCaller"
  | "hiddenArguments"
  | "middleware"
  | "parseStrings"
  | "stream"
  | "transport"
  | "writeJson";

/** Code of the features in the options of a client, by member, and the names to import for it. */
function writeClientParts(
  features: readonly FeatureDefinition[],
  { app, variables }: Plan,
  settings: ResolvedConfig,
) {
  const [wrapper] = features.flatMap(({ client }) => client?.wrapper ?? []);
  const bodyOptions = wrapper?.bodyOptions ?? "";
  const has = createLookup(features);
  const context: ClientContext = {
    app,
    bodyOptions,
    has,
    settings,
    variables: Object.fromEntries(
      variables.map(({ key, variable }) => [key, variable]),
    ),
  };
  const write = (place: ClientPlace) =>
    writeParts(features, context, ({ client }) => client?.[place]);
  const writeMembers = (places: readonly ClientPlace[]) =>
    places.flatMap((place) =>
      write(place).map(({ code }) => `${place}: ${code}`),
    );
  const transports = write("transport");
  const middleware = write("middleware");
  const bodies = write("bodies");
  const members = writeMembers(["stream", "forCaller"]);
  const bodyCodes = bodies.map(({ code }) => code);
  const bodyMembers =
    bodyCodes.length > 0 ? [`bodies: [${bodyCodes.join(", ")}]`] : [];
  return {
    isWrapped: wrapper !== undefined,
    view: {
      transport: transports
        .map(({ code }) => code.replaceAll("\n", "\n    "))
        .join(""),
      middleware: middleware.map(({ code }) => code),
      seams: [
        ...(wrapper
          ? [wrapper.code({ bodies: bodyCodes, members }, context)]
          : [...bodyMembers, ...members]),
        ...writeMembers(["hiddenArguments", "parseStrings", "writeJson"]),
      ],
    },
    imports: features.map(({ client, imports }) => client?.imports ?? imports),
  };
}

/** Base URL for an application. No request goes there, but routes may be below its path. */
function toAppUrl(server: string): string {
  return URL.canParse(server, APP_URL)
    ? new URL(server, APP_URL).href.replace(/\/$/, "")
    : APP_URL;
}

const APP_URL = "http://app.local";
