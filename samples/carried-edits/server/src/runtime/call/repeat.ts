import type { HttpRequest, HttpResponse } from "../types.js";

/** Milliseconds; whoever asks for more is told to the model instead. */
const longestWait = 10_000;

/** Where a redirect leads, and the request that follows it. */
export interface Redirect {
  readonly request: HttpRequest;
  readonly sameHost: boolean;
}

/** Reads a redirect; undefined where the answer is none. https://www.rfc-editor.org/rfc/rfc9110#section-15.4 */
export function redirectOf(
  request: HttpRequest,
  { status, headers }: HttpResponse,
): Redirect | undefined {
  const location = headers["location"];
  if (![301, 302, 303, 307, 308].includes(status) || !location) {
    return undefined;
  }
  if (!URL.canParse(location, request.url)) return undefined;
  const from = new URL(request.url);
  const to = new URL(location, from);
  to.hash = to.username = to.password = "";
  const sameHost = isSameHost(from, to);
  return {
    request: { ...toFollowing(request, status), url: to.href },
    sameHost,
  };
}

/** The same origin, or its HTTPS twin. */
function isSameHost(from: URL, to: URL): boolean {
  const upgraded =
    from.protocol === "http:" &&
    to.protocol === "https:" &&
    from.host === to.host;
  return from.origin === to.origin || upgraded;
}

/** 303, and by custom 301 and 302 after a POST, ask for a GET without the body. */
function toFollowing(request: HttpRequest, status: number): HttpRequest {
  const { method, headers } = request;
  const becomesGet =
    (status === 303 && method !== "HEAD") ||
    ((status === 301 || status === 302) && method === "POST");
  if (!becomesGet) return request;
  const kept = { ...headers };
  delete kept["content-type"];
  return { method: "GET", url: request.url, headers: kept, body: undefined };
}

/**
 * Milliseconds to wait before trying an idempotent request again; undefined where that is no use.
 * https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2
 */
export function retryDelay(
  method: string,
  { status, headers }: HttpResponse,
  triesBefore: number,
): number | undefined {
  const isIdempotent = /^(GET|HEAD|OPTIONS|PUT|DELETE|TRACE|QUERY)$/.test(
    method,
  );
  if (!isIdempotent || ![429, 502, 503, 504].includes(status)) return undefined;
  const jitter = 0.5 + Math.random() / 2;
  const delay =
    retryAfter(headers["retry-after"]) ?? 500 * 2 ** triesBefore * jitter;
  return delay <= longestWait ? delay : undefined;
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
function retryAfter(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const wait = /^\d+$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
