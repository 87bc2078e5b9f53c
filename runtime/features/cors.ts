import type { Asked } from "./message.js";

/** What a page of another origin sends and reads besides what browsers let it by themselves. */
const SENT =
  "Authorization, Content-Type, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id";
const READ = "Mcp-Session-Id, WWW-Authenticate";

/** Seconds for which a browser need not ask again. */
const KEPT = "7200";

/**
 * The answer to the question of a browser whether a page may call; undefined for every other request.
 * A header that a page asks for besides may be one that `fromCaller` or `passHeaders` takes.
 * https://fetch.spec.whatwg.org/#cors-preflight-fetch
 */
export function preflight({ headers, method }: Asked): Response | undefined {
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

/** Lets a page read an answer. Credentials of the browser, such as cookies, are none of this server's. */
export function letRead(response: Response, origin: string): Response {
  const { headers } = response;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", READ);
  headers.append("vary", "Origin");
  return response;
}
