import type { App } from "../app/read-app.js";
import type { Settings } from "../config/settle.js";
import { routePrefix, variablePrefix } from "../config/source-name.js";
import type { Api } from "../model.js";
import type { Plan } from "../plan/plan.js";
import { byCodeUnit } from "../text.js";
import {
  credentialsOf,
  type CredentialView,
  type Variable,
} from "./credentials.js";

/** What client.ts is made of. */
export interface ClientView {
  /** Where an application is called in the same process: the functions that do so, and its module. */
  readonly app: AppView | null;
  /** Something is read from the environment. */
  readonly usesEnvironment: boolean;
  /** Environment variable of the base URL. */
  readonly addressVariable: string;
  /** Absolute, or relative where the document says no more. */
  readonly baseUrl: string;
  /** Some operation has an absolute server of its own. */
  readonly ownServers: boolean;
  /** Fields that differ from the runtime's defaults. */
  readonly options: object;
  readonly imports: readonly string[];
  readonly credentials: readonly CredentialView[];
  /** The first scheme that takes a bearer token. */
  readonly tokenScheme: string | null;
}

export interface AppView {
  /** The runtime's functions, by the files that hold them. */
  readonly imports: readonly { readonly name: string; readonly file: string }[];
  readonly load: string;
  readonly transport: string;
  readonly specifier: string;
  readonly exportName: string;
}

export function clientView(
  api: Api,
  plan: Plan,
  settings: Settings,
): ClientView {
  const credentials = credentialsOf(api, plan, settings.source);
  const app = plan.app && appView(plan.app);
  const server = api.servers[0]?.url ?? "/";
  const ownServers = plan.components.some(({ request }) =>
    /^([a-z][\w+.-]*:)?\/\//i.test(request.server ?? ""),
  );
  return {
    app,
    usesEnvironment: app === null || credentials.length > 0,
    addressVariable: `${variablePrefix(settings.source)}API_BASE_URL`,
    baseUrl: settings.baseUrl ?? (app ? appUrl(server) : server),
    ownServers: app === null && ownServers,
    options: {
      ...(settings.routePrefix === ""
        ? {}
        : { routePrefix: settings.routePrefix }),
      timeout: settings.timeout,
      ...(settings.redactErrors ? { redactErrors: true } : {}),
      ...(settings.maxConcurrency === null
        ? {}
        : { maxConcurrency: settings.maxConcurrency }),
    },
    imports: [
      ...new Set(["createHttpClient", ...credentials.map(({ call }) => call)]),
    ].sort(byCodeUnit),
    credentials,
    tokenScheme: credentials.find(takesToken)?.scheme ?? null,
  };
}

function takesToken({ call }: CredentialView): boolean {
  return ["bearer", "oauth2", "openIdConnect"].includes(call);
}

function appView({ exportName, form, specifier, typescript }: App): AppView {
  const load = typescript ? "importTypeScriptApp" : "importApp";
  const transport = `${form}Transport`;
  return {
    imports: [
      { name: transport, file: form },
      { name: load, file: typescript ? "typescript" : "import" },
    ].sort((a, b) => byCodeUnit(a.file, b.file)),
    load,
    transport,
    specifier,
    exportName,
  };
}

/** No request goes there, but the application is told so, and may have its routes below a path. */
function appUrl(server: string): string {
  return URL.canParse(server, APP_URL)
    ? new URL(server, APP_URL).href.replace(/\/$/, "")
    : APP_URL;
}

const APP_URL = "http://app.local";

/** For `.env.example` and the README. */
export function environmentOf(
  api: Api,
  plan: Plan,
  settings: Settings,
): Variable[] {
  const view = clientView(api, plan, settings);
  const { addressVariable, app, baseUrl, credentials } = view;
  const whose = routePrefix(settings.source);
  const address = {
    name: addressVariable,
    meaning: `Base URL of the ${whose}API`,
    about: "",
    value: baseUrl,
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
