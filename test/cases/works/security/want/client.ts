import {
  apiKey,
  basic,
  bearer,
  createHttpClient,
  oauth2,
} from "./runtime/index.js";
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
    baseUrl: env["API_BASE_URL"] ?? "https://eu.example.com",
    timeout: 30,
    credentials: {
      basic: basic({
        username: "API_BASIC_USERNAME",
        password: "API_BASIC_PASSWORD",
        env,
      }),
      cookie: apiKey({
        in: "cookie",
        name: "sid",
        variable: "API_COOKIE",
        env,
      }),
      key: apiKey({
        in: "header",
        name: "X-Key",
        variable: "API_KEY",
        env,
      }),
      oauth: oauth2({
        tokenUrl: "https://id.example.com/token",
        scopes: ["read"],
        token: "API_OAUTH_TOKEN",
        clientId: "API_OAUTH_CLIENT_ID",
        clientSecret: "API_OAUTH_CLIENT_SECRET",
        refreshToken: "API_OAUTH_REFRESH_TOKEN",
        env,
      }),
      token: bearer({
        variable: "API_TOKEN_TOKEN",
        env,
      }),
    },

    // A header of every request:
    // headers: { "X-Client": "mcp" },

    // A token that you get in a way of your own, in place of what stands in `credentials` above.
    // It is kept until it ends and got anew after a 401:
    // credentials: {
    //   oauth: fetchedToken(async () => ({
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
