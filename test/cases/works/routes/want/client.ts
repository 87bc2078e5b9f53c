import { axiosTransport } from "./runtime/features/transport/axios.js";
import { concurrency } from "./runtime/features/transport/concurrency.js";
import { createHttpClient } from "./runtime/index.js";
import type { Client, ServerContext } from "./runtime/index.js";

/**
 * Client of the API. Edit it: headers, credentials, the transport or middleware
 * around it. Regeneration keeps your edits.
 */
export function createClient(context: ServerContext): Client {
  const { env } = context;
  return createHttpClient(context, {
    // A request passes them from the first to the last, and then the transport.
    middleware: [concurrency(4)],
    transport: axiosTransport(),
    baseUrl: env["API_BASE_URL"] || "https://warehouse.example.com",
    timeout: 5,
    redactErrors: true,
    // The document declares no credentials. If the API needs one: headers: { authorization: env["API_AUTHORIZATION"] },
  });
}
