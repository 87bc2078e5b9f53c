import { jsonStrings } from "./runtime/features/bodies/json-strings.js";
import { longIntegers } from "./runtime/features/bodies/long-integers.js";
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
    baseUrl: env["API_BASE_URL"] || "https://api.example.com",
    timeout: 30,
    parseStrings: jsonStrings,
    writeJson: longIntegers,
    // The document declares no credentials. If the API needs one: headers: { authorization: env["API_AUTHORIZATION"] },
  });
}
