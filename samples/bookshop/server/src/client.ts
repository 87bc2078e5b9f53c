import { jsonStrings } from "./runtime/features/bodies/json-strings.js";
import { longIntegers } from "./runtime/features/bodies/long-integers.js";
import { multipart } from "./runtime/features/bodies/multipart.js";
import { apiKey } from "./runtime/features/credentials/api-key.js";
import { credentials } from "./runtime/features/credentials/credentials.js";
import { streams } from "./runtime/features/responses/streams.js";
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
    baseUrl: env["API_BASE_URL"] || "http://127.0.0.1:4010",
    timeout: 30,
    bodies: [multipart()],
    stream: streams(),
    parseStrings: jsonStrings,
    writeJson: longIntegers,
    credentials: credentials({
      // The key that hangs behind the counter.
      shopKey: apiKey({
        in: "header",
        name: "X-Shop-Key",
        variable: "API_SHOP_KEY",
      }),
    }),
  });
}
