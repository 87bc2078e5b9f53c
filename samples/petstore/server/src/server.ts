import { answers } from "./answers.js";
import { createClient } from "./client.js";
import * as resources from "./resources/index.js";
import { createCatalog, createMcpServer, listen } from "./runtime/index.js";
import type { RunOptions, ServerOptions } from "./runtime/index.js";
import { schemas } from "./schemas.js";
import * as templates from "./templates/index.js";
import * as tools from "./tools/index.js";

/** Everything that this server offers: prepared once, shared by all connections. */
const catalog = createCatalog({
  name: "Petstore",
  version: "1.0.0",
  sources: [
    {
      tools: Object.values(tools),
      resources: Object.values(resources),
      templates: Object.values(templates),
      schemas,
      answers,
      client: createClient,
    },
  ],
});

/** A new MCP server, ready to be connected to a transport of the MCP SDK. */
export function createServer(options: ServerOptions = {}) {
  return createMcpServer(catalog, options);
}

/** Serves on stdio or Streamable HTTP; resolves once the server listens. */
export function run(options: RunOptions = {}) {
  return listen(createServer, { beside: catalog, ...options });
}
