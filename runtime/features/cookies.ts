import type { Cookie, CookieJar } from "tough-cookie";
import type { Transport } from "../index.js";

/** Callers whose cookies are kept; those of the one that called longest ago go for the next. */
const MAX_CALLERS = 1000;
/** Cookies of one host; the one that was used longest ago goes for the next. https://www.rfc-editor.org/rfc/rfc6265#section-6.1 */
const MAX_COOKIES = 50;

/**
 * Keeps the API's cookies and sends them back where they belong. Each caller has a jar of its own.
 * https://www.rfc-editor.org/rfc/rfc6265#section-5
 */
export function cookieJar(transport: Transport): Transport {
  /** The one used last stands last. */
  const jars = new Map<string | undefined, CookieJar>();

  async function selectJar(caller: string | undefined): Promise<CookieJar> {
    // Loaded on the first call: its list of public suffixes takes longer than the rest of the start.
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
    const { headers, url } = request;
    const storedCookies = jar.getCookieStringSync(url);
    const cookieHeaders = [headers["cookie"] ?? "", storedCookies].filter(
      Boolean,
    );
    if (cookieHeaders.length > 0) headers["cookie"] = cookieHeaders.join("; ");
    const response = await transport(request, signal);
    const cookies = splitSetCookie(response.headers["set-cookie"]);
    for (const cookie of cookies)
      jar.setCookieSync(cookie, url, { ignoreError: true });
    if (cookies.length > 0) await makeRoom(jar);
    return response;
  };
  return Object.assign(send, transport);
}

/** Leaves each host the cookies that were used or set last. */
async function makeRoom({ store }: CookieJar): Promise<void> {
  const counts = new Map<string | null, number>();
  const storedCookies = await store.getAllCookies();
  for (const { domain, key, path } of storedCookies.sort(compareUse)) {
    const count = (counts.get(domain) ?? 0) + 1;
    counts.set(domain, count);
    if (count > MAX_COOKIES) await store.removeCookie(domain, path, key);
  }
}

/** The one that was used last first; of several that were sent together, the one that is newest. */
function compareUse(a: Cookie, b: Cookie): number {
  const readTime = ({ lastAccessed }: Cookie) => Number(lastAccessed);
  return readTime(b) - readTime(a) || b.creationIndex - a.creationIndex;
}

/** Several are joined by commas, and a date holds one too. */
function splitSetCookie(header = ""): string[] {
  return header.split(/,(?=\s*[^\s;,=]+=)/).filter(Boolean);
}
