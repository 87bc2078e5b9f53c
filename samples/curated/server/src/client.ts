import { jsonStrings } from "./runtime/features/bodies/json-strings.js";
import { longIntegers } from "./runtime/features/bodies/long-integers.js";
import { axiosTransport } from "./runtime/features/transport/axios.js";
import { dryRun } from "./runtime/features/transport/dry-run.js";
import { mock } from "./runtime/features/transport/mock.js";
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
    middleware: [dryRun(mock("../test/responses.json", import.meta.url))],
    transport: axiosTransport(),
    baseUrl: env["API_BASE_URL"] || "http://127.0.0.1:4010",
    timeout: 30,
    parseStrings: jsonStrings,
    writeJson: longIntegers,
    // The document declares no credentials. If the API needs one: headers: { authorization: env["API_AUTHORIZATION"] },
  });
}
