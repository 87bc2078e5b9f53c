import type { IncomingRequest, Server } from "../../index.js";
import { createHttpHandler, findAuth } from "./http.js";
import type { HttpHandler } from "../../index.js";
import type { HttpOptions } from "./http.js";
import { createLog } from "../observe/log.js";
import { openServer } from "../start/open.js";
import type { StartOptions } from "../start/open.js";

/**
 * Serves Streamable HTTP at `/mcp` for hosts that call a function with each request: Workers, Lambda, Deno, Bun. The
 * first request opens the server. Logs go to the host's console.
 */
export function fetchHandler(
  server: Server,
  options: StartOptions & HttpOptions,
): HttpHandler {
  // The console is the only output that all hosts have.
  const write = (line: string) => console.error(line.trimEnd());
  const openHandler = async (): Promise<HttpHandler> => {
    const { log, service } = await openServer(server, {
      ...options,
      logOptions: { write },
    });
    const handler = createHttpHandler(service, log, {
      path: "/mcp",
      ...options,
    });
    if (!findAuth(service))
      log.warn("open", { message: "Anyone may call this server." });
    return handler;
  };
  let handler: Promise<HttpHandler> | undefined;
  return async (request: IncomingRequest) => {
    try {
      await (handler ??= openHandler());
    } catch (error) {
      handler = undefined; // the next request tries again
      const log = options.log ?? createLog({ write });
      log.error("start", { error: String(error) });
      return new Response("The server failed to start. See its log.", {
        status: 500,
      });
    }
    return (await handler)(request);
  };
}
