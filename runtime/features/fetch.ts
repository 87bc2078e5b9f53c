import { CallError } from "../index.js";
import type { Transport } from "../index.js";
import { fromWebResponse, toWebRequest } from "./web.js";

/** Sends requests over HTTP with the host's own `fetch`, for hosts that have no sockets: Workers and their like. */
export function globalFetch(): Transport {
  return async (request, signal) => {
    if (request.agent)
      throw new CallError("a client certificate can't be sent by fetch.");
    const sent = toWebRequest(request, signal);
    const response = await fetch(sent).catch((error: unknown) => {
      // Node's says no more itself: https://undici.nodejs.org/#/docs/api/Errors; a Worker's says nothing.
      const { cause } = Object(error) as { cause?: { code?: unknown } };
      const code = typeof cause?.code === "string" ? cause.code : "ENETUNREACH";
      throw Object.assign(new Error("fetch failed", { cause }), { code });
    });
    const { headers, ...rest } = fromWebResponse(response, signal);
    const { location } = headers;
    const isLink =
      location !== undefined && URL.canParse(location, request.url);
    const target = isLink && { location: new URL(location, request.url).href };
    return { ...rest, headers: { ...headers, ...target } };
  };
}
