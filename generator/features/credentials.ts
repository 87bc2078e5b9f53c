import type { SecurityScheme } from "../model.js";
import type { FeatureContext, FeatureDefinition } from "./feature.js";
import { findTokenFlow } from "./oauth-flows.js";

/** Options by which an OAuth 2 client logs in, as an example. */
const LOGIN_EXAMPLE =
  'scopes: [], token: "API_TOKEN", clientId: "API_CLIENT_ID", clientSecret: "API_CLIENT_SECRET", refreshToken: "API_REFRESH_TOKEN"';

export const apiKey: FeatureDefinition = {
  name: "api-key",
  about: "API keys",
  imports: { "features/credentials/api-key": "apiKey" },
  owner: "client",
  reason: "document",
  isNeeded: hasScheme(({ type }) => type === "apiKey"),
  needsValues: true,
  client: {
    credentials: {
      example:
        'apiKey({ in: "header", name: "X-API-Key", variable: "API_KEY" })',
    },
  },
};

export const basic: FeatureDefinition = {
  name: "basic",
  about: "user name and password (basic authentication)",
  imports: { "features/credentials/basic": "basic" },
  owner: "client",
  reason: "document",
  isNeeded: hasScheme(isBasic),
  needsValues: true,
  client: {
    credentials: {
      example: 'basic({ username: "API_USERNAME", password: "API_PASSWORD" })',
    },
  },
};

export const bearer: FeatureDefinition = {
  name: "bearer",
  about: "bearer tokens",
  imports: { "features/credentials/bearer": "bearer" },
  owner: "client",
  reason: "document",
  isNeeded: hasScheme(
    (scheme) =>
      (scheme.type === "http" && !isBasic(scheme)) ||
      (scheme.type === "oauth2" && findTokenFlow(scheme) === undefined),
  ),
  needsValues: true,
  client: { credentials: { example: 'bearer({ variable: "API_TOKEN" })' } },
};

export const credentials: FeatureDefinition = {
  name: "credentials",
  about: "credentials by security scheme",
  imports: { "features/credentials/credentials": "credentials" },
  owner: "client",
  reason: "document",
  isNeeded: hasScheme(() => true),
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
  isNeeded: hasScheme(({ type }) => type === "mutualTLS"),
  needsValues: true,
  client: {
    credentials: {
      example:
        'mutualTls({ certificate: "API_CERT_FILE", key: "API_KEY_FILE", ca: "API_CA_FILE" })',
    },
  },
};

export const oauth2: FeatureDefinition = {
  name: "oauth2",
  about: "OAuth 2",
  imports: { "features/credentials/oauth/oauth2": "oauth2" },
  owner: "client",
  reason: "document",
  isNeeded: hasScheme(
    (scheme) => scheme.type === "oauth2" && findTokenFlow(scheme) !== undefined,
  ),
  needsValues: true,
  client: {
    credentials: {
      example: `oauth2({ tokenUrl: "https://…", ${LOGIN_EXAMPLE} })`,
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
  companions: ["login-links"],
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
  isNeeded: hasScheme(({ type }) => type === "openIdConnect"),
  needsValues: true,
  client: {
    credentials: {
      example: `openIdConnect({ url: "https://…", ${LOGIN_EXAMPLE} })`,
    },
  },
};

function hasScheme(isMatch: (scheme: SecurityScheme) => boolean) {
  return ({ schemes }: FeatureContext) => schemes.some(isMatch);
}

function isBasic(scheme: SecurityScheme): boolean {
  return scheme.type === "http" && scheme.scheme.toLowerCase() === "basic";
}
