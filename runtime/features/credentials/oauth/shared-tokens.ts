import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { CallError } from "../../../index.js";
import { sealStore } from "../../state/sealed-store.js";
import type { SealedPlace } from "../../state/sealed-store.js";
import type { StateKeys } from "../../state/state-key.js";
import { BusyError, StoreError } from "../../state/store.js";
import type { Lock, Store } from "../../state/store.js";
import { fetchCached } from "./token-cache.js";
import { toMargin } from "./tokens.js";
import type {
  FetchedToken,
  TokenKeeper,
  TokenKeeperOptions,
  TokenResponse,
} from "./tokens.js";

/** Seconds for which a token is kept. */
const KEPT_SECONDS = 365 * 24 * 3600;
/** Seconds for which the token in hand is used before the store is asked again. */
const IN_HAND_SECONDS = 5;
/** Milliseconds: that a lock must have left for a redemption, and between attempts to store the new token. */
const REDEMPTION_MS = 25_000;
const RETRY_MS = [200, 1_000];
/** Maximum number of tokens that stay redacted. */
const MAX_RECENT_TOKENS = 8;

/** State of one refresh token, as replicas share it. */
interface TokenState {
  readonly refresh: string;
  /** True while the refresh token is being redeemed, until the new one is stored. */
  readonly isRedeeming?: boolean;
  readonly token?: string;
  /**
   * Expiry of the access token, and the time from which a new one is fetched, in milliseconds since 1970; none if
   * unknown.
   */
  readonly end?: number;
  readonly renewal?: number;
}

/**
 * Keeps the tokens of OAuth in a store that replicas share. A refresh token is redeemed by one replica at a time, and
 * never twice: strict authorization servers revoke all tokens of a refresh token that is used again. Tokens that can be
 * requested again are cached.
 */
