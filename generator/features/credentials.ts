import type { SecurityScheme } from "../model.js";
import { omitEmpty } from "../shared/json.js";
import type {
  CredentialOptions,
  FeatureContext,
  FeatureDefinition,
} from "./feature.js";
import { findTokenFlow } from "./oauth-flows.js";

/** Options by which an OAuth 2 client logs in, as an example. */
const LOGIN_EXAMPLE =
  'scopes: [], token: "API_TOKEN", clientId: "API_CLIENT_ID", clientSecret: "API_CLIENT_SECRET", refreshToken: "API_REFRESH_TOKEN"';

/** Options of OAuth 2 for an owner who has a token. A container logs in by itself. */
const TOKEN_OPTIONS = ["token", "refreshToken"];

export const apiKey: FeatureDefinition = {
  name: "api-key",
  about: "API keys",
  imports: { "features/credentials/api-key": "apiKey" },
  owner: "client",
  reason: "document",
  isNeeded: (context) => sendsCredential(apiKey, context),
  needsValues: true,
  client: {
    credentials: {
      example:
        'apiKey({ in: "header", name: "X-API-Key", variable: "API_KEY" })',
      write: (scheme) =>
        scheme.type === "apiKey"
          ? {
              options: { in: scheme.in, name: scheme.name },
              variables: { variable: ["", "API key"] },
            }
          : undefined,
    },
  },
};

export const basic: FeatureDefinition = {
  name: "basic",
  about: "user name and password (basic authentication)",
  imports: { "features/credentials/basic": "basic" },
  owner: "client",
  reason: "document",
  isNeeded: (context) => sendsCredential(basic, context),
  needsValues: true,
  client: {
    credentials: {
      example: 'basic({ username: "API_USERNAME", password: "API_PASSWORD" })',
      write: (scheme) =>
        isBasic(scheme)
          ? {
              variables: {
                username: ["_USERNAME", "User name"],
                password: ["_PASSWORD", "Password"],
              },
            }
          : undefined,
    },
  },
};

export const bearer: FeatureDefinition = {
  name: "bearer",
  about: "bearer tokens",
  imports: { "features/credentials/bearer": "bearer" },
  owner: "client",
  reason: "document",
  isNeeded: (context) => sendsCredential(bearer, context),
  needsValues: true,
  client: {
    credentials: {
      example: 'bearer({ variable: "API_TOKEN" })',
      write: writeBearer,
    },
  },
};

export const credentials: FeatureDefinition = {
  name: "credentials",
  about: "credentials by security scheme",
  imports: { "features/credentials/credentials": "credentials" },
  owner: "client",
  reason: "document",
  isNeeded: ({ schemes }) => schemes.length > 0,
  needsValues: true,
  use: { file: "client", code: "credentials: credentials({ NAME: … })" },
};

export const fetchedToken: FeatureDefinition = {
  name: "fetched-token",
  about: "tokens that your own code fetches",
  imports: { "features/credentials/oauth/tokens": "fetchedToken" },
  needsValues: true,
  client: {
    credentials: {
      example: "fetchedToken(async () => ({ token, seconds: 600 }))",
    },
  },
};

export const mutualTls: FeatureDefinition = {
  name: "mutual-tls",
  about: "client certificates",
  imports: { "features/credentials/mutual-tls": "mutualTls" },
  owner: "client",
  reason: "document",
  isNeeded: (context) => sendsCredential(mutualTls, context),
  needsValues: true,
  client: {
    credentials: {
      example:
        'mutualTls({ certificate: "API_CERT_FILE", key: "API_KEY_FILE", ca: "API_CA_FILE" })',
      write: ({ type }) =>
        type === "mutualTLS"
          ? {
              // prettier-ignore
              variables: {
                certificate: ["_CERT", "Path of the client certificate (PEM)"],
                key: ["_KEY", "Path of its private key (PEM)"],
                ca: ["_CA", "Path of a private certificate authority (PEM), if you use one"],
              },
              hasFiles: true,
              choices: ["ca"],
            }
          : undefined,
    },
  },
};

export const oauth2: FeatureDefinition = {
  name: "oauth2",
  about: "OAuth 2",
  imports: { "features/credentials/oauth/oauth2": "oauth2" },
  owner: "client",
  reason: "document",
  isNeeded: (context) => sendsCredential(oauth2, context),
  needsValues: true,
  client: {
    credentials: {
      example: `oauth2({ tokenUrl: "https://…", ${LOGIN_EXAMPLE} })`,
      write: writeOAuth,
    },
  },
};

export const onBehalfOf: FeatureDefinition = {
  name: "on-behalf-of",
  about: "exchange of callers' tokens for tokens of the API",
  imports: {
    "features/credentials/oauth/on-behalf-of": "onBehalfOf",
    "features/credentials/per-caller": "perCaller",
  },
  use: {
    file: "client",
    code: 'forCaller: perCaller(), credentials: credentials({ NAME: onBehalfOf({ tokenUrl: "https://…", audience: "https://…", clientId: "API_CLIENT_ID", clientSecret: "API_CLIENT_SECRET" }) })',
  },
};

export const openIdConnect: FeatureDefinition = {
  name: "openid-connect",
  about: "OpenID Connect",
  imports: { "features/credentials/oauth/openid": "openIdConnect" },
  owner: "client",
  reason: "document",
  isNeeded: (context) => sendsCredential(openIdConnect, context),
  needsValues: true,
  client: {
    credentials: {
      example: `openIdConnect({ url: "https://…", ${LOGIN_EXAMPLE} })`,
      write: (scheme) =>
        scheme.type === "openIdConnect"
          ? {
              options: { url: scheme.url },
              variables: oauthVariablesOf(scheme.url),
              choices: TOKEN_OPTIONS,
            }
          : undefined,
    },
  },
};

/** True if a feature sends the credential of one of the schemes. */
function sendsCredential(
  { client }: FeatureDefinition,
  { schemes }: FeatureContext,
): boolean {
  return schemes.some(
    (scheme) => client?.credentials?.write?.(scheme) !== undefined,
  );
}

/** Options for tokens: of HTTP's other schemes, and of OAuth 2 without a flow that gets one. */
function writeBearer(scheme: SecurityScheme): CredentialOptions | undefined {
  if (scheme.type === "oauth2" && findTokenFlow(scheme) === undefined)
    return { options: {}, variables: { variable: ["_TOKEN", "Access token"] } };
  if (scheme.type !== "http" || isBasic(scheme)) return undefined;
  const isNamed = scheme.scheme.toLowerCase() !== "bearer";
  return {
    options: isNamed ? { scheme: scheme.scheme } : {},
    variables: { variable: ["_TOKEN", "Token"] },
  };
}

function writeOAuth(scheme: SecurityScheme): CredentialOptions | undefined {
  if (scheme.type !== "oauth2") return undefined;
  const flow = findTokenFlow(scheme);
  if (flow === undefined) return undefined;
  const [name, { refreshUrl, scopes, tokenUrl }] = flow;
  return {
    options: {
      tokenUrl,
      ...(refreshUrl === "" ? {} : { refreshUrl }),
      ...(name === "clientCredentials" && omitEmpty({ scopes })),
    },
    variables: oauthVariablesOf(tokenUrl),
    choices: TOKEN_OPTIONS,
  };
}

function oauthVariablesOf(url: string): CredentialOptions["variables"] {
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

function isBasic(scheme: SecurityScheme): boolean {
  return scheme.type === "http" && scheme.scheme.toLowerCase() === "basic";
}
