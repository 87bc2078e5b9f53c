import { fetchTransport } from "./runtime/app/fetch.js";
import { importTypeScriptApp } from "./runtime/app/typescript.js";
import { createHttpClient } from "./runtime/index.js";
import type { Client } from "./runtime/index.js";

/**
 * How this server reaches the API. Made to be edited: headers, credentials,
 * hooks, another transport; regeneration keeps what you write here.
 */
export function createClient(): Client {
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
    // A redirect is an answer like any other: it is told and not followed.
    followRedirects: false,
    // Agents act as one fixed user: what the application's own authentication reads.
    // headers: { "x-user": "agent" },
    // Or callers over HTTP act as who they are: headers of their own requests to this server.
    // passHeaders: ["x-user"],
    timeout: 30,
  });
}
