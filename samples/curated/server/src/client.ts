import { axiosTransport } from "./runtime/features/axios.js";
import { dryRun } from "./runtime/features/dry-run.js";
import { mock } from "./runtime/features/mock.js";
import { createHttpClient } from "./runtime/index.js";
import type { Client } from "./runtime/index.js";

/**
 * How this server reaches the API. Made to be edited: headers, credentials,
 * another transport, or something around it; regeneration keeps what you write here.
 */
export function createClient(env: NodeJS.ProcessEnv = process.env): Client {
  return createHttpClient({
    transport: dryRun(
      env,
      axiosTransport(),
      mock("../test/responses.json", import.meta.url),
    ),
    baseUrl: env["API_BASE_URL"] || "http://127.0.0.1:4010",
    timeout: 30,
    // The document asks for no credentials. Where the API wants one: headers: { authorization: env["API_AUTHORIZATION"] },
  });
}
