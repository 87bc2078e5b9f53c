import { variablePrefixOf, type SourceName } from "../config/source-name.js";
import { omitEmpty } from "../shared/json.js";
import type { Api, SecurityScheme } from "../model.js";
import { findLogin, findTokenFlow } from "../features/oauth-flows.js";
import type { Plan } from "../plan/plan.js";
import { compareKeys } from "../shared/order.js";
import { trimSign } from "../shared/trim.js";
import type { PlannedApi } from "./planned-files.js";

/** Environment variable that the emitted server reads. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly meaning: string;
  /** First line of the scheme's description in the document. */
  readonly about: string;
  readonly value: string;
}

/**
 * Entries of `credentials`: for each security scheme that a component needs, the call of a runtime function, and the
 * environment variables that its options name. Sorted by scheme, so that their order in the document means nothing.
 */
export function credentialsOf(api: Api, plan: Plan, source: SourceName) {
  const usedNames = new Set(
    plan.components.flatMap(({ requestSpec }) =>
      (requestSpec.security ?? []).flat(),
    ),
  );
  const takenNames = new Set(["API_BASE_URL"]);
  return [...api.securitySchemes]
    .filter(([name]) => usedNames.has(name))
    .sort(compareKeys)
    .map(([name, scheme]) => {
      const { call, options, variables } = toCredential(scheme);
      const fields = Object.entries(variables);
      const endings = fields.map(([, [ending]]) => ending);
      const prefix =
        variablePrefixOf(source) + prefixOf(name, endings, takenNames);
      const { description } = scheme;
      const summary = description.split("\n")[0] ?? "";
      const variableOptions = fields.map(
        ([field, [ending]]) => [field, joinVariable(prefix, ending)] as const,
      );
      return {
        scheme: name,
        call,
        description,
        options: { ...options, ...Object.fromEntries(variableOptions) },
        variables: fields.map(([, [ending, meaning]]) => {
          const name = joinVariable(prefix, ending);
          return { name, meaning, about: summary, value: "" };
        }),
      };
    });
}

/** Options of the feature `login`, by security scheme; `source/scheme` if there are several APIs. */
export function loginsOf(apis: readonly PlannedApi[]): object {
  const logins = apis.flatMap(({ api, plan, settings: { source } }) =>
    credentialsOf(api, plan, source).flatMap(({ options, scheme }) => {
      const securityScheme = api.securitySchemes.get(scheme);
      const login = securityScheme && findLogin(securityScheme);
      if (login === undefined) return [];
      const { clientId, clientSecret, refreshToken } = options;
      const variableNames = { clientId, clientSecret, refreshToken };
      const name = source === null ? scheme : `${source}/${scheme}`;
      return [[name, { ...login, ...variableNames }] as const];
    }),
  );
  return Object.fromEntries(logins);
}

/** Prefix of a scheme's variables: `bearerAuth` → `API_BEARER_AUTH`. Makes names that no other scheme has and that mean nothing to the system. */
function prefixOf(
  scheme: string,
  endings: readonly string[],
  takenNames: Set<string>,
): string {
  const separatedWords = scheme
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_");
  const words = trimSign(separatedWords, "_").toUpperCase();
  const basePrefix = words.startsWith("API_")
    ? words
    : `API_${words || "AUTH"}`;
  const namesOf = (prefix: string) =>
    ["", ...endings].map((ending) => joinVariable(prefix, ending));
  let freePrefix = basePrefix;
  for (
    let number = 2;
    namesOf(freePrefix).some((name) => takenNames.has(name));
    number++
  )
    freePrefix = `${basePrefix}_${number}`;
  for (const name of namesOf(freePrefix)) takenNames.add(name);
  return freePrefix;
}

/** Name of a variable. A scheme that is called like the ending says it once: `API_AUTH_TOKEN`. */
function joinVariable(prefix: string, ending: string): string {
  return prefix.endsWith(ending) ? prefix : prefix + ending;
}

/** Call of a runtime function, its fixed options, and the variables that it reads: the ending of each name, and its meaning. */
interface Credential {
  readonly call: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<
    Record<string, readonly [ending: string, meaning: string]>
  >;
}

function toCredential(scheme: SecurityScheme): Credential {
  switch (scheme.type) {
    case "apiKey":
      return {
        call: "apiKey",
        options: { in: scheme.in, name: scheme.name },
        variables: { variable: ["", "API key"] },
      };
    case "http":
      return toHttpCredential(scheme.scheme);
    case "oauth2": {
      const flow = findTokenFlow(scheme);
      if (flow === undefined) return toBearerCredential("Access token");
      const [name, { refreshUrl, scopes, tokenUrl }] = flow;
      return {
        call: "oauth2",
        options: {
          tokenUrl,
          ...(refreshUrl === "" ? {} : { refreshUrl }),
          ...(name === "clientCredentials" && omitEmpty({ scopes })),
        },
        variables: oauthVariablesOf(tokenUrl),
      };
    }
    case "openIdConnect":
      return {
        call: "openIdConnect",
        options: { url: scheme.url },
        variables: oauthVariablesOf(scheme.url),
      };
    case "mutualTLS":
      return {
        call: "mutualTls",
        // prettier-ignore
        variables: {
          certificate: ["_CERT", "Path of the client certificate (PEM)"],
          key: ["_KEY", "Path of its private key (PEM)"],
          ca: ["_CA", "Path of a private certificate authority (PEM), if you use one"],
        },
      };
  }
}

function toHttpCredential(scheme: string): Credential {
  const name = scheme.toLowerCase();
  if (name !== "basic")
    return toBearerCredential("Token", name === "bearer" ? {} : { scheme });
  return {
    call: "basic",
    variables: {
      username: ["_USERNAME", "User name"],
      password: ["_PASSWORD", "Password"],
    },
  };
}

function toBearerCredential(meaning: string, options = {}): Credential {
  const variables = { variable: ["_TOKEN", meaning] } as const;
  return { call: "bearer", options, variables };
}

function oauthVariablesOf(url: string): Credential["variables"] {
  // The user who sets a secret should know which host receives it.
  const recipient = URL.canParse(url) ? `, sent to ${new URL(url).host}` : "";
  // prettier-ignore
  return {
    token: ["_TOKEN", "Access token; if unset, the next variables are used"],
    clientId: ["_CLIENT_ID", "Client id"],
    clientSecret: ["_CLIENT_SECRET", `Client secret${recipient}`],
    refreshToken: ["_REFRESH_TOKEN", "Refresh token, to act as a user"],
  };
}
