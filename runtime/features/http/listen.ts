import { Console } from "node:console";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { finished, PassThrough, Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type {
  Flags,
  IncomingRequest,
  Log,
  McpService,
  Server,
} from "../../index.js";
import { connectStdio } from "../../sdk.js";
import {
  createDeadline,
  createDrain,
  drainSecondsFrom,
  GRACE,
  GRACE_AFTER_DRAIN,
} from "./drain.js";
import type { Deadline, Drain } from "./drain.js";
import { createHttpHandler, findAuth, isLoopback } from "./http.js";
import type { HttpOptions } from "./http.js";
import { openServer } from "../start/open.js";
import type { StartOptions } from "../start/open.js";

export interface RunOptions extends StartOptions, HttpOptions {
  /** Transport: `stdio` (default) or `streamable-http`. */
  readonly transport?: string | undefined;
  /** Port. Default: `PORT`, or 3000; 0 for any free one. */
  readonly port?: number | string | undefined;
  /** Time for calls in progress to end and for the server to close, in seconds. Default: 9.5; after a drain 4.5. */
  readonly grace?: number;
  /** Time for which the server still takes calls over HTTP after SIGTERM, in seconds. Default: `MCP_DRAIN_SECONDS`, or 5 if it is not set. */
  readonly drain?: number;
  /** Flags for features that select what is served: `read-only`. */
  readonly flags?: Flags;
}

/** A running server. */
export interface RunningServer {
  /** URL of the endpoint. */
  readonly url?: string;
  close(): Promise<void>;
  /** Resolves when the server has ended, for any reason. */
  readonly closed: Promise<void>;
}

const SIGNALS = ["SIGHUP", "SIGINT"] as const;

/**
 * Serves on stdio or Streamable HTTP; resolves once it listens. A signal ends the process, SIGTERM after a drain, and
 * so does, on stdio, the end of the connection. Rejects if the options are invalid or the port is taken.
 */
export async function listen(
  server: Server,
  options: RunOptions,
): Promise<RunningServer> {
  const { env, transport = "stdio" } = options;
  const isStdio = transport === "stdio";
  if (!isStdio && transport !== "streamable-http")
    throw new Error(
      `Unknown transport: "${transport}". Use stdio or streamable-http.`,
    );
  const drain = isStdio
    ? undefined
    : createDrain(options.drain ?? drainSecondsFrom(env));
  const deadline = createDeadline();
  const beginEnd = () => deadline.begin(options.grace ?? GRACE);
  const output = claimOutput(isStdio);
  const opened = await openServer(server, options);
  const { log, service } = opened;
  const running: RunningServer = drain
    ? await listenOnHttp(service, log, { ...options, drain, deadline })
    : await listenOnStdio(service, log, { output, deadline, beginEnd });
  // A call that forgets to wait for a promise must not end all other calls.
  const logRejection = (error: unknown) => log.error("rejection", { error });
  process.on("unhandledRejection", logRejection);
  const closed = running.closed.then(() => {
    beginEnd();
    return Promise.race([opened.close(), deadline.waitForEnd()]);
  });
  const close = () => {
    beginEnd();
    return running.close().then(() => closed);
  };
  // Timers and sockets of an application must not keep the process alive; a second signal ends it at once.
  const endProcess = () => void close().finally(() => process.exit());
  const drainProcess = (started: Drain) => {
    deadline.begin(started.seconds + (options.grace ?? GRACE_AFTER_DRAIN));
    void started.begin().then(endProcess);
  };
  const onSigterm = () => (drain ? drainProcess(drain) : endProcess());
  // If a feature reopens its files on SIGHUP, the process must survive it.
  const signals = SIGNALS.filter(
    (signal) => signal !== "SIGHUP" || process.listenerCount(signal) === 0,
  );
  for (const signal of signals) process.once(signal, endProcess);
  process.once("SIGTERM", onSigterm);
  void closed.then(async () => {
    for (const signal of signals) process.off(signal, endProcess);
    process.off("SIGTERM", onSigterm);
    process.off("unhandledRejection", logRejection);
    if (!isStdio) return;
    const outputEnded = new Promise<void>((resolve) => output.end(resolve));
    await Promise.race([outputEnded, deadline.waitForEnd()]);
    process.exit();
  });
  return { ...running, close, closed };
}

/**
 * Reserves standard output for the protocol: one forgotten console.log would end the connection. From now on,
 * everything else that this process writes there goes to standard error.
 */
function claimOutput(isStdio: boolean): Writable {
  const { stderr, stdout } = process;
  const write = stdout.write.bind(stdout);
  if (isStdio) stdout.write = stderr.write.bind(stderr);
  if (isStdio) globalThis.console = new Console(stderr, stderr);
  return new Writable({
    write: (chunk: Buffer, _encoding, callback) => void write(chunk, callback),
  }).setMaxListeners(0); // the SDK adds one for each response that waits for a slow client
}

/**
 * Serves one client until the output breaks, or until the input ends and each request has its response: a shell that
 * passes requests ends the input at once.
 */
async function listenOnStdio(
  service: McpService,
  log: Log,
  {
    beginEnd,
    deadline,
    output,
  }: { beginEnd: () => void; deadline: Deadline; output: Writable },
): Promise<RunningServer> {
  const input = process.stdin.pipe(new PassThrough(), { end: false });
  const connection = await connectStdio(service, log, { input, output });
  const closeConnection = () => void connection.close();
  for (const stream of [process.stdout, output])
    stream.on("error", closeConnection);
  const waitForCalls = async () => {
    do await delay(20);
    while (service.calls.size > 0);
  };
  finished(process.stdin, () => {
    beginEnd();
    void Promise.race([waitForCalls(), deadline.waitForCalls()]).then(
      closeConnection,
    );
  });
  if (process.stdin.isTTY) log.info("listening", { on: "standard input" });
  return connection;
}

/**
 * Timeouts in milliseconds: for the head of a request, for the complete request, between two checks of both; and for
 * the next request, longer than load balancers wait.
 */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
};

