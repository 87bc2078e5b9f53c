import type { HttpMiddleware, IncomingRequest } from "../../index.js";

/** Headers that a page of another origin sends and reads, in addition to those that browsers always allow. */
const REQUEST_HEADERS =
  "Authorization, Content-Type, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id";
const EXPOSED_HEADERS = "Mcp-Session-Id, WWW-Authenticate";

/** Time for which a browser may cache the permission, in seconds. */
const MAX_AGE_SECONDS = "7200";

/** Allows browsers to call from the pages of `allowedOrigins`. https://fetch.spec.whatwg.org/#http-cors-protocol */
export function cors(): HttpMiddleware {
  return (handler, { allowedOrigins }) =>
    async (request) => {
      const origin = request.headers.get("origin") ?? "";
      if (!allowedOrigins.includes(origin)) return handler(request);
      const response = respondToPreflight(request) ?? (await handler(request));
      const { headers } = response;
      headers.set("access-control-allow-origin", origin);
      headers.set("access-control-expose-headers", EXPOSED_HEADERS);
      headers.append("vary", "Origin");
      return response;
    };
}

/**
 * Responds to a browser that asks whether a page may call. Allows each requested header, since `fromCaller` or
 * `passHeaders` may use it.
 */
function respondToPreflight({
  headers,
  method,
}: IncomingRequest): Response | undefined {
  if (method !== "OPTIONS" || !headers.has("access-control-request-method"))
    return undefined;
  const requestedHeaders = headers.get("access-control-request-headers") ?? "";
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET, POST, DELETE",
      "access-control-allow-headers": [REQUEST_HEADERS, requestedHeaders]
        .filter(Boolean)
        .join(", "),
      "access-control-max-age": MAX_AGE_SECONDS,
    },
  });
}
