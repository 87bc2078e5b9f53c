import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import {
  serveStdio,
  StdioServerTransport,
} from "@modelcontextprotocol/server/stdio";
import type { Endpoint, Log, Sdk, Service, Visit } from "../../index.js";
import { acceptBoth, authInfoOf, wantsStream } from "../messages.js";
import { createMcpServer } from "./server.js";

/** The MCP SDK, version 2: 2026-07-28, and older clients at the same place. */
export const sdk: Sdk = { connectStdio, stateless };

async function connectStdio(
  ...[service, log, { input, output }]: Parameters<Sdk["connectStdio"]>
) {
  const transport = new StdioServerTransport(input, output);
  const connection = serveStdio(() => createMcpServer(service, log), {
    transport,
    onerror: reporter(log),
  });
  const end = transport.onclose;
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      end?.();
      resolve();
    };
  });
  return { close: () => connection.close(), closed };
}

/** A server of its own for each request. When the client is gone, what it waited for is aborted. */
function stateless(service: Service, log: Log): Endpoint {
  const answerModern = modern(service, log);
  return {
    methods: "POST",
    async answer(visit) {
      const answered = await answerModern(visit);
      if (answered) return answered;
      const { request } = visit;
      const transport = new WebStandardStreamableHTTPServerTransport({
        enableJsonResponse: !wantsStream(visit),
      });
      const server = createMcpServer(service, log);
      request.signal.addEventListener("abort", () => void server.close());
      await server.connect(transport);
      acceptBoth(visit.headers);
      return pass(visit, transport);
    },
  };
}

/** Answers clients that speak 2026-07-28, which knows no sessions; undefined: it is another one. */
export function modern(service: Service, log: Log) {
  const handler = createMcpHandler(
    ({ authInfo }) => createMcpServer(service, log, authInfo === undefined),
    { legacy: "reject", onerror: reporter(log) },
  );
  return async (visit: Visit): Promise<Response | undefined> => {
    const { signal } = visit.request;
    const request = withoutBody(visit, signal);
    if (await isLegacyRequest(request, visit.message)) return undefined;
    return handler.fetch(request, given(visit));
  };
}

/** Gives the SDK a request whose body has been read. */
export function pass(
  visit: Visit,
  transport: WebStandardStreamableHTTPServerTransport,
): Promise<Response> {
  return transport.handleRequest(withoutBody(visit), given(visit));
}

function withoutBody({ headers, request }: Visit, signal?: AbortSignal) {
  const { method, url } = request;
  return new Request(url, { method, headers, signal: signal ?? null });
}

const given = (visit: Visit) => ({
  parsedBody: visit.message,
  ...authInfoOf(visit),
});

const reporter = (log: Log) => (error: Error) =>
  log.debug("protocol", { message: error.message });
