import { CallError } from "../index.js";
import type { HttpRequest, HttpResponse } from "../index.js";
import { chunksOf } from "./chunks.js";

/** A request in the form of the web. */
export function toWebRequest(
  { body, headers, method, url }: HttpRequest,
  signal: AbortSignal,
): Request {
  try {
    return new Request(url, {
      method,
      headers,
      body: body ?? null,
      redirect: "manual", // ours to follow
      signal,
    });
  } catch (cause) {
    // https://fetch.spec.whatwg.org/#dom-request
    throw new CallError(
      `a Fetch handler takes no ${method} request${body ? " with a body" : ""}.`,
      { cause },
    );
  }
}

/** An answer in the form of the web, as it arrives. */
export function fromWebResponse(
  response: Response,
  signal: AbortSignal,
): HttpResponse {
  return {
    status: response.status,
    headers: toHeaders(response.headers),
    body: chunksOf(response.body, signal),
  };
}

/** Several cookies are one value each; all other names are joined already. */
function toHeaders(headers: Headers): HttpResponse["headers"] {
  const cookies = headers.getSetCookie();
  return {
    ...Object.fromEntries(headers),
    ...(cookies.length > 0 && { "set-cookie": cookies.join(", ") }),
  };
}
