import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Log, Service, Visit } from "../../index.js";
import { pass } from "./connect.js";
import { createMcpServer } from "./server.js";

/** A connection that lasts over many requests; its id is known when it has answered the first one. */
export async function openSession(
  service: Service,
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
    get id() {
      return transport.sessionId;
    },
    async answer(visit: Visit) {
      const response = await pass(visit, transport);
      // A cancelled call gets no answer, so nothing else would end the response that waits for it.
      for (const id of cancelledBy(visit.message)) transport.closeSSEStream(id);
      return response;
    },
    leave({ message }: Visit) {
      for (const requestId of [message].flat().map(idOf))
        if (requestId !== undefined)
          transport.onmessage?.({
            jsonrpc: "2.0",
            method: "notifications/cancelled",
            params: { requestId, reason: "The client is gone." },
          });
    },
    drain: () => transport.closeStandaloneSSEStream(),
    close: () => server.close(),
  };
}

type RequestId = string | number;

function idOf(message: unknown): RequestId | undefined {
  const { id } = Object(message) as { id?: unknown };
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

function cancelledBy(messages: unknown): RequestId[] {
  return [messages].flat().flatMap((message) => {
    const { method, params } = Object(message) as Record<string, unknown>;
    if (method !== "notifications/cancelled") return [];
    const { requestId: id } = Object(params) as { requestId?: unknown };
    return idOf({ id }) ?? [];
  });
}
