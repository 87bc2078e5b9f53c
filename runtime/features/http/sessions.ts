import type {
  HttpExchange,
  Log,
  McpEndpoint,
  McpService,
} from "../../index.js";
import { httpError } from "./http.js";
import { createSession } from "./session.js";
import type { OpenedSession, Session } from "./session.js";

/** Opens sessions with a version of the MCP SDK. */
export interface OpenSession {
  (
    service: McpService,
    log: Log,
    events: { onOpen(id: string): void; onClose(id: string): void },
  ): Promise<OpenedSession>;
  /** Creates the endpoint for clients whose protocol has no sessions; it returns undefined for other clients. */
  createModernEndpoint?(
    service: McpService,
    log: Log,
  ): (exchange: HttpExchange) => Promise<Response | undefined>;
}

export interface SessionOptions {
  /** Maximum number of open sessions. Default: 1,000. */
  readonly max?: number;
  /**
   * Maximum number of open sessions of one authenticated caller; for a further one, its longest idle session ends, or
   * its oldest. Default: a tenth of `max`.
   */
  readonly maxOfOne?: number;
  /** Time without a request after which a session ends, in seconds. Default: 1,800. */
  readonly idle?: number;
}

interface OpenSessionState {
  readonly session: Session;
  /** Id of the principal that began the session; for others the session does not exist. */
  readonly owner: string | undefined;
  exchanges: number;
  expiry?: NodeJS.Timeout;
}

/**
 * Keeps a server for each session in the memory of this process.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export function sessions(
  openSession: OpenSession,
  {
    idle = 1800,
    max = 1000,
    maxOfOne = Math.ceil(max / 10),
  }: SessionOptions = {},
): (service: McpService, log: Log) => McpEndpoint {
  return (service, log) => {
    /** Open sessions by id, in the order of their last exchange, oldest first. */
    const openSessions = new Map<string, OpenSessionState>();
    const respondModern = openSession.createModernEndpoint?.(service, log);

    async function respond(exchange: HttpExchange): Promise<Response> {
      const modernResponse = await respondModern?.(exchange);
      if (modernResponse) return modernResponse;
      const { message, principal, request } = exchange;
      const id = request.headers.get("mcp-session-id");
      const state = openSessions.get(id ?? "");
      if (id !== null && (!state || state.owner !== principal?.id))
        return httpError(404, "Session not found. Start a new one.", {
          code: -32001,
        });
      if (state) return forwardExchange(state, exchange);
      if (!isInitialize(message))
        return httpError(
          400,
          "Start a session with initialize, then send its Mcp-Session-Id.",
        );
      makeRoom(principal?.id);
      if (openSessions.size >= max)
        return httpError(503, "Too many sessions. Try again later.", {
          headers: { "retry-after": "60" },
        });
      return forwardExchange(await beginSession(principal?.id), exchange);
    }

    function makeRoom(owner: string | undefined): void {
      const ownSessions = [...openSessions.values()].filter(
        (state) => state.owner === owner,
      );
      const isFull = owner !== undefined && ownSessions.length >= maxOfOne;
      const idleSession = ownSessions.find(({ exchanges }) => exchanges === 0);
      if (isFull) void (idleSession ?? ownSessions[0])?.session.close();
    }

    async function beginSession(
      owner: string | undefined,
    ): Promise<OpenSessionState> {
      const opened = await openSession(service, log, {
        onOpen: (id) => void openSessions.set(id, state),
        onClose(id) {
          clearTimeout(state.expiry);
          openSessions.delete(id);
        },
      });
      const state: OpenSessionState = {
        session: createSession(opened),
        owner,
        exchanges: 0,
      };
      return state;
    }

    async function forwardExchange(
      state: OpenSessionState,
      exchange: HttpExchange,
    ): Promise<Response> {
      const { session } = state;
      const { id = "" } = session;
      if (openSessions.delete(id)) openSessions.set(id, state); // moves it to the end
      state.exchanges += 1;
      clearTimeout(state.expiry);
      exchange.request.signal.addEventListener("abort", () => {
        state.exchanges -= 1;
        session.leave(exchange);
        const isOpen = openSessions.get(session.id ?? "") === state;
        if (state.exchanges > 0 || !isOpen) return;
        const closeSession = () => void session.close();
        state.expiry = setTimeout(closeSession, idle * 1000).unref();
      });
      return session.handle(exchange);
    }

    const drain = () => openSessions.forEach(({ session }) => session.drain());
    return { methods: "GET, POST, DELETE", handle: respond, drain };
  };
}

function isInitialize(message: unknown): boolean {
  return (Object(message) as { method?: unknown }).method === "initialize";
}
