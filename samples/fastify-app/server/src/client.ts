import { serverTransport } from "./runtime/features/app/server.js";
import { importTypeScriptApp } from "./runtime/features/app/typescript.js";
import { jsonStrings } from "./runtime/features/bodies/json-strings.js";
import { multipart } from "./runtime/features/bodies/multipart.js";
import { bearer } from "./runtime/features/credentials/bearer.js";
import { credentials } from "./runtime/features/credentials/credentials.js";
import { streams } from "./runtime/features/responses/streams.js";
import { concurrency } from "./runtime/features/transport/concurrency.js";
import { createHttpClient } from "./runtime/index.js";
import type { Client, ServerContext } from "./runtime/index.js";

/**
 * Client of the API. Edit it: headers, credentials, the transport or middleware
 * around it. Regeneration keeps your edits.
 */
export function createClient(context: ServerContext): Client {
  return createHttpClient(context, {
    // A request passes them from the first to the last, and then the transport.
    middleware: [concurrency(8)],
    // The application runs in this process, so no request leaves it.
    transport: serverTransport(() =>
      importTypeScriptApp(new URL("../../app.ts", import.meta.url), "app"),
    ),
    // Address that the application sees. Its path is put before every route.
    baseUrl: "http://app.local",
    timeout: 30,
    maxRedirects: 0,
    bodies: [multipart()],
    stream: streams({ pieces: true }),
    parseStrings: jsonStrings,
    credentials: credentials({
      token: bearer({
        variable: "API_TOKEN",
      }),
    }),
  });
}
