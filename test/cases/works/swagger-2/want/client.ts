import { createHttpClient } from "./runtime/index.js";
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
    baseUrl: env["API_BASE_URL"] ?? "https://api.example.com/v2",
    timeout: 30,

    // A header of every request:
    // headers: { "X-Client": "mcp" },

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
