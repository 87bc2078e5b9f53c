import { randomUUID } from "node:crypto";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { authInfoOf } from "./endpoint.js";
import type { Endpoint, Visit } from "./endpoint.js";
import { sendError, sendWebResponse, toWebRequest } from "./exchange.js";
import type { CreateServer } from "../server/listen.js";
import { valueAt } from "../pointer.js";

export interface SessionOptions {
  /** Sessions at the same time. Default: 1,000. */
  readonly max?: number;
  /** Seconds without a request after which a session ends. Default: 1,800. */
  readonly idle?: number;
}

const METHODS = ["GET", "POST", "DELETE"];

interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Id of the principal that began it; to others it does not exist. */
  readonly owner: string | undefined;
  visits: number;
  expiry?: NodeJS.Timeout;
}

/**
 * Keeps a server for each session, in the memory of this process.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export function createSessions(
  createServer: CreateServer,
  { idle = 1800, max = 1000 }: SessionOptions,
): Endpoint {
  const sessions = new Map<string, Session>();

  async function answer(visit: Visit): Promise<void> {
    const { message, principal, request, response } = visit;
    if (!METHODS.includes(request.method ?? ""))
      return sendError(response, {
        status: 405,
        message: `This server takes ${METHODS.join(", ")}.`,
        headers: { allow: METHODS.join(", ") },
      });
    const id = request.headers["mcp-session-id"];
    const session = sessions.get(String(id));
    if (id !== undefined && (!session || session.owner !== principal?.id))
      return sendError(response, {
        status: 404,
        code: -32001,
        message: "There is no such session. Begin a new one.",
      });
    if (session) return pass(session, visit);
    if (!isInitializeRequest(message))
      return sendError(response, {
        status: 400,
        message: "Begin a session with initialize, then give Mcp-Session-Id.",
      });
    if (sessions.size >= max)
      return sendError(response, {
        status: 503,
        message: "There are too many sessions. Try again later.",
        headers: { "retry-after": "60" },
      });
    await pass(await begin(principal?.id), visit);
  }

  async function begin(owner: string | undefined): Promise<Session> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, session),
    });
    const server = createServer();
    const session: Session = { server, transport, owner, visits: 0 };
    server.onclose = () => {
      clearTimeout(session.expiry);
      sessions.delete(transport.sessionId ?? "");
    };
    await server.connect(transport);
    return session;
  }

  async function pass(session: Session, visit: Visit) {
    const { message, request, response } = visit;
    const { server, transport } = session;
    session.visits += 1;
    clearTimeout(session.expiry);
    response.once("close", () => {
      if (!response.writableFinished) cancel(session, message);
      session.visits -= 1;
      const isKept = sessions.has(transport.sessionId ?? "");
      if (session.visits > 0 || !isKept) return;
      const end = () => void server.close();
      session.expiry = setTimeout(end, idle * 1000).unref();
    });
    const result = await transport.handleRequest(toWebRequest(request), {
      parsedBody: message,
      ...authInfoOf(visit),
    });
    // A cancelled call gets no answer, so nothing else would end the response that waits for it.
    for (const id of cancelledBy(message)) transport.closeSSEStream(id);
    await sendWebResponse(response, result);
  }

  function drain(): void {
    for (const { transport } of sessions.values())
      transport.closeStandaloneSSEStream();
  }

  return { answer, drain };
}

/** Tells a server that nobody waits for its answers any more. */
function cancel({ transport }: Session, body: unknown): void {
  for (const message of [body].flat()) {
    const requestId = valueAt(message, "/id");
    if (typeof requestId !== "string" && typeof requestId !== "number")
      continue;
    transport.onmessage?.({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId, reason: "The client is gone." },
    });
  }
}

function cancelledBy(body: unknown): (string | number)[] {
  return [body]
    .flat()
    .filter(
      (message) => valueAt(message, "/method") === "notifications/cancelled",
    )
    .map((message) => valueAt(message, "/params/requestId"))
    .filter((id) => typeof id === "string" || typeof id === "number");
}
