import { fetchTransport } from "./runtime/features/app/fetch.js";
import { importTypeScriptApp } from "./runtime/features/app/typescript.js";
import { streams } from "./runtime/features/streams.js";
import { createHttpClient } from "./runtime/index.js";
import type { Client } from "./runtime/index.js";

/**
 * How this server reaches the API. Made to be edited: headers, credentials,
 * another transport, or something around it; regeneration keeps what you write here.
 */
export function createClient(env: NodeJS.ProcessEnv = process.env): Client {
  return createHttpClient({
    // The application answers in this process: no request leaves it.
    transport: fetchTransport(() =>
      importTypeScriptApp(
        new URL("../../app.ts", import.meta.url),
        "createApp",
        // Agents act as one fixed user: a dependency of the application, replaced before it is wrapped.
        { userOf: () => "agent" },
      ),
    ),
    // What the application is told that its address is. A path of it stands before every route.
    baseUrl: "http://app.local",
    timeout: 30,
    maxRedirects: 0,
    stream: streams({ pieces: true }),
  });
}
