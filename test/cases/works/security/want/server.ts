import { createClient } from "./client.js";
import { custom } from "./custom/index.js";
import { schemas } from "./generated/schemas.js";
import { listen } from "./runtime/features/http/listen.js";
import type { RunOptions } from "./runtime/features/http/listen.js";
import { openMcpServer } from "./runtime/features/start/open.js";
import type { StartOptions } from "./runtime/features/start/open.js";
import { defineServer } from "./runtime/index.js";
import * as toolList from "./tools/index.js";

/** Components and features of this server. Nothing is read or opened before it starts. */
export const server = defineServer({
  name: "Security",
  version: "1.0.0",
  instructions: `
    Security.
    Ask for little: filters, pages, few items, only the fields you need.
  `,
  sources: [
    {
      components: [...Object.values(toolList), ...custom],
      schemas,
      client: createClient,
    },
  ],
});

/** Opens this server for a transport of the MCP SDK. */
export function createServer(options: StartOptions) {
  return openMcpServer(server, options);
}

/** Serves on stdio or Streamable HTTP. Resolves when the server listens. */
export function run(options: RunOptions) {
  return listen(server, options);
}
