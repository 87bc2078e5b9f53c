import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { httpError } from "../../index.js";
import type { Log, Service, Visit } from "../../index.js";
import { cancelledBy, requestsIn } from "../requests.js";
import { modern, pass } from "./connect.js";
import { createMcpServer } from "./server.js";

/** Sessions are for clients of 2025-11-25 and older; the others are answered without. */
export const openSession = Object.assign(open, { without: modern });

/** A connection that lasts over many requests; its id is known when it has answered the first one. */
async function open(
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
  /** What waits for an answer, by the id of its request. */
  const waiting = new Map<unknown, Visit>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!("method" in message)) waiting.delete(message.id);
    return send(message, options);
  };
  await server.connect(transport);
  return {
    get id() {
      return transport.sessionId;
    },
    async answer(visit: Visit) {
      const ids = requestsIn(visit.message);
      const free = new Set(ids.filter((id) => !waiting.has(id)));
      // One of two with the same id would never be answered.
      if (free.size < ids.length)
        return httpError(400, "This id is in use.", { code: -32600 });
      for (const id of ids) waiting.set(id, visit);
      const response = await pass(visit, transport);
      if (response.status !== 200) ids.forEach((id) => waiting.delete(id));
      // A cancelled call gets no answer, so nothing else would end the response that waits for it.
      for (const id of cancelledBy(visit.message)) {
        waiting.delete(id);
        transport.closeSSEStream(id);
      }
      return response;
    },
    leave(visit: Visit) {
      for (const requestId of requestsIn(visit.message))
        if (waiting.get(requestId) === visit && waiting.delete(requestId))
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
