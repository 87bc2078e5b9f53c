import type { HttpOptions, IncomingRequest } from "./http.js";

/** What a page of another origin sends and reads besides what browsers let it by themselves. */
const REQUEST_HEADERS =
  "Authorization, Content-Type, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id";
const EXPOSED_HEADERS = "Mcp-Session-Id, WWW-Authenticate";

/** Seconds for which a browser need not ask again. */
const MAX_AGE_SECONDS = "7200";

/** Tells browsers that the pages of `allowedOrigins` may call. https://fetch.spec.whatwg.org/#http-cors-protocol */
export function cors(options: HttpOptions): HttpOptions {
  const { allowedOrigins = [] } = options;
  return {
    ...options,
    around: (handle) => {
      const handleNext = options.around?.(handle) ?? handle;
      return async (request) => {
        const origin = request.headers.get("origin") ?? "";
        if (!allowedOrigins.includes(origin)) return handleNext(request);
        const response =
          respondToPreflight(request) ?? (await handleNext(request));
        const { headers } = response;
        headers.set("access-control-allow-origin", origin);
        headers.set("access-control-expose-headers", EXPOSED_HEADERS);
        headers.append("vary", "Origin");
        return response;
      };
    },
  };
}

/** The answer to the question of a browser whether a page may call. A header that it asks for besides may be one that `fromCaller` or `passHeaders` takes. */
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
