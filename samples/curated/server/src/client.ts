import { axiosTransport } from "./runtime/features/axios.js";
import { mock } from "./runtime/features/mock.js";
import { redirects } from "./runtime/features/redirects.js";
import { rehearsal } from "./runtime/features/rehearsal.js";
import { createHttpClient } from "./runtime/index.js";
import type { Client } from "./runtime/index.js";

/**
 * How this server reaches the API. Made to be edited: headers, credentials,
 * hooks, another transport; regeneration keeps what you write here.
 */
export function createClient(env: NodeJS.ProcessEnv = process.env): Client {
  return createHttpClient({
    transport: axiosTransport(),
    baseUrl: env["API_BASE_URL"] ?? "http://127.0.0.1:4010",
    timeout: 30,
    follow: redirects(),
    ...rehearsal(env, mock("../test/answers.json", import.meta.url)),
    // The document asks for no credentials. Where the API wants one: headers: { authorization: env["API_AUTHORIZATION"] },
  });
}
