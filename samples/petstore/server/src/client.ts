import { apiKey, createHttpClient, oauth2 } from "./runtime/index.js";
import type { Client } from "./runtime/index.js";
// For what is commented out below:
// import { readFileSync } from "node:fs";
// import { cookieJar, createHttpTransport, fetchedToken } from "./runtime/index.js";

/**
 * How this server reaches the API. Made to be edited: headers, credentials,
 * hooks, another transport; regeneration keeps what you write here.
 */
export function createClient(env: NodeJS.ProcessEnv = process.env): Client {
  return createHttpClient({
    baseUrl: env["API_BASE_URL"] ?? "https://petstore.example/v1",
    timeout: 30,
    credentials: {
      apiKey: apiKey({
        in: "header",
        name: "X-Api-Key",
        variable: "API_KEY",
        env,
      }),
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

    // A header of every request:
    // headers: { "X-Client": "mcp" },

    // A token that you get in a way of your own, in place of what stands in `credentials` above.
    // It is kept until it ends and got anew after a 401:
    // credentials: {
    //   petAuth: fetchedToken(async () => ({
    //     token: readFileSync("token.txt", "utf8").trim(),
    //     seconds: 3600,
    //   })),
    // },

    // The API's cookies, kept and sent back, one jar for all callers:
    // ...cookieJar(),

    // An authority to trust in place of the well-known ones. Proxies need nothing here:
    // HTTPS_PROXY and NO_PROXY of the environment are honoured.
    // transport: createHttpTransport({ tls: { ca: readFileSync("ca.pem") } }),

    // Sees every request last; `onResponse` sees the head of every answer:
    // onRequest: (request) => {
    //   request.headers["x-request-id"] = crypto.randomUUID();
    // },
  });
}
