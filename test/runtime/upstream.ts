import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createStrip } from "../../runtime/answer/strip.js";
import { sendRequest } from "../../runtime/call/call.js";
import { createHttpClient } from "../../runtime/client.js";
import type { ClientOptions } from "../../runtime/client.js";
import { defineTool } from "../../runtime/define.js";
import type { Answer, Args, RequestRecipe, Tool } from "../../runtime/types.js";

/** A request as it stood on the wire. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
) => void;

/** A real API on this machine's loopback, closed when the test ends. Answers `{"ok":true}` unless told otherwise. */
export async function startUpstream(handler?: Handler) {
  const api = await listen(handler);
  onTestFinished(api.close);
  return api;
}

/** The same, for several tests. */
export async function listen(handler: Handler = answerOk) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("latin1");
      received.push({
        method: request.method ?? "",
        url: request.url ?? "",
        headers: toHeaders(request.rawHeaders),
        body,
      });
      handler(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Not null and no pipe: the server listens on a port.
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { received, close, baseUrl: `http://127.0.0.1:${String(port)}` };
}

function answerOk(_request: IncomingMessage, response: ServerResponse) {
  response.setHeader("content-type", "application/json").end('{"ok":true}');
}

/** A tool with this recipe. */
export function toolOf(
  request: Partial<RequestRecipe>,
  more: Partial<Tool> = {},
): Tool {
  return defineTool({
    name: "tool",
    inputSchema: { type: "object" },
    request: { method: "GET", path: "/", ...request },
    handler: (args, context) => context.send(args),
    ...more,
  });
}

/** Sends one request the way a tool does. */
export function call(
  tool: Tool,
  args: Args,
  options: ClientOptions & { signal?: AbortSignal; progress?: string[] },
): Promise<Answer> {
  const { signal, progress, ...client } = options;
  return sendRequest(tool, args, {
    client: createHttpClient(client),
    strip: createStrip({}),
    signal: signal ?? new AbortController().signal,
    progress: (message) => progress?.push(message),
  });
}

function toHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i < raw.length; i += 2) {
    headers[raw[i] ?? ""] = raw[i + 1] ?? "";
  }
  return headers;
}
