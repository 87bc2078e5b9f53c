import type { Principal } from "../../index.js";

/** A token of an authorization server, which was verified. */
export interface CallerToken {
  readonly token: string;
  /** When it ends, in milliseconds since 1970. */
  readonly end: number;
}

/** By the very object that a door made of the token, so that it lives as long as the request, and nothing else leads to it. */
const tokens = new WeakMap<Principal, CallerToken>();

/** Keeps what a caller proved itself with, for exchanging it for a token of the API. */
export function setCallerToken(principal: Principal, token: CallerToken): void {
  tokens.set(principal, token);
}

/** What a caller proved itself with; undefined where that can't be exchanged. */
export function getCallerToken(
  principal: Principal | undefined,
): CallerToken | undefined {
  return principal && tokens.get(principal);
}
