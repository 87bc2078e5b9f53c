import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Log, McpService, HttpExchange } from "../../index.js";
import { createMcpServer, createModernEndpoint, forwardToSdk } from "./sdk.js";

/** Opens sessions for clients of 2025-11-25 and older; newer clients get their responses without one. */
export const openSession = Object.assign(openStatefulSession, {
  createModernEndpoint,
});

/** Opens a server whose connection lasts over many requests. */
async function openStatefulSession(
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
    forward: (exchange: HttpExchange) => forwardToSdk(exchange, transport),
    close: () => server.close(),
  };
}
