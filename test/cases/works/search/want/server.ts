import { createClient } from "./client.js";
import { custom } from "./custom/index.js";
import { schemas } from "./generated/schemas.js";
import { confirm } from "./runtime/features/consent/confirm.js";
import { listen } from "./runtime/features/http/listen.js";
import type { RunOptions } from "./runtime/features/http/listen.js";
import { search } from "./runtime/features/listing/search/search.js";
import { toolFilter } from "./runtime/features/listing/tool-filter.js";
import { emptyResponseText } from "./runtime/features/responses/empty-response-text.js";
import { errorDetails } from "./runtime/features/responses/error-details.js";
import { shortenResponses } from "./runtime/features/responses/shorten-responses/shorten-responses.js";
import { openMcpServer } from "./runtime/features/start/open.js";
import type { StartOptions } from "./runtime/features/start/open.js";
import { defineServer } from "./runtime/index.js";
import * as toolList from "./tools/index.js";

/** Components and features of this server. Nothing is read or opened before it starts. */
export const server = defineServer({
  name: "Books",
  version: "1.0.0",
  instructions: `
    Books: 4 operations. Books and who wrote them.
    Groups: books 2, authors 1, stock 1.
    Work one step at a time: search_operations finds an operation, describe_operations shows its arguments, read_operation calls one that only reads and call_operation any. Ask for little: filters, pages, few items, only the fields you need.
  `,
  sources: [
    {
      components: [...Object.values(toolList), ...custom],
      schemas,
      client: createClient,
    },
  ],
  // A request passes them from the first to the last.
  features: [
    toolFilter(),
    search({ alwaysListed: ["addBook"] }),
    errorDetails(),
    confirm(),
    shortenResponses(),
    emptyResponseText(),
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
