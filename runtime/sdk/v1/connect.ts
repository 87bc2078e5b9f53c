import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Endpoint, Log, Sdk, Service, Visit } from "../../index.js";
import { acceptBoth, authInfoOf, wantsStream } from "../messages.js";
import { open } from "./server.js";

/** The MCP SDK, version 1. */
export const sdk: Sdk = { connectStdio, stateless };

async function connectStdio(
  ...[service, log, { input, output }]: Parameters<Sdk["connectStdio"]>
) {
  const server = open(service, log);
  const closed = new Promise<void>((end) => (server.onclose = end));
  await server.connect(new StdioServerTransport(input, output));
  return { close: () => server.close(), closed };
}

/** A server of its own for each request. When the client is gone, what it waited for is aborted. */
function stateless(service: Service, log: Log): Endpoint {
  return {
    methods: "POST",
    async answer(visit) {
      const { headers, request } = visit;
      const transport = new WebStandardStreamableHTTPServerTransport({
        enableJsonResponse: !wantsStream(visit),
      });
      const server = open(service, log);
      request.signal.addEventListener("abort", () => void server.close());
      await server.connect(transport);
      acceptBoth(headers);
      return pass(visit, transport);
    },
  };
}

/** Gives the SDK a request whose body has been read. */
export function pass(
  visit: Visit,
  transport: WebStandardStreamableHTTPServerTransport,
): Promise<Response> {
  const { headers, message, request } = visit;
  const { method, url } = request;
  return transport.handleRequest(new Request(url, { method, headers }), {
    parsedBody: message,
    ...authInfoOf(visit),
  });
}
