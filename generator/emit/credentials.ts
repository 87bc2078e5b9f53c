import { variablePrefix, type SourceName } from "../config/source-name.js";
import { filled } from "../shared/json.js";
import type { Api, SecurityScheme } from "../model.js";
import { loginOf, tokenFlow } from "./oauth-flows.js";
import type { Plan } from "../plan/plan.js";
import { byKey } from "../shared/order.js";
import type { PlannedApi } from "./planned-files.js";

/** One environment variable that the emitted server reads. */
export interface Variable {
  readonly name: string;
  readonly meaning: string;
  /** What the document says of the scheme. */
  readonly about: string;
  readonly value: string;
}

/**
 * The entries of `credentials`: for each scheme that some component needs a call of a function of the runtime, and the
 * variables that it is told in its options. By name, so that their order in the document means nothing.
 */
export function credentialsOf(api: Api, plan: Plan, source: SourceName) {
  const used = new Set(
    plan.components.flatMap(({ recipe }) => (recipe.security ?? []).flat()),
  );
  const taken = new Set(["API_BASE_URL"]);
  return [...api.securitySchemes]
    .filter(([name]) => used.has(name))
    .sort(byKey)
    .map(([name, scheme]) => {
      const { call, options, variables } = credentialOf(scheme);
      const fields = Object.entries(variables);
      const endings = fields.map(([, [ending]]) => ending);
      const prefix = variablePrefix(source) + prefixOf(name, endings, taken);
      const { description } = scheme;
      const about = description.split("\n")[0] ?? "";
      const named = fields.map(
        ([field, [ending]]) => [field, prefix + ending] as const,
      );
      return {
        scheme: name,
        call,
        description,
        options: { ...options, ...Object.fromEntries(named) },
        variables: fields.map(([, [ending, meaning]]) => {
          return { name: prefix + ending, meaning, about, value: "" };
        }),
      };
    });
}

/** How people log in, by scheme; of several APIs, behind the name of theirs. */
export function loginsOf(apis: readonly PlannedApi[]): object {
  const logins = apis.flatMap(({ api, plan, settings: { source } }) =>
    credentialsOf(api, plan, source).flatMap(({ options, scheme }) => {
      const known = api.securitySchemes.get(scheme);
      const login = known && loginOf(known);
      if (login === undefined) return [];
      const { clientId, clientSecret, refreshToken } = options;
      const names = { clientId, clientSecret, refreshToken };
      const name = source === null ? scheme : `${source}/${scheme}`;
      return [[name, { ...login, ...names }] as const];
    }),
  );
  return Object.fromEntries(logins);
}

/** What a scheme's variables begin with: `bearerAuth` → `API_BEARER_AUTH`. No name is taken then, or means something to the system. */
function prefixOf(
  scheme: string,
  endings: readonly string[],
  taken: Set<string>,
): string {
  const words = scheme
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toUpperCase();
  const plain = words.startsWith("API_") ? words : `API_${words || "AUTH"}`;
  const namesOf = (prefix: string) =>
    ["", ...endings].map((ending) => prefix + ending);
  let free = plain;
  for (let number = 2; namesOf(free).some((one) => taken.has(one)); number++)
    free = `${plain}_${number}`;
  for (const one of namesOf(free)) taken.add(one);
  return free;
}

/** A call, what it is told besides, and the variables that it reads: what their names end in, and what they mean. */
interface Credential {
  readonly call: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<
    Record<string, readonly [ending: string, meaning: string]>
  >;
}

function credentialOf(scheme: SecurityScheme): Credential {
  switch (scheme.type) {
    case "apiKey":
      return {
        call: "apiKey",
        options: { in: scheme.in, name: scheme.name },
        variables: { variable: ["", "API key"] },
      };
    case "http":
      return httpCredential(scheme.scheme);
    case "oauth2": {
      const flow = tokenFlow(scheme);
      if (flow === undefined) return bearer("Access token");
      const [name, { refreshUrl, scopes, tokenUrl }] = flow;
      return {
        call: "oauth2",
        options: {
          tokenUrl,
          ...(refreshUrl === "" ? {} : { refreshUrl }),
          ...(name === "clientCredentials" && filled({ scopes })),
        },
        variables: oauthVariables(tokenUrl),
      };
    }
    case "openIdConnect":
      return {
        call: "openIdConnect",
        options: { url: scheme.url },
        variables: oauthVariables(scheme.url),
      };
    case "mutualTLS":
      return {
        call: "mutualTls",
        // prettier-ignore
        variables: {
          certificate: ["_CERT", "File of the client certificate (PEM)"],
          key: ["_KEY", "File of its private key (PEM)"],
          ca: ["_CA", "File of the certificate authority (PEM), where it is your own"],
        },
      };
  }
}

function httpCredential(scheme: string): Credential {
  const name = scheme.toLowerCase();
  if (name !== "basic")
    return bearer("Token", name === "bearer" ? {} : { scheme });
  return {
    call: "basic",
    variables: {
      username: ["_USERNAME", "User name"],
      password: ["_PASSWORD", "Password"],
    },
  };
}

function bearer(meaning: string, options = {}): Credential {
  const variables = { variable: ["_TOKEN", meaning] } as const;
  return { call: "bearer", options, variables };
}

function oauthVariables(url: string): Credential["variables"] {
  // Who sets them shall know to whom they go.
  const to = URL.canParse(url) ? `, sent to ${new URL(url).host}` : "";
  // prettier-ignore
  return {
    token: ["_TOKEN", "Access token, where you have one; without it, the next ones"],
    clientId: ["_CLIENT_ID", "Client id"],
    clientSecret: ["_CLIENT_SECRET", `Client secret${to}`],
    refreshToken: ["_REFRESH_TOKEN", "Refresh token, for acting as a user"],
  };
}
