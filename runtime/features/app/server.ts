import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { duplexPair } from "node:stream";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { HttpResponse, Transport } from "../../index.js";
import { watchResponseEnd } from "./response-end.js";
import { plainServer, toServerApp } from "./frameworks.js";
import { appTransport } from "./transport.js";

/**
 * Calls an application of `node:http` in this process, over connections in memory. The application sees regular HTTP
 * with streams, aborts and limits; no socket is opened. `load` runs once, before the first call.
 * https://nodejs.org/api/http.html#event-connection
 */
export function serverTransport(load: () => Promise<unknown>): Transport {
  const start = async () => {
    const app = await toServerApp(await load());
    const server = plainServer(app.server);
    return { ...app, server, watchEnd: watchResponseEnd(server) };
  };
  return appTransport(start, ({ watchEnd, server }, request, signal) => {
    const { host, pathname, search } = new URL(request.url);
    const opening = request.stream?.open();
    return new Promise((resolve, reject) => {
      const { far, near } = openConnection();
      const waitForEnd = watchEnd(far);
      const clientRequest = httpRequest({
        createConnection: () => {
          server.emit("connection", far);
          return near;
        },
        method: request.method,
        path: pathname + search,
        // Node sends no length by itself for a DELETE.
        headers: {
          host,
          ...(request.body && { "content-length": request.body.length }),
          ...request.headers,
        },
        signal,
      });
      // A caller that aborts waits no longer. The application sees the abort, and may work until it ends its response.
      clientRequest.on("error", (error) => {
        void (signal.aborted ? waitForEnd() : Promise.resolve()).then(() =>
          reject(error),
        );
      });
      clientRequest.once("response", (response) =>
        resolve(toResponse(response)),
      );
      if (!opening) return void clientRequest.end(request.body);
      opening.then(
        (stream) =>
          pipeline(stream, clientRequest).catch((error: Error) =>
            clientRequest.destroy(error),
          ),
        reject,
      );
    });
  });
}

/** Opens a connection in memory. The server gets the far end. */
function openConnection(): { readonly far: Duplex; readonly near: Duplex } {
  const [near, far] = duplexPair();
  near.once("close", () => far.destroy());
  far.once("close", () => {
    if (far.writableFinished) return;
    near.destroy(Object.assign(new Error("cut off"), { code: "ECONNRESET" }));
  });
  return { far: Object.assign(far, SOCKET_PROPERTIES), near };
}

/** Socket properties that applications expect beyond those of a stream, for a caller on this machine. */
const SOCKET_PROPERTIES = {
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
