import type { App } from "../app/read-app.js";
import type { Settings } from "../config.js";
import type { Api, OAuthFlow, SecurityScheme } from "../model.js";
import { compare } from "./names.js";
import type { Plan } from "./plan.js";

/** What client.ts is made of. */
export interface ClientView {
  /** Where an application is called in the same process: the functions that do so, and its module. */
  readonly app: AppView | null;
  /** Something is read from the environment. */
  readonly usesEnvironment: boolean;
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

interface AppView {
  /** The runtime's functions, by the files that hold them. */
  readonly imports: readonly { readonly name: string; readonly file: string }[];
  readonly load: string;
  readonly transport: string;
  readonly specifier: string;
  readonly exportName: string;
}

/** One entry of `credentials`: a call of a function of the runtime. */
export interface CredentialView {
  readonly scheme: string;
  readonly call: string;
  readonly options: object;
  readonly description: string;
  readonly variables: readonly Variable[];
}

/** One environment variable that the emitted server reads. */
export interface Variable {
  readonly name: string;
  readonly meaning: string;
  /** What the document says of the scheme. */
  readonly about: string;
  readonly value: string;
}

export function clientView(
  api: Api,
  plan: Plan,
  settings: Settings,
): ClientView {
  const credentials = credentialsOf(api, plan);
  const app = plan.app && appView(plan.app);
  const server = api.servers[0]?.url ?? "/";
  const ownServers = plan.components.some(({ request }) =>
    /^([a-z][\w+.-]*:)?\/\//i.test(request.server ?? ""),
  );
  return {
    app,
    usesEnvironment: app === null || credentials.length > 0,
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
    ].sort(compare),
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
    ].sort((a, b) => compare(a.file, b.file)),
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
  const { app, baseUrl, credentials } = clientView(api, plan, settings);
  const address = {
    name: "API_BASE_URL",
    meaning: "Base URL of the API",
    about: "",
    value: baseUrl,
  };
  return [
    ...(app === null ? [address] : []),
    ...credentials.flatMap(({ scheme, variables }) =>
      variables.map((variable) => ({
        ...variable,
        // A name is any text, and the README is no place for its Markdown.
        meaning: `${scheme.replace(/[^\w.-]+/g, " ")}: ${variable.meaning}`,
      })),
    ),
  ];
}

/** The schemes that some component needs, by name, so that their order in the document means nothing. */
function credentialsOf(api: Api, plan: Plan): CredentialView[] {
  const used = new Set(
    plan.components.flatMap(({ request }) => (request.security ?? []).flat()),
  );
  const taken = new Set(["API_BASE_URL"]);
  return [...api.securitySchemes]
    .filter(([name]) => used.has(name))
    .sort(([a], [b]) => compare(a, b))
    .map(([name, scheme]) => {
      const prefix = variablePrefix(name, taken);
      return { scheme: name, ...credentialOf(scheme, prefix) };
    });
}

/** `bearerAuth` → `API_BEARER_AUTH`; never a variable that means something to the system. */
function variablePrefix(scheme: string, taken: Set<string>): string {
  const words = scheme
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toUpperCase();
  const plain = words.startsWith("API_") ? words : `API_${words || "AUTH"}`;
  let free = plain;
  for (let number = 2; taken.has(free); number++) free = `${plain}_${number}`;
  taken.add(free);
  return free;
}

type Credential = Omit<CredentialView, "scheme">;

function credentialOf(scheme: SecurityScheme, prefix: string): Credential {
  switch (scheme.type) {
    case "apiKey":
      return credential(
        { call: "apiKey", options: { in: scheme.in, name: scheme.name } },
        scheme.description,
        { variable: [prefix, "API key"] },
      );
    case "http":
      return httpCredential(scheme, prefix);
    case "oauth2":
      return oauthCredential(scheme, prefix);
    case "openIdConnect":
      return credential(
        { call: "openIdConnect", options: { url: scheme.url } },
        scheme.description,
        oauthVariables(prefix),
      );
    case "mutualTLS":
      return credential(
        { call: "mutualTls", options: {} },
        scheme.description,
        {
          certificate: [
            `${prefix}_CERT`,
            "File of the client certificate (PEM)",
          ],
          key: [`${prefix}_KEY`, "File of its private key (PEM)"],
          ca: [
            `${prefix}_CA`,
            "File of the certificate authority (PEM), where it is your own",
          ],
        },
      );
  }
}

function httpCredential(
  scheme: SecurityScheme & { type: "http" },
  prefix: string,
): Credential {
  const name = scheme.scheme.toLowerCase();
  if (name === "basic") {
    return credential({ call: "basic", options: {} }, scheme.description, {
      username: [`${prefix}_USERNAME`, "User name"],
      password: [`${prefix}_PASSWORD`, "Password"],
    });
  }
  return credential(
    {
      call: "bearer",
      options: name === "bearer" ? {} : { scheme: scheme.scheme },
    },
    scheme.description,
    { variable: [`${prefix}_TOKEN`, "Token"] },
  );
}

function oauthCredential(
  scheme: SecurityScheme & { type: "oauth2" },
  prefix: string,
): Credential {
  const flow =
    [...scheme.flows].find(([name]) => name === "clientCredentials") ??
    [...scheme.flows].find(([, { tokenUrl }]) => tokenUrl !== "");
  return credential(
    {
      call: "oauth2",
      options: flow === undefined ? {} : tokenEndpoint(...flow),
    },
    scheme.description,
    oauthVariables(prefix),
  );
}

function tokenEndpoint(name: string, flow: OAuthFlow): object {
  return {
    tokenUrl: flow.tokenUrl,
    ...(flow.refreshUrl === "" ? {} : { refreshUrl: flow.refreshUrl }),
    ...(name === "clientCredentials" && flow.scopes.length > 0
      ? { scopes: flow.scopes }
      : {}),
  };
}

function oauthVariables(prefix: string): Record<string, [string, string]> {
  return {
    token: [
      `${prefix}_TOKEN`,
      "Access token, where you have one; without it, the next ones",
    ],
    clientId: [`${prefix}_CLIENT_ID`, "Client id"],
    clientSecret: [`${prefix}_CLIENT_SECRET`, "Client secret"],
    refreshToken: [
      `${prefix}_REFRESH_TOKEN`,
      "Refresh token, for acting as a user",
    ],
  };
}

function credential(
  { call, options }: { call: string; options: object },
  description: string,
  variables: Readonly<Record<string, readonly [name: string, meaning: string]>>,
): Credential {
  const names = Object.entries(variables).map(([field, [name]]) => [
    field,
    name,
  ]);
  return {
    call,
    description,
    options: { ...options, ...(Object.fromEntries(names) as object) },
    variables: Object.values(variables).map(([name, meaning]) => ({
      name,
      meaning,
      about: description.split("\n")[0] ?? "",
      value: "",
    })),
  };
}
