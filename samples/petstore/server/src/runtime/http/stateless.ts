import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { acceptForBoth, wantsStream } from "./accept.js";
import { authInfoOf } from "./endpoint.js";
import type { Endpoint, Visit } from "./endpoint.js";
import { sendError, sendWebResponse, toWebRequest } from "./exchange.js";
import type { CreateServer } from "../server/listen.js";

/**
 * Answers each request with a server of its own, so that any number of replicas can stand behind a
 * load balancer. When the client is gone, what it waited for is aborted.
 */
export function createStateless(createServer: CreateServer): Endpoint {
  async function answer(visit: Visit): Promise<void> {
    const { message, request, response } = visit;
    if (request.method !== "POST")
      return sendError(response, {
        status: 405,
        message: "This server keeps no sessions and takes POST only.",
        headers: { allow: "POST" },
      });
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !wantsStream(request, message),
    });
    const server = createServer();
    response.once("close", () => void server.close());
    await server.connect(transport);
    const head = toWebRequest(request);
    head.headers.set("accept", acceptForBoth(request));
    const result = await transport.handleRequest(head, {
      parsedBody: message,
      ...authInfoOf(visit),
    });
    await sendWebResponse(response, result);
  }

  return { answer, drain: () => undefined };
}
