import type { HttpExchange } from "../index.js";
import { httpError } from "./http.js";
import type { McpEndpoint } from "./http.js";

/** A connection as an SDK keeps it over many requests. */
export interface OpenedSession {
  readonly transport: SessionTransport;
  /** Hands one visit to the transport. */
  forward(this: void, exchange: HttpExchange): Promise<Response>;
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
  leave(exchange: HttpExchange): void;
  close(): Promise<void>;
}

/** A connection that lasts over many requests; its id is known when it has answered the first one. */
export function createSession({
  close,
  forward,
  transport,
}: OpenedSession): Session {
  /** What waits for an answer, by the id of its request. */
  const pendingRequests = new Map<unknown, HttpExchange>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!("method" in message)) pendingRequests.delete(toFields(message)["id"]);
    return send(message, options);
  };
  return {
    get id() {
      return transport.sessionId;
    },
    async handle(exchange) {
      const requestIds = listRequestIds(exchange.message);
      const freeIds = new Set(
        requestIds.filter((id) => !pendingRequests.has(id)),
      );
      // One of two with the same id would never be answered.
      if (freeIds.size < requestIds.length)
        return httpError(400, "This id is in use.", { code: -32600 });
      for (const id of requestIds) pendingRequests.set(id, exchange);
      const response = await forward(exchange);
      if (response.status !== 200)
        requestIds.forEach((id) => pendingRequests.delete(id));
      // A cancelled call gets no answer, so nothing else would end the response that waits for it.
      for (const id of listCancelledIds(exchange.message)) {
        pendingRequests.delete(id);
        transport.closeSSEStream(id);
      }
      return response;
    },
    leave(exchange) {
      for (const requestId of listRequestIds(exchange.message))
        if (
          pendingRequests.get(requestId) === exchange &&
          pendingRequests.delete(requestId)
        )
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

const toFields = (value: unknown) =>
  Object(value) as Readonly<Record<string, unknown>>;

const toIds = (id: unknown): RequestId[] =>
  typeof id === "string" || typeof id === "number" ? [id] : [];

/** Ids of the requests of one message, or of a batch. */
function listRequestIds(messages: unknown): RequestId[] {
  const messageFields = [messages].flat().map(toFields);
  return messageFields.flatMap(({ id, method }) =>
    method === undefined ? [] : toIds(id),
  );
}

/** Ids of the requests that these messages cancel. */
function listCancelledIds(messages: unknown): RequestId[] {
  const messageFields = [messages].flat().map(toFields);
  return messageFields
    .filter(({ method }) => method === "notifications/cancelled")
    .flatMap(({ params }) => toIds(toFields(params)["requestId"]));
}
