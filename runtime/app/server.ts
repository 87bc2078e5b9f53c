import { request as httpRequest } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import { duplexPair } from "node:stream";
import type { Duplex } from "node:stream";
import { appTransport } from "./transport.js";
import type { App } from "./transport.js";
import type { HttpResponse, Transport } from "../types.js";

/** Fastify, Express, Koa, NestJS and all else that a `node:http` server can serve. The server need not listen. */
export interface ServerApp extends App {
  readonly server: Server;
}

/**
 * Calls a `node:http` server in this process, over connections that exist in memory alone. It speaks HTTP on
 * them as on any other, so that streams, aborts and limits are what the application knows; no socket is opened.
 * `start` runs once, before the first call. https://nodejs.org/api/http.html#event-connection
 */
export function serverTransport(start: () => Promise<ServerApp>): Transport {
  return appTransport(start, ({ server }, request, signal) => {
    const { host, pathname, search } = new URL(request.url);
    return new Promise((resolve, reject) => {
      const sent = httpRequest({
        createConnection: () => connect(server),
        method: request.method,
        path: pathname + search,
        headers: { host, ...request.headers },
        signal,
      });
      sent.on("error", reject);
      sent.once("response", (response) => resolve(toResponse(response)));
      sent.end(request.body);
    });
  });
}

/** Gives the server one end of a new connection and returns the other. */
function connect(server: Server): Duplex {
  const [near, far] = duplexPair();
  near.once("close", () => far.destroy());
  far.once("close", () => {
    if (far.writableFinished) return;
    near.destroy(Object.assign(new Error("cut off"), { code: "ECONNRESET" }));
  });
  server.emit("connection", Object.assign(far, socketManners));
  return near;
}

/** What applications expect of a socket beyond a stream, as if the caller were on this machine. */
const socketManners = {
  remoteAddress: "127.0.0.1",
  remoteFamily: "IPv4",
  remotePort: 0,
  setKeepAlive: returnThis,
  setNoDelay: returnThis,
  setTimeout: returnThis,
  ref: returnThis,
  unref: returnThis,
};

function returnThis<Self>(this: Self): Self {
  return this;
}

function toResponse(response: IncomingMessage): HttpResponse {
  const headers = Object.entries(response.headers);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
    ),
    body: response,
  };
}
