import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const MAX_BODY = 4 * 1024 * 1024;

/** A JSON-RPC error that belongs to no message. */
export interface HttpError {
  readonly status: number;
  readonly message: string;
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function sendError(response: ServerResponse, error: HttpError): void {
  const { code = -32000, headers = {}, message, status } = error;
  const value = { jsonrpc: "2.0", error: { code, message }, id: null };
  sendJson(response, { status, headers, value });
}

export function sendJson(
  response: ServerResponse,
  answer: {
    readonly status: number;
    readonly value: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  },
): void {
  response
    .writeHead(answer.status, {
      "content-type": "application/json",
      ...answer.headers,
    })
    .end(JSON.stringify(answer.value));
}

/** Writes out a response in the form of the web, as it comes. */
export async function sendWebResponse(
  response: ServerResponse,
  { body, headers, status }: Response,
): Promise<void> {
  response.writeHead(status, Object.fromEntries(headers));
  if (body === null) {
    response.end();
    return;
  }
  const stream = Readable.fromWeb(body);
  await pipeline(stream, response).catch(() => undefined); // the client is gone
}

/** The head of a request in the form of the web. */
export function toWebRequest(request: IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, [value].flat().join(", "));
  }
  const { method = "GET" } = request;
  return new Request("http://localhost/mcp", { method, headers });
}

/** The JSON of a POST, as somebody has read it already or up to 4 MB of it now. Rejects where the connection ends before it does. */
export async function readMessage(
  request: IncomingMessage,
  body: unknown,
): Promise<{ readonly message: unknown } | HttpError> {
  if (body !== undefined || request.method !== "POST") return { message: body };
  const chunks: Buffer[] = [];
  let size = 0;
  // Not destroyed on return: a request that is too large still gets its answer.
  const open = request.iterator({ destroyOnReturn: false });
  for await (const chunk of open as AsyncIterable<Buffer>) {
    // Chunks are buffers where no encoding is set.
    size += chunk.length;
    if (size > MAX_BODY)
      return {
        status: 413,
        message: `A request may have ${MAX_BODY} bytes.`,
        headers: { connection: "close" },
      };
    chunks.push(chunk);
  }
  try {
    return { message: JSON.parse(Buffer.concat(chunks).toString()) as unknown };
  } catch {
    return { status: 400, code: -32700, message: "The request is no JSON." };
  }
}
