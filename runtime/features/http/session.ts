import type { HttpExchange, McpEndpoint } from "../../index.js";
import { httpError } from "./http.js";

/** A connection that an SDK keeps over many requests. */
export interface OpenedSession {
  readonly transport: SessionTransport;
  /** Passes one HTTP exchange to the transport. */
  forward(this: void, exchange: HttpExchange): Promise<Response>;
  close(this: void): Promise<void>;
}

/** The part of a Streamable HTTP transport that this runtime uses. */
interface SessionTransport {
  sessionId?: string | undefined;
  send(message: object, options?: object): Promise<void>;
  onmessage?(message: object): void;
  closeSSEStream(id: RequestId): void;
  closeStandaloneSSEStream(): void;
}

export interface Session extends Required<Omit<McpEndpoint, "methods">> {
  readonly id: string | undefined;
  /** Cancels the calls of an exchange whose client no longer waits for the response. */
  leave(exchange: HttpExchange): void;
  close(): Promise<void>;
}

/** Creates a session over many requests; its id is known once the first request has its response. */
export function createSession({
  close,
  forward,
  transport,
}: OpenedSession): Session {
  /** Exchanges that wait for a response, by the id of the JSON-RPC request. */
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
      // Of two requests with the same id, one would never get a response.
      if (freeIds.size < requestIds.length)
        return httpError(400, "This id is already in use.", { code: -32600 });
      for (const id of requestIds) pendingRequests.set(id, exchange);
      const response = await forward(exchange);
      if (response.status !== 200)
        requestIds.forEach((id) => pendingRequests.delete(id));
      // A cancelled call gets no response, so nothing else would end the stream that waits for it.
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
            params: { requestId, reason: "The client disconnected." },
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

/** Lists the ids of the requests in one message or a batch. */
function listRequestIds(messages: unknown): RequestId[] {
  const messageFields = [messages].flat().map(toFields);
  return messageFields.flatMap(({ id, method }) =>
    method === undefined ? [] : toIds(id),
  );
}

/** Lists the ids of the requests that these messages cancel. */
function listCancelledIds(messages: unknown): RequestId[] {
  const messageFields = [messages].flat().map(toFields);
  return messageFields
    .filter(({ method }) => method === "notifications/cancelled")
    .flatMap(({ params }) => toIds(toFields(params)["requestId"]));
}
