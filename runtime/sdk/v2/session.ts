import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Log, McpService, HttpExchange } from "../../index.js";
import { createMcpServer, createModernEndpoint, forwardToSdk } from "./sdk.js";

/** Sessions are for clients of 2025-11-25 and older; the others are answered without. */
export const openSession = Object.assign(open, {
  without: createModernEndpoint,
});

/** A server whose connection lasts over many requests. */
async function open(
  service: McpService,
  log: Log,
  events: { onOpen(id: string): void; onClose(id: string): void },
) {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    onsessioninitialized: (id) => events.onOpen(id),
  });
  const server = createMcpServer(service, log);
  server.onclose = () => events.onClose(transport.sessionId ?? "");
  await server.connect(transport);
  return {
    transport,
    pass: (visit: HttpExchange) => forwardToSdk(visit, transport),
    close: () => server.close(),
  };
}
