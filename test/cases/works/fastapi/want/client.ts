import { axiosTransport } from "./runtime/features/axios.js";
import { multipart } from "./runtime/features/uploads/multipart.js";
import { createHttpClient } from "./runtime/index.js";
import type { Client } from "./runtime/index.js";

/**
 * How this server reaches the API. Made to be edited: headers, credentials,
 * another transport, or something around it; regeneration keeps what you write here.
 */
export function createClient(env: NodeJS.ProcessEnv = process.env): Client {
  return createHttpClient({
    transport: axiosTransport(),
    baseUrl: env["API_BASE_URL"] || "https://api.example.com",
    timeout: 30,
    bodies: [multipart()],
    // The document asks for no credentials. Where the API wants one: headers: { authorization: env["API_AUTHORIZATION"] },
  });
}
