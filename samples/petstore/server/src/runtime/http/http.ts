import { createServer as createHttpServer } from "node:http";
import type { Server } from "node:http";
import { metadataPaths } from "./authenticate.js";
import { sendError, sendJson } from "./exchange.js";
import { isLoopback } from "./guard.js";
import { createHttpHandler } from "./handler.js";
import type { HandlerOptions } from "./handler.js";
import type { CreateServer, Running } from "../server/listen.js";
import type { Log } from "../server/log.js";

export interface HttpOptions extends HandlerOptions {
  /** Address to listen on. Default: 127.0.0.1, for this machine alone. */
  readonly host?: string;
  /** Default: 3000; 0 for any free one. */
  readonly port?: number;
  /** Seconds that calls under way have to end when the server closes. Default: 10. */
  readonly grace?: number;
}

/** Milliseconds. */
const TIMEOUTS = {
  /** For the head of a request, for all of it, and how often both are looked at. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than load balancers keep connections, so that none sends a request into one that is just closed. */
  keepAliveTimeout: 75_000,
};

/**
 * Serves Streamable HTTP at `/mcp`; `GET /healthz` says that it runs.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 */
export async function listenOnHttp(
  createServer: CreateServer,
  options: HttpOptions & { readonly log: Log },
): Promise<Running> {
  const { auth, grace = 10, host = "127.0.0.1", log, port = 3000 } = options;
  const handler = createHttpHandler(createServer, { ...options, host });
  const known = ["/mcp", ...(auth ? metadataPaths(auth) : [])];
  const http = createHttpServer(TIMEOUTS, (request, response) => {
    response.once("close", () => {
      if (!http.listening) http.closeIdleConnections(); // the last ones of a server that closes
    });
    const [path = ""] = (request.url ?? "").split("?");
    if (path === "/healthz")
      return sendJson(response, { status: 200, value: { status: "ok" } });
    if (!known.includes(path))
      return sendError(response, {
        status: 404,
        message: "There is nothing here. The endpoint is /mcp.",
      });
    void handler(request, response);
  });
  const url = await start(http, { host, port });
  log.info("listening", { url });
  if (!auth && !isLoopback(host))
    log.warn("open", {
      message: `Everybody who reaches ${host} may call this server.`,
    });
  const closed = new Promise<void>((resolve) => {
    http.once("close", resolve);
  });
  const close = () => {
    const stopped = stop(http, { closed, grace });
    handler.drain();
    return stopped;
  };
  return { url, closed, close };
}

async function start(
  http: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`The port must be a number from 0 to 65535, not ${port}.`);
  await new Promise<void>((resolve, reject) => {
    http.once("error", (error) => reject(explain(error, { host, port })));
    http.listen(port, host, resolve);
  });
  const address = http.address();
  const actual = typeof address === "object" && address ? address.port : port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${actual}/mcp`;
}

function explain(
  error: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
): Error {
  const reasons = new Map([
    ["EADDRINUSE", `Port ${port} is taken. Choose another one.`],
    ["EACCES", `Port ${port} needs more rights. Choose one from 1024 up.`],
    ["EADDRNOTAVAIL", `This machine has no address ${host}.`],
    ["ENOTFOUND", `This machine has no address ${host}.`],
  ]);
  const reason = reasons.get(error.code ?? "");
  return reason === undefined ? error : new Error(reason, { cause: error });
}

/** Takes no more requests; lets those under way end for a while, then aborts them. */
async function stop(
  http: Server,
  { closed, grace }: { readonly closed: Promise<void>; readonly grace: number },
): Promise<void> {
  http.close();
  const timer = setTimeout(() => http.closeAllConnections(), grace * 1000);
  await closed;
  clearTimeout(timer);
}
