import type { HttpOptions, IncomingRequest } from "./http.js";

/** What a page of another origin sends and reads besides what browsers let it by themselves. */
const SENT =
  "Authorization, Content-Type, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id";
const READ = "Mcp-Session-Id, WWW-Authenticate";

/** Seconds for which a browser need not ask again. */
const KEPT = "7200";

/** Tells browsers that the pages of `allowedOrigins` may call. https://fetch.spec.whatwg.org/#http-cors-protocol */
export function cors(options: HttpOptions): HttpOptions {
  const { allowedOrigins = [] } = options;
  return {
    ...options,
    around: (handle) => {
      const next = options.around?.(handle) ?? handle;
      return async (request) => {
        const origin = request.headers.get("origin") ?? "";
        if (!allowedOrigins.includes(origin)) return next(request);
        const response = preflight(request) ?? (await next(request));
        const { headers } = response;
        headers.set("access-control-allow-origin", origin);
        headers.set("access-control-expose-headers", READ);
        headers.append("vary", "Origin");
        return response;
      };
    },
  };
}

/** The answer to the question of a browser whether a page may call. A header that it asks for besides may be one that `fromCaller` or `passHeaders` takes. */
function preflight({ headers, method }: IncomingRequest): Response | undefined {
  if (method !== "OPTIONS" || !headers.has("access-control-request-method"))
    return undefined;
  const asked = headers.get("access-control-request-headers") ?? "";
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET, POST, DELETE",
      "access-control-allow-headers": [SENT, asked].filter(Boolean).join(", "),
      "access-control-max-age": KEPT,
    },
  });
}
