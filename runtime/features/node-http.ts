import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Readable } from "node:stream";
import type { Connection, Log, Sdk, Service } from "../index.js";
import { chunksOf } from "./chunks.js";
import { createHttpHandler, isLoopback } from "./http.js";
import type { HttpOptions } from "./http.js";
import type { Asked } from "./message.js";

export interface ListenOptions extends HttpOptions {
  /** Default: 3000; 0 for any free one. */
  readonly port?: number;
  /** Seconds that calls under way have to end when the server closes. Default: 10. */
  readonly grace?: number;
}

/** A server that runs. */
export interface Running extends Connection {
  /** Where it listens; none on stdio. */
  readonly url?: string;
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

/** Serves Streamable HTTP at `/mcp`, `/healthz` and `/readyz`. Throws where the port is taken. */
export async function listenOnHttp(
  service: Service,
  sdk: Sdk,
  log: Log,
  options: ListenOptions,
): Promise<Running> {
  const { auth, grace = 10, host = "127.0.0.1", port = 3000 } = options;
  const settings = { path: "/mcp", ...options, host };
  const handler = createHttpHandler(service, sdk, log, settings);
  const answer = toNodeHandler(handler);
  const http = createServer(TIMEOUTS, (request, response) => {
    response.once("close", () => {
      if (!http.listening) http.closeIdleConnections(); // the last ones of a server that closes
    });
    void answer(request, response);
  });
  const sockets = new Set<Socket>();
  http.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const url = await start(http, host, port);
  log.info("listening", { url });
  if (!auth && !isLoopback(host))
    log.warn("open", {
      message: `Everybody who reaches ${host} may call this server.`,
    });
  const closed = new Promise<void>((end) => void http.once("close", end));
  return {
    url,
    closed,
    // Takes no more requests; lets those under way end for a while, then aborts them.
    async close() {
      http.close();
      handler.drain();
      setTimeout(() => http.closeAllConnections(), grace * 1000).unref();
      // Node takes what was opened ahead of a request for busy. Not at once, for requests that are on their way.
      setTimeout(() => {
        for (const socket of sockets) if (!socket.bytesRead) socket.destroy();
      }, 100).unref();
      await closed;
    },
  };
}

async function start(http: Server, host: string, port: number) {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`The port must be a number from 0 to 65535, not ${port}.`);
  await new Promise<void>((resolve, reject) => {
    http.once("error", (error: NodeJS.ErrnoException) => {
      const reason = reasonOf(error.code, host, port);
      reject(reason ? new Error(reason, { cause: error }) : error);
    });
    http.listen(port, host, resolve);
  });
  const { port: actual } = http.address() as AddressInfo; // it listens on TCP
  return `http://${host.includes(":") ? `[${host}]` : host}:${actual}/mcp`;
}

function reasonOf(code = "", host: string, port: number): string | undefined {
  if (code === "EADDRINUSE")
    return `Port ${port} is taken. Choose another one.`;
  if (code === "EACCES")
    return `Port ${port} needs more rights. Choose one from 1024 up.`;
  return /^(EADDRNOTAVAIL|ENOTFOUND)$/.test(code)
    ? `This machine has no address ${host}.`
    : undefined;
}

/** A request handler of `node:http`, Express and their like, for a handler in the form of the web. A body that has been read already comes along, parsed. */
export function toNodeHandler(handler: (request: Asked) => Promise<Response>) {
  return async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body?: unknown,
  ): Promise<void> => {
    const gone = new AbortController();
    const request = toRequest(incoming, gone.signal, body);
    if (!request) return void outgoing.writeHead(400).end();
    outgoing.once("close", () => gone.abort("gone"));
    const response = await handler(request);
    const { body: stream, headers, status } = response;
    outgoing.writeHead(status, Object.fromEntries(headers));
    if (headers.get("content-type") === "application/json")
      return void outgoing.end(Buffer.from(await response.arrayBuffer()));
    try {
      for await (const chunk of chunksOf(stream, gone.signal))
        if (!outgoing.write(chunk)) await once(outgoing, "drain", gone);
      outgoing.end();
    } catch {
      outgoing.destroy(); // half of an answer is none
    }
  };
}

/** What is read of a request, since a whole `Request` would cost a tenth of a call. Undefined where it could be none: of the method TRACE, or of a path that is no URL. */
function toRequest(
  incoming: IncomingMessage,
  signal: AbortSignal,
  parsed: unknown,
): Asked | undefined {
  const { method = "GET", url: path = "/" } = incoming;
  const base = "http://localhost";
  if (method === "TRACE" || !URL.canParse(path, base)) return undefined;
  const headers = new Headers();
  for (const [name, value = ""] of Object.entries(incoming.headers))
    headers.set(name, [value].flat().join(", "));
  const body =
    parsed === undefined
      ? incoming
      : Readable.from([Buffer.from(JSON.stringify(parsed))]);
  return { url: new URL(path, base).href, method, headers, signal, body };
}
