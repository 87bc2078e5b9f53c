import { request as httpRequest } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import { duplexPair } from "node:stream";
import type { Duplex } from "node:stream";
import type { HttpResponse, Transport } from "../../index.js";
import { toServerApp } from "./frameworks.js";
import { appTransport } from "./transport.js";

/**
 * Calls an application of `node:http` in this process, over connections that exist in memory alone. It speaks HTTP
 * on them as on any other, so that streams, aborts and limits are what the application knows; no socket is opened.
 * `load` runs once, before the first call. https://nodejs.org/api/http.html#event-connection
 */
export function serverTransport(load: () => Promise<unknown>): Transport {
  const start = async () => toServerApp(await load());
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
