import type { Cookie, CookieJar } from "tough-cookie";
import type { HttpRequest, Transport } from "../index.js";

/** Maximum number of callers whose cookies are kept; the caller that called longest ago is dropped first. */
const MAX_CALLERS = 1000;
/**
 * Maximum number of cookies of one host; the one that was used longest ago is dropped first.
 * https://www.rfc-editor.org/rfc/rfc6265#section-6.1
 */
const MAX_COOKIES = 50;

/**
 * Keeps the API's cookies and sends them back to their hosts and paths. Each caller has its own jar.
 * https://www.rfc-editor.org/rfc/rfc6265#section-5
 */
export function cookieJar(transport: Transport): Transport {
  /** Jars by caller, the most recently used at the end. */
  const jars = new Map<string | undefined, CookieJar>();

  async function selectJar(caller: string | undefined): Promise<CookieJar> {
    // Loaded at the first call: its list of public suffixes takes longer than the rest of the start.
    const { CookieJar } = await import("tough-cookie");
    const jar = jars.get(caller) ?? new CookieJar();
    jars.delete(caller);
    jars.set(caller, jar);
    const [oldest] = jars.keys();
    if (jars.size > MAX_CALLERS) jars.delete(oldest);
    return jar;
  }

  const send: Transport = async (request, signal) => {
    const jar = await selectJar(request.caller);
    addCookies(jar, request);
    const response = await transport(request, signal);
    await keepCookies(
      jar,
      splitSetCookie(response.headers["set-cookie"]),
      request,
    );
    return response;
  };
  return Object.assign(send, transport);
}

/** Adds the cookies of a jar to a request. */
export function addCookies(
  jar: CookieJar,
  { headers, url }: HttpRequest,
): void {
  const storedCookies = jar.getCookieStringSync(url);
  const cookieHeaders = [headers["cookie"] ?? "", storedCookies].filter(
    Boolean,
  );
  if (cookieHeaders.length > 0) headers["cookie"] = cookieHeaders.join("; ");
}

/** Keeps the cookies of a response in a jar. */
export async function keepCookies(
  jar: CookieJar,
  cookies: readonly string[],
  { url }: HttpRequest,
): Promise<void> {
  for (const cookie of cookies)
    jar.setCookieSync(cookie, url, { ignoreError: true });
  if (cookies.length > 0) await makeRoom(jar);
}

/** Keeps the most recently used or set cookies of each host. */
async function makeRoom({ store }: CookieJar): Promise<void> {
  const counts = new Map<string | null, number>();
  const storedCookies = await store.getAllCookies();
  for (const { domain, key, path } of storedCookies.sort(compareUse)) {
    const count = (counts.get(domain) ?? 0) + 1;
    counts.set(domain, count);
    if (count > MAX_COOKIES) await store.removeCookie(domain, path, key);
  }
}

/** Compares cookies by their last use, most recent first; cookies of one response by their creation, newest first. */
function compareUse(a: Cookie, b: Cookie): number {
  const readTime = ({ lastAccessed }: Cookie) => Number(lastAccessed);
  return readTime(b) - readTime(a) || b.creationIndex - a.creationIndex;
}

/** Splits a `Set-Cookie` header, whose cookies are joined by commas; a date contains a comma too. */
export function splitSetCookie(header = ""): string[] {
  return header.split(/,(?=\s*[^\s;,=]+=)/).filter(Boolean);
}
