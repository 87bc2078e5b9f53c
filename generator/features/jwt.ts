import type { FeatureDefinition } from "./feature.js";

export const jwt: FeatureDefinition = {
  name: "jwt",
  about: "authentication of callers with access tokens (JWT)",
  imports: { "features/http/auth/jwt": "jwt" },
  companions: ["scopes"],
  reason: "choice",
  isNeeded: ({ settings }) => settings.auth === "jwt",
  packages: { jose: "^6.2.17" },
  settings: () => ({ auth: "jwt" }),
  environment: {
    MCP_JWT_ISSUER: {
      meaning:
        "HTTP: issuer of the access tokens (iss), which is your authorization server",
    },
    MCP_JWT_AUDIENCE: {
      meaning:
        "HTTP: audience of the access tokens (aud), which is the public URL of this server's endpoint. If there are several, separated by commas, any is taken",
    },
    MCP_JWT_RESOURCE: {
      meaning:
        "HTTP: public URL of this server's endpoint, if MCP_JWT_AUDIENCE has no such URL, but an id",
    },
    MCP_JWT_JWKS_URL: {
      meaning: "HTTP: URL of the authorization server's public keys (JWKS)",
    },
    MCP_JWT_SCOPES: {
      meaning: "HTTP: comma-separated scopes that every caller needs",
    },
  },
  readme: {
    callers: `- Callers need an access token (JWT) that your authorization server signed for this server: \`MCP_JWT_ISSUER\`, \`MCP_JWT_AUDIENCE\`, \`MCP_JWT_JWKS_URL\`. Clients find the authorization server by \`/.well-known/oauth-protected-resource\`.
- A tool with \`scopes: ["pets:write"]\` in its module is only for callers whose token has these scopes.`,
  },
  server: { auth: {} },
};

export const scopes: FeatureDefinition = {
  name: "scopes",
  about: "tools only for callers whose token has the tool's scopes",
  imports: { "features/http/auth/scopes": "scopes" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.auth === "jwt",
  checksScopes: true,
  server: { features: { stage: "guard" } },
};
