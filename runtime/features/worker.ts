import type { McpService } from "../index.js";
import { createHttpHandler } from "./http.js";
import type { HttpOptions, IncomingRequest } from "./http.js";
import { createLog } from "./log.js";

/**
 * Serves Streamable HTTP at `/mcp` for hosts that call a function with each request: Workers, Deno, Bun, Lambda. The
 * first request starts the server's transports. Logs go to the host's console.
 */
export function fetchHandler(
  service: McpService,
  options: HttpOptions = {},
): (request: IncomingRequest) => Promise<Response> {
  const { redact } = service;
  // The console is the only output that all hosts have.
  const write = (line: string) => console.error(line.trimEnd());
  const log = createLog({ redact, write });
  const handler = createHttpHandler(service, log, {
    path: "/mcp",
    ...options,
  });
  const start = async () => {
    if (!options.auth)
      log.warn("open", { message: "Anyone may call this server." });
    await service.start(log);
  };
  let startPromise: Promise<void> | undefined;
  return async (request) => {
    try {
      await (startPromise ??= start());
    } catch (error) {
      startPromise = undefined; // the next request tries again
      log.error("start", { error: String(error) });
      return new Response("The server failed to start. See its log.", {
        status: 500,
      });
    }
    return handler(request);
  };
}
