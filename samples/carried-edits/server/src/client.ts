import { longIntegers } from "./runtime/features/bodies/long-integers.js";
import { apiKey } from "./runtime/features/credentials/api-key.js";
import { credentials } from "./runtime/features/credentials/credentials.js";
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
    baseUrl: env["API_BASE_URL"] || "https://library.example/v2",
    timeout: 10,
    // The desk that asks.
    headers: { "X-Branch": env["LIBRARY_BRANCH"] ?? "main" },
    writeJson: longIntegers,
    credentials: credentials({
      card: apiKey({
        in: "header",
        name: "X-Card",
        variable: "API_CARD",
      }),
    }),
  });
}
