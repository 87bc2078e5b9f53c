import type { Cookie, CookieJar } from "tough-cookie";
import type { HttpRequest, Middleware } from "../../index.js";
import type { SealedPlace, SealedStore } from "../state/sealed-store.js";

/** Maximum number of callers whose cookies are kept; the caller that called longest ago is dropped first. */
const MAX_CALLERS = 1000;
/**
 * Maximum number of cookies of one host; the one that was used longest ago is dropped first.
 * https://www.rfc-editor.org/rfc/rfc6265#section-6.1
 */
const MAX_COOKIES = 50;

/** Seconds for which replicas keep cookies after the last change. */
const KEPT_SECONDS = 30 * 24 * 3600;

/**
 * Keeps the API's cookies and sends them back to their hosts and paths. Each caller has its own jar. If replicas share
 * their state and it is unreachable, nothing is sent: a call without its cookies might be another session's.
 * https://www.rfc-editor.org/rfc/rfc6265#section-5
 */
export function cookies(): Middleware {
  return (transport, { sealedStore }) => {
    const jars = sealedStore ? createSharedJars(sealedStore) : createJars();
    return async (request, signal) => {
      addCookies(await jars.open(request), request);
      const response = await transport(request, signal);
      const received = splitSetCookie(response.headers["set-cookie"]);
      if (received.length > 0)
        await jars.change(request, (jar) =>
          keepCookies(jar, received, request),
        );
      return response;
    };
  };
}

/** Jars of cookies, by the requests that send them. */
interface Jars {
  open(request: HttpRequest): Promise<CookieJar>;
  /** Changes a jar, in one replica at a time. */
  change(
    request: HttpRequest,
    work: (jar: CookieJar) => Promise<void>,
  ): Promise<void>;
}

/** Keeps a jar for each caller in the memory of this process. */
function createJars(): Jars {
  /** Jars by caller, the most recently used at the end. */
  const jars = new Map<string | undefined, CookieJar>();

  async function selectJar({ caller }: HttpRequest): Promise<CookieJar> {
    const newJar = await openJar(undefined); // several requests of one caller may wait for it
    const jar = jars.get(caller) ?? newJar;
    jars.delete(caller);
    jars.set(caller, jar);
    const [oldest] = jars.keys();
    if (jars.size > MAX_CALLERS) jars.delete(oldest);
    return jar;
  }

  return {
    open: selectJar,
    change: async (request, work) => work(await selectJar(request)),
  };
}

/** Keeps a jar for each caller and origin in a store that all replicas read. */
function createSharedJars(store: SealedStore): Jars {
  const readJar = async (request: HttpRequest) =>
    openJar(await store.get(toPlace(request)));
  return {
    open: readJar,
    change: async (request, work) =>
      store.lock(toPlace(request), async () => {
        const jar = await readJar(request);
        await work(jar);
        const json = JSON.stringify(jar.serializeSync());
        await store.set(toPlace(request), json, KEPT_SECONDS);
      }),
  };
}

const toPlace = ({ caller = "", url }: HttpRequest): SealedPlace => ({
  use: "cookies",
  principal: caller,
  origin: new URL(url).origin,
});

async function openJar(json: string | undefined): Promise<CookieJar> {
  // Loaded at the first call: its list of public suffixes takes longer than the rest of the start.
  const { CookieJar } = await import("tough-cookie");
  return json === undefined ? new CookieJar() : CookieJar.deserializeSync(json);
}

/** Adds the cookies of a jar to a request. */
function addCookies(jar: CookieJar, { headers, url }: HttpRequest): void {
  const storedCookies = jar.getCookieStringSync(url);
  const cookieHeaders = [headers["cookie"] ?? "", storedCookies].filter(
    Boolean,
  );
  if (cookieHeaders.length > 0) headers["cookie"] = cookieHeaders.join("; ");
}

/** Keeps the cookies of a response in a jar. */
async function keepCookies(
  jar: CookieJar,
  cookies: readonly string[],
  { url }: HttpRequest,
): Promise<void> {
  for (const cookie of cookies)
    jar.setCookieSync(cookie, url, { ignoreError: true });
  await makeRoom(jar);
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
function splitSetCookie(header = ""): string[] {
  return header.split(/,(?=\s*[^\s;,=]+=)/).filter(Boolean);
}
