import type { Log, McpService, HttpExchange } from "../index.js";
import { httpError } from "./http.js";
import type { McpEndpoint } from "./http.js";
import { createSession } from "./session.js";
import type { OpenedSession, Session } from "./session.js";

/** What a kind of MCP SDK does for a session. */
export interface OpenSession {
  (
    service: McpService,
    log: Log,
    events: { onOpen(id: string): void; onClose(id: string): void },
  ): Promise<OpenedSession>;
  /** Answers clients whose protocol knows no sessions; undefined: this one's does. */
  without?(
    service: McpService,
    log: Log,
  ): (visit: HttpExchange) => Promise<Response | undefined>;
}

export interface SessionOptions {
  /** Sessions at the same time. Default: 1,000. */
  readonly max?: number;
  /** Of one caller that proved who it is; its longest idle one, or else its oldest one, ends for the next. Default: a tenth of `max`. */
  readonly maxOfOne?: number;
  /** Seconds without a request after which a session ends. Default: 1,800. */
  readonly idle?: number;
}

interface Kept {
  readonly session: Session;
  /** Id of the principal that began it; to others it does not exist. */
  readonly owner: string | undefined;
  visits: number;
  expiry?: NodeJS.Timeout;
}

/**
 * Keeps a server for each session, in the memory of this process.
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
    /** The one whose last visit began longest ago first. */
    const kept = new Map<string, Kept>();
    const answerWithout = openSession.without?.(service, log);

    async function answer(visit: HttpExchange): Promise<Response> {
      const answered = await answerWithout?.(visit);
      if (answered) return answered;
      const { message, principal, request } = visit;
      const id = request.headers.get("mcp-session-id");
      const known = kept.get(id ?? "");
      if (id !== null && (!known || known.owner !== principal?.id))
        return httpError(404, "There is no such session. Begin a new one.", {
          code: -32001,
        });
      if (known) return pass(known, visit);
      if (!isInitialize(message))
        return httpError(
          400,
          "Begin a session with initialize, then give Mcp-Session-Id.",
        );
      makeRoom(principal?.id);
      if (kept.size >= max)
        return httpError(503, "There are too many sessions. Try again later.", {
          headers: { "retry-after": "60" },
        });
      return pass(await begin(principal?.id), visit);
    }

    function makeRoom(owner: string | undefined): void {
      const own = [...kept.values()].filter((one) => one.owner === owner);
      const isFull = owner !== undefined && own.length >= maxOfOne;
      const idle = own.find(({ visits }) => visits === 0);
      if (isFull) void (idle ?? own[0])?.session.close();
    }

    async function begin(owner: string | undefined): Promise<Kept> {
      const opened = await openSession(service, log, {
        onOpen: (id) => void kept.set(id, one),
        onClose(id) {
          clearTimeout(one.expiry);
          kept.delete(id);
        },
      });
      const one: Kept = { session: createSession(opened), owner, visits: 0 };
      return one;
    }

    async function pass(one: Kept, visit: HttpExchange): Promise<Response> {
      const { session } = one;
      const { id = "" } = session;
      if (kept.delete(id)) kept.set(id, one); // behind the others
      one.visits += 1;
      clearTimeout(one.expiry);
      visit.request.signal.addEventListener("abort", () => {
        one.visits -= 1;
        session.leave(visit);
        const isKept = kept.get(session.id ?? "") === one;
        if (one.visits > 0 || !isKept) return;
        const end = () => void session.close();
        one.expiry = setTimeout(end, idle * 1000).unref();
      });
      return session.handle(visit);
    }

    const drain = () => kept.forEach(({ session }) => session.drain());
    return { methods: "GET, POST, DELETE", handle: answer, drain };
  };
}

function isInitialize(message: unknown): boolean {
  return (Object(message) as { method?: unknown }).method === "initialize";
}
