import { form } from "./runtime/features/bodies/form.js";
import { jsonStrings } from "./runtime/features/bodies/json-strings.js";
import { longIntegers } from "./runtime/features/bodies/long-integers.js";
import { multipart } from "./runtime/features/bodies/multipart.js";
import { apiKey } from "./runtime/features/credentials/api-key.js";
import { credentials } from "./runtime/features/credentials/credentials.js";
import { oauth2 } from "./runtime/features/credentials/oauth/oauth2.js";
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
    baseUrl: env["API_BASE_URL"] || "https://petstore.example/v1",
    timeout: 30,
    bodies: [form, multipart()],
    parseStrings: jsonStrings,
    writeJson: longIntegers,
    credentials: credentials({
      apiKey: apiKey({
        in: "header",
        name: "X-Api-Key",
        variable: "API_KEY",
      }),
      petAuth: oauth2({
        tokenUrl: "https://petstore.example/oauth/token",
        scopes: ["pets:write", "orders:read", "orders:write"],
        token: "API_PET_AUTH_TOKEN",
        clientId: "API_PET_AUTH_CLIENT_ID",
        clientSecret: "API_PET_AUTH_CLIENT_SECRET",
        refreshToken: "API_PET_AUTH_REFRESH_TOKEN",
      }),
    }),
  });
}
