import { CallError } from "../index.js";
import type { ClientOptions, HttpRequest, HttpResponse } from "../index.js";

/**
 * Follows redirects to the same origin or its HTTPS twin, up to `max`. Credentials and hooks see each request
 * anew; none goes to another host.
 */
export function redirects(max = 5): NonNullable<ClientOptions["follow"]> {
  return (request, response, hops) => {
    const next = redirected(request, response);
    if (next && hops >= max)
      throw new CallError(
        `redirected more than ${max} times. Check this server's base URL.`,
      );
    return next;
  };
}

/**
 * 303, and by custom 301 and 302 after a POST, ask for a GET without the body.
 * https://www.rfc-editor.org/rfc/rfc9110#section-15.4
 */
function redirected(
  request: HttpRequest,
  response: HttpResponse,
): HttpRequest | undefined {
  const { status } = response;
  const location = response.headers["location"] ?? "";
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  if (!isRedirect || !location || !URL.canParse(location, request.url))
    return undefined;
  const from = new URL(request.url);
  const to = new URL(location, from);
  to.hash = to.username = to.password = "";
  const isUpgrade = to.origin === `https://${from.host}`;
  if (from.origin !== to.origin && !isUpgrade) return undefined;
  const { method } = request;
  const isGet =
    status === 303 ? method !== "HEAD" : status < 303 && method === "POST";
  if (!isGet) return { ...request, url: to.href };
  const headers = { ...request.headers };
  delete headers["content-type"];
  return { method: "GET", url: to.href, headers, body: undefined };
}
