import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Auth } from "./auth.js";
import { acceptForBoth, wantsStream } from "./accept.js";
import { insufficientScope } from "./authenticate.js";
import { authInfoOf } from "./endpoint.js";
import type { Endpoint, Visit } from "./endpoint.js";
import {
  readJson,
  sendError,
  sendWebResponse,
  toWebRequest,
} from "./exchange.js";
import type { CreateServer } from "../server/listen.js";

/**
 * Answers each request with a server of its own, so that any number of replicas can stand behind a
 * load balancer. When the client is gone, what it waited for is aborted.
 */
export function createStateless(
  createServer: CreateServer,
  auth: Auth | undefined,
): Endpoint {
  async function answer(visit: Visit): Promise<void> {
    const { request, response } = visit;
    if (request.method !== "POST")
      return sendError(response, {
        status: 405,
        message: "This server keeps no sessions and takes POST only.",
        headers: { allow: "POST" },
      });
    const body = await readJson(visit);
    if ("status" in body) return sendError(response, body);
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !wantsStream(request, body.value),
    });
    const lacking: string[] = [];
    const server = createServer({
      onLackingScopes: (scopes) => lacking.push(...scopes),
    });
    response.once("close", () => void server.close());
    await server.connect(transport);
    const head = toWebRequest(request);
    head.headers.set("accept", acceptForBoth(request));
    const result = await transport.handleRequest(head, {
      parsedBody: body.value,
      ...authInfoOf(visit),
    });
    // A stream may have begun before; then the refusal is a message in it.
    if (auth && lacking.length > 0)
      return sendError(response, insufficientScope(auth, lacking));
    await sendWebResponse(response, result);
  }

  return { answer, drain: () => undefined };
}
