import type { CookieJar } from "tough-cookie";
import type { Transport } from "../index.js";

/** Callers whose cookies are kept; those of the one that called longest ago go for the next. */
const MAX_CALLERS = 1000;

/**
 * Keeps the API's cookies and sends them back where they belong. Each caller has a jar of its own.
 * https://www.rfc-editor.org/rfc/rfc6265#section-5
 */
export function cookieJar(transport: Transport): Transport {
  /** The one used last stands last. */
  const jars = new Map<string | undefined, CookieJar>();

  async function jarOf(caller: string | undefined): Promise<CookieJar> {
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
    const jar = await jarOf(request.caller);
    const { headers, url } = request;
    const kept = jar.getCookieStringSync(url);
    const all = [headers["cookie"] ?? "", kept].filter(Boolean);
    if (all.length > 0) headers["cookie"] = all.join("; ");
    const response = await transport(request, signal);
    for (const cookie of split(response.headers["set-cookie"]))
      jar.setCookieSync(cookie, url, { ignoreError: true });
    return response;
  };
  return Object.assign(send, transport);
}

/** Several are joined by commas, and a date holds one too. */
function split(header = ""): string[] {
  return header.split(/,(?=\s*[^\s;,=]+=)/);
}
