import { Readable } from "node:stream";
import { checkHeaders } from "../../index.js";
import type { HttpResponse, Transport } from "../../index.js";

export interface AxiosOptions {
  /** The `https.Agent` of all connections: `new Agent({ ca })` trusts another authority. */
  readonly agent?: object;
}

/**
 * Sends requests over HTTP with axios, and uses only its connections: this runtime handles URL, body, redirects and
 * limits. Proxies come from `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`.
 */
export function axiosTransport(options: AxiosOptions = {}): Transport {
  let axiosModule: Promise<typeof import("axios")> | undefined;
  const loadAxios = () => (axiosModule ??= import("axios"));
  const send: Transport = async (request, signal) => {
    checkHeaders(request.headers);
    const { default: axios } = await loadAxios();
    const agent = request.agent ?? options.agent;
    const stream = await request.stream?.open();
    const { data, headers, status } = await axios.request<Readable>({
      ...(agent && { httpsAgent: agent }),
      adapter: "http",
      method: request.method,
      url: request.url,
      headers: { "content-type": false, ...request.headers },
      data: stream
        ? Readable.from(stream)
        : request.body && toBuffer(request.body),
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
  // Loading axios takes longer than the rest of the start, so it begins after the first list and does not delay a call.
  const start = async () =>
    void setTimeout(() => void loadAxios(), 100).unref();
  return Object.assign(send, { start });
}

function toBuffer({ buffer, byteLength, byteOffset }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Joins values of one name (https://www.rfc-editor.org/rfc/rfc9110#section-5.3), and makes `location` absolute. */
function toHeaders(
  rawHeaders: Record<string, unknown>,
  url: string,
): HttpResponse["headers"] {
  return Object.fromEntries(
    Object.entries(rawHeaders).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(", ") : String(value);
      const isLink = name === "location" && URL.canParse(text, url);
      return [name, isLink ? new URL(text, url).href : text];
    }),
  );
}
