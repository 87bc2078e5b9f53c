import { createClient } from "./client.js";
import { custom } from "./custom/index.js";
import { schemas } from "./generated/schemas.js";
import * as templateList from "./resource-templates/index.js";
import * as resourceList from "./resources/index.js";
import { resources } from "./runtime/features/components/resources.js";
import { listen } from "./runtime/features/http/listen.js";
import type { RunOptions } from "./runtime/features/http/listen.js";
import { openMcpServer } from "./runtime/features/start/open.js";
import type { StartOptions } from "./runtime/features/start/open.js";
import { defineServer } from "./runtime/index.js";
import * as toolList from "./tools/index.js";

/** Components and features of this server. Nothing is read or opened before it starts. */
export const server = defineServer({
  name: "Broken operations",
  version: "1.0.0",
  instructions: `
    Broken operations.
    Ask for little: filters, pages, few items, only the fields you need.
  `,
  sources: [
    {
      components: [
        ...Object.values(toolList),
        ...Object.values(resourceList),
        ...Object.values(templateList),
        ...custom,
      ],
      schemas,
      client: createClient,
    },
  ],
  // A request passes them from the first to the last.
  features: [resources()],
});

/** Opens this server for a transport of the MCP SDK. */
export function createServer(options: StartOptions) {
  return openMcpServer(server, options);
}

/** Serves on stdio or Streamable HTTP. Resolves when the server listens. */
export function run(options: RunOptions) {
  return listen(server, options);
}
