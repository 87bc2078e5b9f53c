import type { IncomingMessage, ServerResponse } from "node:http";
import type { Auth } from "./auth.js";
import {
  authenticate,
  metadataPaths,
  refuseCall,
  withScopes,
} from "./authenticate.js";
import { readMessage, sendError, sendJson } from "./exchange.js";
import { createGuard } from "./guard.js";
import type { GuardOptions } from "./guard.js";
import { createSessions } from "./sessions.js";
import type { SessionOptions } from "./sessions.js";
import { createStateless } from "./stateless.js";
import type { CreateServer } from "../server/listen.js";
import { createLog } from "../server/log.js";
import type { Log } from "../server/log.js";
import type { ToolScopes } from "../server/tools.js";

export interface HandlerOptions extends GuardOptions {
  /** Who may call. Default: anybody who reaches the server. */
  readonly auth?: Auth;
  /** Sessions are kept. Default: none, so that any number of replicas can stand behind a load balancer. */
  readonly sessions?: SessionOptions;
  /** Default: JSON lines on standard error. */
  readonly log?: Log;
}

/** Answers requests at the endpoint. A body that has been read already comes along, parsed. Never rejects. */
export interface HttpHandler {
  (
    request: IncomingMessage,
    response: ServerResponse,
    body?: unknown,
  ): Promise<void>;
  /** Ends what stays open without a call. */
  drain(): void;
}

/**
 * Streamable HTTP for a route of an application that listens already. By default, web pages may not call it, and
 * any `Host` may: which ones are its own only the application knows.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 */
export function createHttpHandler(
  createServer: CreateServer,
  options: HandlerOptions & { readonly host?: string } = {},
): HttpHandler {
  const { auth, host = "", log = createLog(), sessions } = options;
  const refusal = createGuard(host, options);
  const documents = auth ? metadataPaths(auth) : [];
  const endpoint = sessions
    ? createSessions(createServer, sessions)
    : createStateless(createServer);
  let ofTools: ToolScopes = new Map();
  // What is wrong with it shows now, and not on the first request.
  createServer({ onToolScopes: (found) => (ofTools = found) });
  const metadata = auth?.metadata && withScopes(auth.metadata, ofTools);

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): Promise<void> {
    const refused = refusal(request.headers);
    if (refused !== undefined)
      return sendError(response, { status: 403, message: refused });
    const [path = ""] = (request.url ?? "").split("?");
    if (documents.includes(path))
      return sendJson(response, { status: 200, value: metadata });
    const principal = auth && (await authenticate(request, auth));
    if (principal && "status" in principal)
      return sendError(response, principal);
    if (auth) delete request.headers.authorization; // it is meant for this door alone
    const read = await readMessage(request, body);
    if ("status" in read) return sendError(response, read);
    const { message } = read;
    const refusedCall =
      principal && refuseCall(message, principal, { auth, ofTools });
    if (refusedCall) return sendError(response, refusedCall);
    await endpoint.answer({ request, response, principal, message });
  }

  const handler = (
    request: IncomingMessage,
    response: ServerResponse,
    body?: unknown,
  ) =>
    answer(request, response, body).catch((error: unknown) => {
      if (request.errored)
        log.debug("aborted"); // by the client, within its request
      else log.error("http", { error });
      if (response.headersSent) response.destroy();
      else sendError(response, { status: 500, message: "Internal error." });
    });
  return Object.assign(handler, { drain: () => endpoint.drain() });
}
