// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { Console } from "node:console";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { finished, PassThrough, Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Log, McpService } from "../index.js";
import { connectStdio } from "../sdk.js";
import { createHttpHandler, isLoopback } from "./http.js";
import type { HttpOptions, IncomingRequest } from "./http.js";
import { createLog } from "./log.js";

export interface RunOptions extends HttpOptions {
  /** `stdio` (default) or `streamable-http`. */
  readonly transport?: string;
  /** Default: 3000; 0 for any free one. */
  readonly port?: number;
  /** Seconds that calls under way have to end when the server closes. Default: 10. */
  readonly grace?: number;
  /** Default: JSON lines on standard error. */
  readonly log?: Log;
}

/** A server that runs. */
export interface RunningServer {
  /** Where it listens. */
  readonly url?: string;
  close(): Promise<void>;
  /** Resolves when it has ended, whoever ended it. */
  readonly closed: Promise<void>;
}

const SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

/**
 * Serves on stdio or Streamable HTTP; resolves once it listens. A signal and, on stdio, the end of the connection end
 * the process. Rejects where the options make no sense or the port is taken.
 */
export async function listen(
  service: McpService,
  options: RunOptions = {},
): Promise<RunningServer> {
  const { grace = 10, transport = "stdio" } = options;
  const log = options.log ?? createLog({ redact: service.redact });
  const isStdio = transport === "stdio";
  if (!isStdio && transport !== "streamable-http")
    throw new Error(
      `There is no transport "${transport}". Use stdio or streamable-http.`,
    );
  const late = () => delay(grace * 1000, undefined, { ref: false });
  const output = claimOutput(isStdio);
  await service.start(log);
  const running: RunningServer = isStdio
    ? await listenOnStdio(service, log, { output, late })
    : await listenOnHttp(service, log, options);
  // One call that forgets to wait for a promise must not end those of all others.
  const tell = (error: unknown) => log.error("rejection", { error });
  process.on("unhandledRejection", tell);
  const closed = running.closed.then(() =>
    Promise.race([service.close(), late()]),
  );
  const close = () => running.close().then(() => closed);
  // Timers and sockets of an application must not keep the process; a second signal ends it at once.
  const end = () => void close().finally(() => process.exit());
  for (const signal of SIGNALS) process.once(signal, end);
  void closed.then(async () => {
    for (const signal of SIGNALS) process.off(signal, end);
    process.off("unhandledRejection", tell);
    if (!isStdio) return;
    const written = new Promise<void>((done) => output.end(done));
    await Promise.race([written, late()]);
    process.exit();
  });
  return { ...running, close, closed };
}

/**
 * Standard output for the protocol alone: one forgotten console.log would end the connection. What anything else
 * in this process writes there goes to standard error from now on.
 */
function claimOutput(isStdio: boolean): Writable {
  const { stderr, stdout } = process;
  const write = stdout.write.bind(stdout);
  if (isStdio) stdout.write = stderr.write.bind(stderr);
  if (isStdio) globalThis.console = new Console(stderr, stderr);
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void write(chunk, done),
  }).setMaxListeners(0); // the SDK has one for each answer that a slow client lets wait
}

/** Serves one client, until the output breaks, or the input ends and what was asked is answered: a shell that hands requests over ends it at once. */
async function listenOnStdio(
  service: McpService,
  log: Log,
  { late, output }: { late: () => Promise<void>; output: Writable },
): Promise<RunningServer> {
  const input = process.stdin.pipe(new PassThrough(), { end: false });
  const connection = await connectStdio(service, log, { input, output });
  const end = () => void connection.close();
  for (const stream of [process.stdout, output]) stream.on("error", end);
  const idle = async () => {
    do await delay(20);
    while (service.calls.size > 0);
  };
  finished(process.stdin, () => void Promise.race([idle(), late()]).then(end));
  if (process.stdin.isTTY) log.info("listening", { on: "standard input" });
  return connection;
}

/** Milliseconds: for the head of a request, for all of it, how often both are looked at; and for the next one, longer than load balancers wait. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
};

/** Serves Streamable HTTP at `/mcp`, and `/healthz`. Rejects where the port is taken. */
async function listenOnHttp(
  service: McpService,
  log: Log,
  options: RunOptions,
): Promise<RunningServer> {
  const { auth, grace = 10, host = "127.0.0.1", port = 3000 } = options;
  if (!(port < 65536)) throw new Error("--port (or PORT) is no port number.");
  const settings = { path: "/mcp", ...options, host };
  const handler = createHttpHandler(service, log, settings);
  const answer = toNodeHandler(handler);
  const http = createServer(TIMEOUTS, (request, response) => {
    // The last ones of a server that closes.
    response.once("close", () => {
      if (!http.listening) http.closeIdleConnections();
    });
    void answer(request, response);
  });
  const sockets = new Set<Socket>();
  http.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  http.listen(port, host);
  await once(http, "listening");
  const { port: actual } = http.address() as { port: number }; // it listens on TCP
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${actual}/mcp`;
  log.info("listening", { url });
  const message = `Everybody who reaches ${host} may call this server.`;
  if (!auth && !isLoopback(host)) log.warn("open", { message });
  return {
    url,
    closed: once(http, "close").then(() => undefined),
    // Takes no more requests; lets those under way end for a while, then aborts them.
    async close() {
      http.close();
      handler.drain();
      setTimeout(() => http.closeAllConnections(), grace * 1000).unref();
      // Node takes what was opened ahead of a request for busy. Not at once, for requests that are on their way.
      setTimeout(() => {
        for (const socket of sockets) if (!socket.bytesRead) socket.destroy();
      }, 100).unref();
    },
  };
}

/** A request handler of `node:http`, Express and their like. A body that has been read already comes along, parsed. */
export function toNodeHandler(
  handler: (request: IncomingRequest) => Promise<Response>,
) {
  return async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    parsed?: unknown,
  ): Promise<void> => {
    const { method = "GET", url: path = "/" } = incoming;
    const url = URL.canParse(path, ANY_HOST) && new URL(path, ANY_HOST);
    // Another spelling of a path would pass by the rules of what stands in front of this server.
    if (!url || url.pathname !== path.replace(/[?#].*/s, ""))
      return void outgoing.writeHead(400).end();
    const gone = new AbortController();
    outgoing.once("close", () => gone.abort("gone"));
    const headers = new Headers();
    for (const [name, value = ""] of Object.entries(incoming.headers))
      headers.set(name, [value].flat().join(", "));
    const read = () => Readable.from([Buffer.from(JSON.stringify(parsed))]);
    // Not a whole `Request`, which would cost a tenth of a call.
    const response = await handler({
      url: url.href,
      method,
      headers,
      signal: gone.signal,
      body: parsed === undefined ? incoming : read(),
    });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    const type = response.headers.get("content-type");
    if (!response.body || type === "application/json")
      return void outgoing.end(Buffer.from(await response.arrayBuffer()));
    outgoing.flushHeaders();
    const stream = Readable.fromWeb(response.body);
    // Half of an answer is none: where it breaks, the connection does.
    await pipeline(stream, outgoing).catch(() => undefined);
  };
}

const ANY_HOST = "http://localhost";
