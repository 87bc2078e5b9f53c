import { Agent } from "node:https";
import type { AgentOptions } from "node:https";
import type { Readable } from "node:stream";
import { once } from "../once.js";
import type {
  HttpRequest,
  HttpResponse,
  TlsIdentity,
  Transport,
} from "../types.js";

/** Certificates and the like: `ca`, `cert`, `key`, `pfx`, `passphrase`, `rejectUnauthorized`. */
export interface HttpTransportOptions {
  readonly tls?: AgentOptions;
}

/**
 * Sends requests over HTTP with axios, of which only the connection is used: URL, body, redirects and limits
 * are decided before. Proxies are taken from `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`.
 */
export function createHttpTransport(
  options: HttpTransportOptions = {},
): Transport {
  const agentOf = createAgents(options);
  // Loaded on the first call: axios costs more time than the rest of the start.
  const load = once(() => import("axios"));
  return async (request, signal) => {
    const { default: axios } = await load();
    const response = await axios.request<Readable>({
      ...agentOf(request.tls),
      adapter: "http",
      method: request.method,
      url: request.url,
      headers: { "content-type": false, ...request.headers },
      data: request.body && toBuffer(request.body),
      transformRequest: (data: unknown) => data,
      responseType: "stream",
      maxRedirects: 0,
      maxBodyLength: Infinity,
      validateStatus: () => true,
      signal,
    });
    return {
      status: response.status,
      headers: toHeaders({ ...response.headers }),
      body: response.data,
    };
  };
}

/** One agent for each identity, so that its connections are used again and by nobody else. */
function createAgents({ tls }: HttpTransportOptions) {
  const agents = new Map<TlsIdentity | undefined, Agent>();
  return (identity: TlsIdentity | undefined): { httpsAgent?: Agent } => {
    if (!tls && !identity) return {};
    const agent =
      agents.get(identity) ??
      new Agent({ keepAlive: true, ...tls, ...identity });
    agents.set(identity, agent);
    return { httpsAgent: agent };
  };
}

function toBuffer(bytes: HttpRequest["body"] & object): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-5.3 */
function toHeaders(raw: Record<string, unknown>): HttpResponse["headers"] {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(", ") : String(value),
    ]),
  );
}
