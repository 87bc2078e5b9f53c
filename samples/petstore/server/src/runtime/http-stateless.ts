import type { IncomingMessage, ServerResponse } from "node:http";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { wantsStream } from "./http-accept.js";
import {
  readJson,
  sendError,
  sendWebResponse,
  toWebRequest,
} from "./http-exchange.js";
import type { CreateServer } from "./listen.js";

/**
 * Answers a request at the endpoint with a server of its own: two clients must never share one.
 * When the client is gone, what it waited for is aborted.
 */
export async function answerStateless(
  createServer: CreateServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "POST")
    return sendError(response, {
      status: 405,
      message: "This server keeps no sessions and takes POST only.",
      headers: { allow: "POST" },
    });
  const body = await readJson(request);
  if ("status" in body) return sendError(response, body);
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !wantsStream(request, body.value),
  });
  const server = createServer();
  response.once("close", () => void server.close());
  await server.connect(transport);
  const answer = await transport.handleRequest(toWebRequest(request), {
    parsedBody: body.value,
  });
  await sendWebResponse(response, answer);
}
