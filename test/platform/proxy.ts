import { Agent, createServer, request as sendRequest } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { portOf } from "../runtime/features/calls.js";

/** A replica behind the proxy; it gets requests as long as its last probe was 200. */
interface Backend {
  readonly origin: string;
  readonly agent: Agent;
  isReady: boolean;
}

/** Proxy as platforms have it: it polls `/readyz`, keeps connections alive, takes turns, and never retries. */
export async function startProxy(pollMs: number) {
  const backends = new Map<string, Backend>();
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const ready = [...backends.values()].filter(({ isReady }) => isReady);
    turn += 1;
    const backend = ready[turn % Math.max(ready.length, 1)];
    if (backend) forward(backend, incoming, outgoing);
    else outgoing.writeHead(503).end("no replica is ready");
  });
  server.keepAliveTimeout = 120_000; // else it would close what its client uses again
  const probeAll = () =>
    [...backends.values()].forEach((one) => void probe(one));
  const timer = setInterval(probeAll, pollMs);
  const port = await portOf(server);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    /** Adds a replica by the URL of its endpoint; resolves once it is ready. */
    async add(url: string) {
      const { origin } = new URL(url);
      const agent = new Agent({ keepAlive: true });
      const backend = { origin, agent, isReady: false };
      backends.set(url, backend);
      while (!backend.isReady) await probe(backend);
    },
    remove(url: string) {
      backends.get(url)?.agent.destroy();
      backends.delete(url);
    },
    close() {
      clearInterval(timer);
      for (const { agent } of backends.values()) agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function probe(backend: Backend): Promise<void> {
  const response = await fetch(`${backend.origin}/readyz`).catch(() => null);
  backend.isReady = response?.status === 200;
  await response?.text();
}

function forward(
  { agent, origin }: Backend,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const { method, url = "/" } = incoming;
  const outgoingRequest = sendRequest(
    new URL(url, origin),
    {
      method,
      headers: { ...incoming.headers, host: new URL(origin).host },
      agent,
    },
    (response) => {
      const headers = { ...response.headers };
      delete headers.connection; // these two are of one connection
      delete headers["keep-alive"];
      outgoing.writeHead(response.statusCode ?? 502, headers);
      pipeline(response, outgoing, () => undefined);
    },
  );
  outgoingRequest.once("error", (error) => {
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end(String(error));
  });
  pipeline(incoming, outgoingRequest, () => undefined);
}
