import { sealStore } from "../../state/sealed-store.js";
import type { SealedPlace } from "../../state/sealed-store.js";
import type { StateKeys } from "../../state/state-key.js";
import { StoreError } from "../../state/store.js";
import type { Store } from "../../state/store.js";
import { toMargin } from "./tokens.js";
import type { CachedTokenOwner, FetchedToken } from "./tokens.js";

/** Seconds for which a token is kept whose end is unknown. */
const UNKNOWN_LIFETIME_SECONDS = 3600;

/** Owner of a cached token, and the origin of the API. */
type TokenOwner = CachedTokenOwner & { readonly origin: string };

/** An access token, and its end in milliseconds since 1970; none if unknown. */
interface CachedToken {
  readonly token: string;
  readonly end?: number;
  /** Time from which a new one is requested. */
  readonly renewal: number;
}

/**
 * Returns the token that a replica has stored, unless it ends soon or the API has refused it; otherwise requests one
 * and stores it. If the store is unreachable, this process requests its own.
 */
export async function fetchCached(
  { keys, store }: { readonly keys: StateKeys; readonly store: Store },
  owner: TokenOwner,
  isRejected: (token: string) => boolean,
  request: () => Promise<FetchedToken>,
): Promise<FetchedToken> {
  if (!store.isShared) return request();
  const sealed = sealStore(store, keys);
  const { identity, origin } = owner;
  const principal = JSON.stringify(identity);
  const place: SealedPlace = { use: "token", principal, origin };
  const text = await sealed.get(place).catch(ignoreOutage);
  const cached =
    text === undefined ? undefined : (JSON.parse(text) as CachedToken); // it was sealed below
  const currentTime = Date.now();
  if (cached && cached.renewal > currentTime && !isRejected(cached.token))
    return toFetchedToken(cached, currentTime);
  const fetchedToken = await request();
  const { seconds, token } = fetchedToken;
  const lifetime = seconds ?? UNKNOWN_LIFETIME_SECONDS;
  const keptSeconds = Math.min(
    lifetime - toMargin(lifetime),
    owner.maxSeconds ?? Infinity,
  );
  const newToken: CachedToken = {
    token,
    ...(seconds !== undefined && { end: Date.now() + seconds * 1000 }),
    renewal: Date.now() + keptSeconds * 1000,
  };
  if (keptSeconds > 0)
    await sealed
      .set(place, JSON.stringify(newToken), keptSeconds)
      .catch(ignoreOutage);
  return fetchedToken;
}

const toFetchedToken = (
  { end, token }: CachedToken,
  currentTime: number,
): FetchedToken => ({
  token,
  ...(end !== undefined && { seconds: (end - currentTime) / 1000 }),
});

function ignoreOutage(error: unknown): undefined {
  if (!(error instanceof StoreError)) throw error;
}