export function createTokenKeeper(
  { origin, variable }: TokenKeeperOptions,
  keyedStore: { readonly keys: StateKeys; readonly store: Store },
): TokenKeeper {
  const store = sealStore(keyedStore.store, keyedStore.keys);
  let rejectedToken: string | undefined;
  let recentTokens: readonly string[] = [];
  /** State with the newest access token that this process has seen, by place. */
  const tokensInHand = new Map<string, TokenState>();
  /** State that could not be stored, and the refresh token from which it came. */
  let unkept: { readonly from: string; readonly state: TokenState } | undefined;
  /** Refresh token that was in the store, by place: the store must not forget it. */
  const knownTokens = new Map<string, string>();

  /** True if the access token is valid, and need not be replaced yet. */
  function isUsable(state: TokenState | undefined): state is UsableState {
    const { renewal = Infinity } = state ?? {};
    return isGood(state) && renewal > Date.now();
  }

  function isGood(state: TokenState | undefined): state is UsableState {
    const { end = Infinity, token } = state ?? {};
    return token !== undefined && token !== rejectedToken && end > Date.now();
  }

  const inHandAt = ({ principal }: SealedPlace) => tokensInHand.get(principal);

  function redactLater({ refresh, token }: TokenState): void {
    const tokens = [refresh, ...(token ? [token] : []), ...recentTokens];
    recentTokens = [...new Set(tokens)].slice(0, MAX_RECENT_TOKENS);
  }

  /** Remembers a state that is in the store. */
  function remember(place: SealedPlace, state: TokenState): void {
    if (state.token !== undefined) tokensInHand.set(place.principal, state);
    knownTokens.set(place.principal, state.refresh);
  }

  async function readState(
    place: SealedPlace,
  ): Promise<TokenState | undefined> {
    const text = await store.get(place);
    if (text === undefined) return undefined;
    const state = JSON.parse(text) as TokenState; // it was sealed by `writeState`
    redactLater(state);
    remember(place, state);
    return state;
  }

  async function writeState(
    place: SealedPlace,
    state: TokenState,
  ): Promise<void> {
    redactLater(state);
    await store.set(place, JSON.stringify(state), KEPT_SECONDS);
    remember(place, state);
  }

  /** Stores the tokens of a redemption. If several attempts fail, this process remembers them for the next one. */
  async function keepState(
    place: SealedPlace,
    from: string,
    state: TokenState,
  ): Promise<void> {
    unkept = { from, state };
    for (const pause of [...RETRY_MS, 0])
      try {
        await writeState(place, state);
        unkept = undefined;
        return;
      } catch (error) {
        if (pause === 0) throw error;
        await sleep(pause);
      }
  }

  /** Returns the refresh token to redeem. Throws if a replica that has ended may have redeemed it. */
  async function selectRefresh(
    place: SealedPlace,
    configured: string,
    state: TokenState | undefined,
  ): Promise<TokenState> {
    if (!state && knownTokens.has(place.principal)) throw createLostError();
    if (!state?.isRedeeming) return state ?? { refresh: configured };
    if (unkept?.from !== state.refresh) throw createLostError();
    const { from, state: keptState } = unkept;
    await keepState(place, from, keptState);
    return keptState;
  }

  const createLostError = () =>
    new CallError(
      `no access token: the newest refresh token is lost, since a replica ended before it was kept, or the store has forgotten it. Its owner has to log in again, and to set ${variable}.`,
    );

  async function redeemLocked(
    place: SealedPlace,
    configured: string,
    redeem: (refreshToken: string) => Promise<TokenResponse>,
    lock: Lock,
  ): Promise<FetchedToken> {
    const state = await readState(place);
    if (isUsable(state)) return toFetchedToken(state);
    const current = await selectRefresh(place, configured, state);
    if (isUsable(current)) return toFetchedToken(current);
    const { refresh } = current;
    await writeState(place, { refresh, isRedeeming: true });
    if (lock.remaining() < REDEMPTION_MS) {
      await keepState(place, refresh, { refresh });
      throw new StoreError("this server is too busy. Try again.");
    }
    let response: TokenResponse;
    try {
      response = await redeem(refresh);
    } catch (error) {
      await keepState(place, refresh, { refresh }).catch(() => undefined);
      throw error;
    }
    const { newRefreshToken = refresh, seconds, token } = response;
    await keepState(place, refresh, {
      refresh: newRefreshToken,
      token,
      ...(seconds !== undefined && {
        end: Date.now() + seconds * 1000,
        renewal: Date.now() + (seconds - toMargin(seconds)) * 1000,
      }),
    });
    return response;
  }

  return {
    async fetch(configured, redeem) {
      // A changed variable has another key in the store, so it replaces the stored tokens.
      const digest = createHash("sha256").update(configured).digest("hex");
      const place = {
        use: "oauth",
        principal: `${variable} ${digest}`,
        origin,
      };
      try {
        const state = await readState(place);
        if (isUsable(state)) return toFetchedToken(state);
        const renew = async (waitSeconds?: number) =>
          store.lock(
            place,
            (lock) => redeemLocked(place, configured, redeem, lock),
            waitSeconds,
          );
        if (!isGood(state)) return await renew();
        return await renew(0).catch((error: unknown) => {
          // Another replica fetches the new token. If the token in memory has ended by now, this one waits for it.
          const isBusy = error instanceof BusyError;
          if (isBusy && !isGood(inHandAt(place))) return renew();
          throw error;
        });
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        // If another replica fetches the new token, or the store is unreachable, the token in memory is used until it
        // expires.
        const inHand = inHandAt(place);
        if (isGood(inHand)) return toFetchedToken(inHand, IN_HAND_SECONDS);
        throw new StoreError(`no access token: ${error.message}`);
      }
    },
    cache: (owner, request) =>
      fetchCached(
        keyedStore,
        { origin, ...owner },
        (token) => token === rejectedToken,
        request,
      ),
    reject: (token) => void (rejectedToken = token),
    get secrets() {
      return recentTokens;
    },
  };
}

type UsableState = TokenState & { readonly token: string };

/** Converts a state. The token is used for its life, or for these seconds if they are fewer. */
function toFetchedToken(
  { end = Infinity, token }: UsableState,
  maxSeconds = Infinity,
): FetchedToken {
  const seconds = Math.min((end - Date.now()) / 1000, maxSeconds);
  return seconds === Infinity ? { token } : { token, seconds };
}
