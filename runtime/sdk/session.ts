import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Log, Service, Visit } from "../index.js";
import { open, pass } from "../sdk.js";

/** A server whose connection lasts over many requests. */
export async function openSession(
  service: Service,
  log: Log,
  events: { onOpen(id: string): void; onClose(id: string): void },
) {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    onsessioninitialized: (id) => events.onOpen(id),
  });
  const server = open(service, log);
  server.onclose = () => events.onClose(transport.sessionId ?? "");
  await server.connect(transport);
  return {
    transport,
    pass: (visit: Visit) => pass(visit, transport),
    close: () => server.close(),
  };
}
