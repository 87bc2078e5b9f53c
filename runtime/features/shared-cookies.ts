import type { CookieJar } from "tough-cookie";
import type { HttpRequest, Transport } from "../index.js";
import {
  addCookies,
  cookieJar,
  keepCookies,
  splitSetCookie,
} from "./cookies.js";
import { sealStore } from "./sealed-store.js";
import type { SealedPlace } from "./sealed-store.js";
import { stateKeysFrom } from "./state-key.js";
import type { Store } from "./store.js";

/** Seconds for which cookies are kept after the last change. */
const KEPT_SECONDS = 30 * 24 * 3600;

/**
 * Keeps the API's cookies in a place that all replicas read, a jar for each caller and origin. If the store is
 * unreachable, nothing is sent: a call without its cookies might be another session's. Without a store that replicas
 * share, each process keeps its own.
 */
export function sharedCookieJar(
  transport: Transport,
  env: NodeJS.ProcessEnv,
  storeFrom: (env: NodeJS.ProcessEnv) => Store,
): Transport {
  const keys = stateKeysFrom(env);
  const sendLocally = cookieJar(transport);
  const send: Transport = async (request, signal) => {
    const store = storeFrom(env);
    if (!store.isShared) return sendLocally(request, signal);
    const sealed = sealStore(store, keys);
    const place = toPlace(request);
    addCookies(await openJar(await sealed.get(place)), request);
    const response = await transport(request, signal);
    const cookies = splitSetCookie(response.headers["set-cookie"]);
    if (cookies.length > 0)
      await sealed.lock(place, async () => {
        const jar = await openJar(await sealed.get(place));
        await keepCookies(jar, cookies, request);
        const json = JSON.stringify(jar.serializeSync());
        await sealed.set(place, json, KEPT_SECONDS);
      });
    return response;
  };
  return Object.assign(send, transport);
}

const toPlace = ({ caller = "", url }: HttpRequest): SealedPlace => ({
  use: "cookies",
  principal: caller,
  origin: new URL(url).origin,
});

async function openJar(json: string | undefined): Promise<CookieJar> {
  // Loaded at the first call, as in `cookieJar`.
  const { CookieJar } = await import("tough-cookie");
  return json === undefined ? new CookieJar() : CookieJar.deserializeSync(json);
}
