import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { duplexPair } from "node:stream";
import type { Duplex } from "node:stream";
import type { HttpResponse, Transport } from "../../index.js";
import { watchResponseEnd } from "./response-end.js";
import { plainServer, toServerApp } from "./frameworks.js";
import { appTransport } from "./transport.js";

/**
 * Calls an application of `node:http` in this process, over connections that exist in memory alone. It speaks HTTP
 * on them as on any other, so that streams, aborts and limits are what the application knows; no socket is opened.
 * `load` runs once, before the first call. https://nodejs.org/api/http.html#event-connection
 */
export function serverTransport(load: () => Promise<unknown>): Transport {
  const start = async () => {
    const app = await toServerApp(await load());
    const server = plainServer(app.server);
    return { ...app, server, ending: watchResponseEnd(server) };
  };
  return appTransport(start, ({ ending, server }, request, signal) => {
    const { host, pathname, search } = new URL(request.url);
    return new Promise((resolve, reject) => {
      const { far, near } = connection();
      const ended = ending(far);
      const sent = httpRequest({
        createConnection: () => {
          server.emit("connection", far);
          return near;
        },
        method: request.method,
        path: pathname + search,
        // Of a DELETE, Node tells no length by itself.
        headers: {
          host,
          ...(request.body && { "content-length": request.body.length }),
          ...request.headers,
        },
        signal,
      });
      // Who aborts waits no longer; the application is told, and may work on until it ends its response.
      sent.on("error", (error) => {
        void (signal.aborted ? ended() : Promise.resolve()).then(() =>
          reject(error),
        );
      });
      sent.once("response", (response) => resolve(toResponse(response)));
      sent.end(request.body);
    });
  });
}

/** Both ends of a new connection; the far one is the server's. */
function connection(): { readonly far: Duplex; readonly near: Duplex } {
  const [near, far] = duplexPair();
  near.once("close", () => far.destroy());
  far.once("close", () => {
    if (far.writableFinished) return;
    near.destroy(Object.assign(new Error("cut off"), { code: "ECONNRESET" }));
  });
  return { far: Object.assign(far, socketManners), near };
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
