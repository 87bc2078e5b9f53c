import { fetchTransport } from "./runtime/features/app/fetch.js";
import { importTypeScriptApp } from "./runtime/features/app/typescript.js";
import { jsonStrings } from "./runtime/features/bodies/json-strings.js";
import { streams } from "./runtime/features/responses/streams.js";
import { createHttpClient } from "./runtime/index.js";
import type { Client, ServerContext } from "./runtime/index.js";

/**
 * Client of the API. Edit it: headers, credentials, the transport or middleware
 * around it. Regeneration keeps your edits.
 */
export function createClient(context: ServerContext): Client {
  return createHttpClient(context, {
    // The application runs in this process, so no request leaves it.
    transport: fetchTransport(() =>
      importTypeScriptApp(
        new URL("../../app.ts", import.meta.url),
        "createApp",
        // Agents act as one fixed user: a dependency of the application, replaced before it is wrapped.
        { userOf: () => "agent" },
      ),
    ),
    // Address that the application sees. Its path is put before every route.
    baseUrl: "http://app.local",
    timeout: 30,
    maxRedirects: 0,
    stream: streams({ pieces: true }),
    parseStrings: jsonStrings,
  });
}
