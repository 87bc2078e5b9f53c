import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { httpError } from "../../index.js";
import type { Endpoint, Log, Sdk, Service, Visit } from "../../index.js";
import { createMcpServer } from "./server.js";

/** The MCP SDK, version 1. */
export const sdk: Sdk = { connectStdio, stateless };

async function connectStdio(
  ...[service, log, { input, output }]: Parameters<Sdk["connectStdio"]>
) {
  const server = createMcpServer(service, log);
  const closed = new Promise<void>((end) => (server.onclose = end));
  await server.connect(new StdioServerTransport(input, output));
  return { close: () => server.close(), closed };
}

/** A server of its own for each request. When the client is gone, what it waited for is aborted. */
function stateless(service: Service, log: Log): Endpoint {
  return {
    async answer(visit) {
      const { headers, message, request } = visit;
      if (request.method !== "POST") {
        const reason = "This server keeps no sessions and takes POST only.";
        return httpError(405, reason, { headers: { allow: "POST" } });
      }
      const accept = headers.get("accept") ?? "*/*";
      const transport = new WebStandardStreamableHTTPServerTransport({
        enableJsonResponse: !wantsStream(accept, message),
      });
      const server = createMcpServer(service, log);
      request.signal.addEventListener("abort", () => void server.close());
      await server.connect(transport);
      headers.set("accept", acceptBoth(accept));
      return pass(visit, transport);
    },
  };
}

/** Gives the SDK a request whose body has been read, and the principal in its form, without the token. */
export function pass(
  { headers, message, principal, request }: Visit,
  transport: WebStandardStreamableHTTPServerTransport,
): Promise<Response> {
  const { method, url } = request;
  const { id: clientId = "", scopes: [...scopes] = [] } = principal ?? {};
  const authInfo = { token: "", clientId, scopes, extra: { principal } };
  return transport.handleRequest(new Request(url, { method, headers }), {
    parsedBody: message,
    ...(principal && { authInfo }),
  });
}

const JSON_TYPE = /application\/(json|\*)|\*\/\*/;
const STREAM_TYPE = /text\/(event-stream|\*)|\*\/\*/;

/** The transport insists on both kinds of answer, though it sends one. Who takes either gets an answer. */
function acceptBoth(accept: string): string {
  return JSON_TYPE.test(accept) || STREAM_TYPE.test(accept)
    ? "application/json, text/event-stream"
    : accept;
}

/** A stream only where it is needed: for progress, or where the client takes nothing else. */
function wantsStream(accept: string, message: unknown): boolean {
  if (!JSON_TYPE.test(accept)) return true;
  return STREAM_TYPE.test(accept) && [message].flat().some(hasProgressToken);
}

function hasProgressToken(message: unknown): boolean {
  const { params } = Object(message) as { params?: { _meta?: unknown } };
  return Object.hasOwn(Object(params?._meta) as object, "progressToken");
}