interface HttpServerOptions extends Omit<RunOptions, "drain"> {
  readonly drain: Drain;
  readonly deadline: Deadline;
}

/** Serves Streamable HTTP at `/mcp`, and the probes. Rejects if the port is taken. */
async function listenOnHttp(
  service: McpService,
  log: Log,
  { deadline, drain, ...options }: HttpServerOptions,
): Promise<RunningServer> {
  const { env } = options;
  const host = options.host ?? (env["HOST"] || "127.0.0.1");
  const port = Number(options.port ?? (env["PORT"] || 3000));
  if (!(port < 65536))
    throw new Error("--port (or PORT) must be a number from 0 to 65535.");
  const isReady = () => drain.isReady();
  const settings = { path: "/mcp", isReady, ...options, host };
  const handler = createHttpHandler(service, log, settings);
  const handleNodeRequest = toNodeHandler(handler);
  const http = createServer(TIMEOUTS, (request, response) => {
    drain.track(response);
    // A closing server ends the connections of its last requests.
    response.once("close", () => {
      if (!http.listening) http.closeIdleConnections();
    });
    void handleNodeRequest(request, response);
  });
  const sockets = new Set<Socket>();
  http.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  http.listen(port, host);
  await once(http, "listening").catch((error: unknown) => {
    throw toListenError(error, host, port);
  });
  const { port: actualPort } = http.address() as { port: number }; // a TCP server has a port
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${actualPort}/mcp`;
  log.info("listening", { url });
  const message = `Anyone who can reach ${host} may call this server.`;
  if (!findAuth(service) && !isLoopback(host)) log.warn("open", { message });
  return {
    url,
    closed: once(http, "close").then(() => undefined),
    // Accepts no more requests; gives those in progress some time to end, then aborts them.
    async close() {
      http.close();
      handler.drain();
      void deadline.waitForCalls().then(() => http.closeAllConnections());
      // Node counts a connection without a request as busy. The delay is for requests that are on their way.
      setTimeout(() => {
        for (const socket of sockets) if (!socket.bytesRead) socket.destroy();
      }, 100).unref();
    },
  };
}

/** Names the option, and its variable, that keeps a server from listening. */
function toListenError(error: unknown, host: string, port: number): unknown {
  const { code } = Object(error) as { code?: unknown };
  switch (code) {
    case "EADDRINUSE":
      return new Error(
        `--port (or PORT): another program listens on port ${port} of ${host} (EADDRINUSE). End it, or choose another port.`,
      );
    case "EACCES":
      return new Error(
        `--port (or PORT): this user may not listen on port ${port} (EACCES). Choose a port from 1024 on.`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new Error(
        `--host (or HOST): ${JSON.stringify(host)} is not an address of this machine (${code}). Use 127.0.0.1, or 0.0.0.0 for all its addresses.`,
      );
    default:
      return error;
  }
}

/**
 * Creates a request handler for `node:http`, Express and similar frameworks. A body that the framework has parsed is
 * passed as the third argument.
 */
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
    // Another spelling of a path would bypass the rules of a proxy in front of this server.
    if (!url || url.pathname !== path.replace(/[?#].*/s, ""))
      return void outgoing.writeHead(400).end();
    // A proxy may have chosen another one of two hosts. https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    if ((incoming.headersDistinct["host"] ?? []).length > 1)
      return void outgoing.writeHead(400).end();
    const disconnected = new AbortController();
    outgoing.once("close", () => disconnected.abort("gone"));
    const headers = new Headers();
    for (const [name, value = ""] of Object.entries(incoming.headers))
      headers.set(name, [value].flat().join(", "));
    const createBody = () =>
      Readable.from([Buffer.from(JSON.stringify(parsed))]);
    // A complete `Request` would cost a tenth of a call.
    const response = await handler({
      url: url.href,
      method,
      headers,
      signal: disconnected.signal,
      body: parsed === undefined ? incoming : createBody(),
    });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    const type = response.headers.get("content-type");
    if (!response.body || type === "application/json")
      return void outgoing.end(Buffer.from(await response.arrayBuffer()));
    outgoing.flushHeaders();
    const stream = Readable.fromWeb(response.body);
    // A response that breaks off is useless, so the connection is closed as well.
    await pipeline(stream, outgoing).catch(() => undefined);
  };
}

const ANY_HOST = "http://localhost";
