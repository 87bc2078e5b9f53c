import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Log, McpService, HttpExchange } from "../index.js";
import { openServer, forwardToSdk } from "../sdk.js";

/** Opens a server whose connection lasts over many requests. */
export async function openSession(
  service: McpService,
  log: Log,
  events: { onOpen(id: string): void; onClose(id: string): void },
) {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    onsessioninitialized: (id) => events.onOpen(id),
  });
  const server = openServer(service, log);
  server.onclose = () => events.onClose(transport.sessionId ?? "");
  await server.connect(transport);
  return {
    transport,
    forward: (exchange: HttpExchange) => forwardToSdk(exchange, transport),
    close: () => server.close(),
  };
}
