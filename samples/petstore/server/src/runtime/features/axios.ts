// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Readable } from "node:stream";
import type { HttpResponse, Transport } from "../index.js";

export interface AxiosOptions {
  /** The `https.Agent` of all connections: `new Agent({ ca })` trusts another authority. */
  readonly agent?: object;
}

/**
 * Sends requests over HTTP with axios, of which only the connection is used: URL, body, redirects and limits
 * are ours. Proxies are taken from `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`.
 */
export function axiosTransport(options: AxiosOptions = {}): Transport {
  let loaded: Promise<typeof import("axios")> | undefined;
  const load = () => (loaded ??= import("axios"));
  const send: Transport = async (request, signal) => {
    const { default: axios } = await load();
    const agent = request.agent ?? options.agent;
    const { data, headers, status } = await axios.request<Readable>({
      ...(agent && { httpsAgent: agent }),
      adapter: "http",
      method: request.method,
      url: request.url,
      headers: { "content-type": false, ...request.headers },
      data: request.body && toBuffer(request.body),
      transformRequest: (body: unknown) => body,
      responseType: "stream",
      maxRedirects: 0,
      maxBodyLength: Infinity,
      validateStatus: () => true,
      signal,
    });
    return {
      status,
      headers: toHeaders({ ...headers }, request.url),
      body: data,
    };
  };
  // Loading takes more time than the rest of the start: behind the first list, and not within the time of a call.
  const start = async () => void setTimeout(() => void load(), 100).unref();
  return Object.assign(send, { start });
}

function toBuffer({ buffer, byteLength, byteOffset }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Values of one name are joined (https://www.rfc-editor.org/rfc/rfc9110#section-5.3), and `location` is absolute. */
function toHeaders(
  raw: Record<string, unknown>,
  url: string,
): HttpResponse["headers"] {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(", ") : String(value);
      const isLink = name === "location" && URL.canParse(text, url);
      return [name, isLink ? new URL(text, url).href : text];
    }),
  );
}
