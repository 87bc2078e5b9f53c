import { apiKey } from "./runtime/features/credentials/api-key.js";
import { basic } from "./runtime/features/credentials/basic.js";
import { bearer } from "./runtime/features/credentials/bearer.js";
import { credentials } from "./runtime/features/credentials/credentials.js";
import { oauth2 } from "./runtime/features/credentials/oauth/oauth2.js";
import { axiosTransport } from "./runtime/features/transport/axios.js";
import { createHttpClient } from "./runtime/index.js";
import type { Client, ServerContext } from "./runtime/index.js";

/**
 * Client of the API. Edit it: headers, credentials, the transport or middleware
 * around it. Regeneration keeps your edits.
 */
export function createClient(context: ServerContext): Client {
  const { env } = context;
  return createHttpClient(context, {
    transport: axiosTransport(),
    baseUrl: env["API_BASE_URL"] || "https://eu.example.com",
    timeout: 30,
    credentials: credentials({
      basic: basic({
        username: "API_BASIC_USERNAME",
        password: "API_BASIC_PASSWORD",
      }),
      cookie: apiKey({
        in: "cookie",
        name: "sid",
        variable: "API_COOKIE",
      }),
      key: apiKey({
        in: "header",
        name: "X-Key",
        variable: "API_KEY",
      }),
      oauth: oauth2({
        tokenUrl: "https://id.example.com/token",
        scopes: ["read"],
        token: "API_OAUTH_TOKEN",
        clientId: "API_OAUTH_CLIENT_ID",
        clientSecret: "API_OAUTH_CLIENT_SECRET",
        refreshToken: "API_OAUTH_REFRESH_TOKEN",
      }),
      token: bearer({
        variable: "API_TOKEN",
      }),
    }),
  });
}
