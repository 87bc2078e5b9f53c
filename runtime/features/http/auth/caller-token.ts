import type { Principal } from "../../../index.js";

/** A verified token of an authorization server. */
export interface CallerToken {
  readonly token: string;
  /** End of its validity, in milliseconds since 1970. */
  readonly end: number;
  /** Verified claims. They are signed, not secret: anyone who holds the token can read them. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/**
 * Tokens by the principal object that the authenticator made, so that they live as long as the request and nothing else
 * leads to them.
 */
const tokens = new WeakMap<Principal, CallerToken>();

/** Keeps the token of a caller, so that it can be exchanged for a token of the API. */
export function setCallerToken(principal: Principal, token: CallerToken): void {
  tokens.set(principal, token);
}

/** Returns the token of a caller; undefined if there is none to exchange. */
export function getCallerToken(
  principal: Principal | undefined,
): CallerToken | undefined {
  return principal && tokens.get(principal);
}
