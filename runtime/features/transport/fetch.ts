import { CallError } from "../../index.js";
import type { HttpResponse, Transport } from "../../index.js";
import { fromWebResponse, toWebRequest } from "./web.js";

/** Sends requests over HTTP with the host's `fetch`, for hosts without sockets: Workers and similar ones. */
export function globalFetch(): Transport {
  return async (request, signal) => {
    if (request.agent)
      throw new CallError("a client certificate can't be sent by fetch.");
    const webRequest = toWebRequest(request, signal);
    const response = await fetch(webRequest).catch((error: unknown) => {
      throw toFetchError(error, "ENETUNREACH");
    });
    const { headers, ...webResponse } = fromWebResponse(response, signal);
    const { location } = headers;
    const isLink =
      location !== undefined && URL.canParse(location, request.url);
    const target = isLink && { location: new URL(location, request.url).href };
    const body = explainBreak(webResponse.body);
    return { ...webResponse, headers: { ...headers, ...target }, body };
  };
}

/** Reads a body, and explains why it breaks off. */
async function* explainBreak(body: HttpResponse["body"]) {
  try {
    yield* body;
  } catch (error) {
    throw toFetchError(error, "ECONNRESET");
  }
}

/**
 * Creates an error with a code. Node's error has the code in its cause: https://undici.nodejs.org/#/docs/api/Errors; a
 * Worker's has none.
 */
function toFetchError(error: unknown, defaultCode: string): Error {
  const { cause } = Object(error) as { cause?: { code?: unknown } };
  const code = typeof cause?.code === "string" ? cause.code : defaultCode;
  return Object.assign(new Error("fetch failed", { cause }), { code });
}
