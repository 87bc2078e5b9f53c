import { apiKey } from "./runtime/features/api-key.js";
import { axiosTransport } from "./runtime/features/axios.js";
import { credentials } from "./runtime/features/credentials.js";
import { createHttpClient } from "./runtime/index.js";
import type { Client } from "./runtime/index.js";

/**
 * How this server reaches the API. Made to be edited: headers, credentials,
 * another transport, or something around it; regeneration keeps what you write here.
 */
export function createClient(env: NodeJS.ProcessEnv = process.env): Client {
  return createHttpClient({
    transport: axiosTransport(),
    baseUrl: env["API_BASE_URL"] || "https://library.example/v2",
    timeout: 10,
    // The desk that asks.
    headers: { "X-Branch": env["LIBRARY_BRANCH"] ?? "main" },
    credentials: credentials({
      card: apiKey({
        in: "header",
        name: "X-Card",
        variable: "API_CARD",
        env,
      }),
    }),
  });
}
