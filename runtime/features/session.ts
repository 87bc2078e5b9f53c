import type { HttpExchange } from "../index.js";
import { httpError } from "./http.js";
import type { McpEndpoint } from "./http.js";

/** A connection as an SDK keeps it over many requests. */
export interface OpenedSession {
  readonly transport: SessionTransport;
  /** Hands one visit to the transport. */
  pass(this: void, visit: HttpExchange): Promise<Response>;
  close(this: void): Promise<void>;
}

/** What is used of a transport of streamable HTTP. */
interface SessionTransport {
  sessionId?: string | undefined;
  send(message: object, options?: object): Promise<void>;
  onmessage?(message: object): void;
  closeSSEStream(id: RequestId): void;
  closeStandaloneSSEStream(): void;
}

export interface Session extends Required<Omit<McpEndpoint, "methods">> {
  readonly id: string | undefined;
  /** Nobody waits for the answers of a visit any more. */
  leave(visit: HttpExchange): void;
  close(): Promise<void>;
}

/** A connection that lasts over many requests; its id is known when it has answered the first one. */
export function createSession({
  close,
  pass,
  transport,
}: OpenedSession): Session {
  /** What waits for an answer, by the id of its request. */
  const waiting = new Map<unknown, HttpExchange>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!("method" in message)) waiting.delete(fieldsOf(message)["id"]);
    return send(message, options);
  };
  return {
    get id() {
      return transport.sessionId;
    },
    async handle(visit) {
      const ids = requestsIn(visit.message);
      const free = new Set(ids.filter((id) => !waiting.has(id)));
      // One of two with the same id would never be answered.
      if (free.size < ids.length)
        return httpError(400, "This id is in use.", { code: -32600 });
      for (const id of ids) waiting.set(id, visit);
      const response = await pass(visit);
      if (response.status !== 200) ids.forEach((id) => waiting.delete(id));
      // A cancelled call gets no answer, so nothing else would end the response that waits for it.
      for (const id of cancelledBy(visit.message)) {
        waiting.delete(id);
        transport.closeSSEStream(id);
      }
      return response;
    },
    leave(visit) {
      for (const requestId of requestsIn(visit.message))
        if (waiting.get(requestId) === visit && waiting.delete(requestId))
          transport.onmessage?.({
            jsonrpc: "2.0",
            method: "notifications/cancelled",
            params: { requestId, reason: "The client is gone." },
          });
    },
    drain: () => transport.closeStandaloneSSEStream(),
    close,
  };
}

type RequestId = string | number;

const fieldsOf = (value: unknown) =>
  Object(value) as Readonly<Record<string, unknown>>;

const idsOf = (id: unknown): RequestId[] =>
  typeof id === "string" || typeof id === "number" ? [id] : [];

/** Ids of the requests of one message, or of a batch. */
function requestsIn(messages: unknown): RequestId[] {
  const all = [messages].flat().map(fieldsOf);
  return all.flatMap(({ id, method }) =>
    method === undefined ? [] : idsOf(id),
  );
}

/** Ids of the requests that these messages cancel. */
function cancelledBy(messages: unknown): RequestId[] {
  const all = [messages].flat().map(fieldsOf);
  return all
    .filter(({ method }) => method === "notifications/cancelled")
    .flatMap(({ params }) => idsOf(fieldsOf(params)["requestId"]));
}
