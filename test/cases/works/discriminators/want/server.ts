import { answers } from "./answers.js";
import { createClient } from "./client.js";
import { custom } from "./custom/index.js";
import { outputs } from "./outputs.js";
import * as resourceList from "./resources/index.js";
import { flatBodies } from "./runtime/features/flat-bodies.js";
import { inline } from "./runtime/features/inline-schemas.js";
import { listen } from "./runtime/features/listen.js";
import type { RunOptions } from "./runtime/features/listen.js";
import { createLog } from "./runtime/features/log.js";
import { outputSchemas } from "./runtime/features/output-schemas.js";
import { resources } from "./runtime/features/resources.js";
import { strip } from "./runtime/features/strip.js";
import { prepare } from "./runtime/index.js";
import { createMcpServer } from "./runtime/sdk.js";
import { schemas } from "./schemas.js";
import * as toolList from "./tools/index.js";

/** Everything that this server offers: prepared once, shared by all connections. */
export const service = prepare({
  name: "Garage",
  version: "1",
  instructions: `
    Garage.
    Ask for little: filters, pages, few items, only the fields you need.
  `,
  sources: [
    {
      components: [
        ...Object.values(toolList),
        ...Object.values(resourceList),
        ...custom,
      ],
      schemas,
      client: createClient,
      answers,
      outputs,
      strip,
    },
  ],
  listing: inline,
  features: [outputSchemas, flatBodies, resources],
});

/** A new MCP server, ready to be connected to a transport of the MCP SDK. */
export function createServer(log = createLog({ mask: service.mask })) {
  return createMcpServer(service, log);
}

/** Serves on stdio or Streamable HTTP; resolves once the server listens. */
export function run(options: RunOptions = {}) {
  return listen(service, options);
}
