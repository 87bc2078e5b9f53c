import { variablePrefix, type SourceName } from "../config/source-name.js";
import { filled } from "../json.js";
import type { Api, OAuthFlow, SecurityScheme } from "../model.js";
import { loginOf, tokenFlow } from "../schema/token-flow.js";
import type { Plan } from "../plan/plan.js";
import { byKey } from "../text.js";
import type { PlannedApi } from "./planned.js";

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

/** The schemes that some component needs, by name, so that their order in the document means nothing. */
export function credentialsOf(api: Api, plan: Plan, source: SourceName) {
  const used = new Set(
    plan.components.flatMap(({ recipe }) => (recipe.security ?? []).flat()),
  );
  const taken = new Set(["API_BASE_URL"]);
  return [...api.securitySchemes]
    .filter(([name]) => used.has(name))
    .sort(byKey)
    .map(([name, scheme]) => {
      const prefix = variablePrefix(source) + variableOf(name, taken);
      return { scheme: name, ...credentialOf(scheme, prefix) };
    });
}

/** How people log in, by scheme; of several APIs, behind the name of theirs. */
export function loginsOf(apis: readonly PlannedApi[]): object {
  const logins = apis.flatMap(({ api, plan, settings: { source } }) =>
    credentialsOf(api, plan, source).flatMap(({ options, scheme }) => {
      const known = api.securitySchemes.get(scheme);
      const login = known && loginOf(known);
      if (login === undefined) return [];
      const { clientId, clientSecret, refreshToken } = options as OAuthNames;
      const names = { clientId, clientSecret, refreshToken };
      const name = source === null ? scheme : `${source}/${scheme}`;
      return [[name, { ...login, ...names }] as const];
    }),
  );
  return Object.fromEntries(logins);
}

/** Names of variables that `oauth2` and `openIdConnect` are given. */
type OAuthNames = Readonly<
  Record<"clientId" | "clientSecret" | "refreshToken", string>
>;

/** `bearerAuth` → `API_BEARER_AUTH`; never a variable that means something to the system. */
function variableOf(scheme: string, taken: Set<string>): string {
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
        oauthVariables(prefix, scheme.url),
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
  const flow = tokenFlow(scheme);
  if (flow === undefined)
    return credential({ call: "bearer", options: {} }, scheme.description, {
      variable: [`${prefix}_TOKEN`, "Access token"],
    });
  return credential(
    { call: "oauth2", options: tokenEndpoint(...flow) },
    scheme.description,
    oauthVariables(prefix, flow[1].tokenUrl),
  );
}

function tokenEndpoint(name: string, flow: OAuthFlow): object {
  return {
    tokenUrl: flow.tokenUrl,
    ...(flow.refreshUrl === "" ? {} : { refreshUrl: flow.refreshUrl }),
    ...(name === "clientCredentials" && filled({ scopes: flow.scopes })),
  };
}

function oauthVariables(
  prefix: string,
  url = "",
): Record<string, [string, string]> {
  // Who sets them shall know to whom they go.
  const to = URL.canParse(url) ? `, sent to ${new URL(url).host}` : "";
  return {
    token: [
      `${prefix}_TOKEN`,
      "Access token, where you have one; without it, the next ones",
    ],
    clientId: [`${prefix}_CLIENT_ID`, "Client id"],
    clientSecret: [`${prefix}_CLIENT_SECRET`, `Client secret${to}`],
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
