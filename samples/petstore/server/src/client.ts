import { apiKey, createHttpClient, oauth2 } from "./runtime/index.js";
import type { Client } from "./runtime/index.js";

/**
 * How this server reaches the API. Made to be edited: headers, credentials,
 * hooks, another transport; regeneration keeps what you write here.
 */
export function createClient(env: NodeJS.ProcessEnv = process.env): Client {
  return createHttpClient({
    baseUrl: env["API_BASE_URL"] ?? "https://petstore.example/v1",
    timeout: 30,
    credentials: {
      // header X-Api-Key
      apiKey: apiKey({
        in: "header",
        name: "X-Api-Key",
        variable: "API_KEY",
        env,
      }),
      // OAuth 2
      petAuth: oauth2({
        tokenUrl: "https://petstore.example/oauth/token",
        scopes: ["pets:write", "orders:read", "orders:write"],
        token: "API_PET_AUTH_TOKEN",
        clientId: "API_PET_AUTH_CLIENT_ID",
        clientSecret: "API_PET_AUTH_CLIENT_SECRET",
        refreshToken: "API_PET_AUTH_REFRESH_TOKEN",
        env,
      }),
    },
  });
}
