import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey, digestName } from "./state-key.js";
import type { StateKeys } from "./state-key.js";
import type { Lock, Store } from "./store.js";

declare module "../../context.js" {
  interface ServerContext {
    /** Store for credentials that replicas share; undefined if they share nothing. */
    readonly sealedStore?: SealedStore | undefined;
  }
}

/** Sizes in bytes: https://csrc.nist.gov/pubs/sp/800/38/d/final */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Owner of a value: its purpose, its caller, and the origin of its API. */
export interface SealedPlace {
  readonly use: string;
  readonly principal: string;
  readonly origin: string;
}

/** Credentials of one place in a store. */
export interface SealedStore {
  get(place: SealedPlace): Promise<string | undefined>;
  set(place: SealedPlace, value: string, seconds: number): Promise<void>;
  lock<Result>(
    place: SealedPlace,
    work: (lock: Lock) => Promise<Result>,
    waitSeconds?: number,
  ): Promise<Result>;
}

/**
 * Keeps credentials in a store that others may read: each value is sealed for its place (AES-256-GCM), and names are
 * digests under a key. A value that was moved to another place, or sealed by another key, counts as missing. While
 * replicas change their key, a value may have the name under either key, so the newest one counts, and a lock holds
 * both names.
 */
export function sealStore(store: Store, keys: StateKeys): SealedStore {
  return {
    async get(place) {
      const sealedValues = await Promise.all(
        toNames(place, keys).map(async (name) => store.get(name)),
      );
      return sealedValues
        .flatMap((sealed) => sealed ?? [])
        .flatMap((sealed) => openValue(sealed, place, keys.list()) ?? [])
        .sort((a, b) => b.time - a.time)[0]?.value;
    },
    async set(place, value, seconds) {
      const [key] = keys.list();
      const [name, ...otherNames] = toNames(place, keys);
      await store.set(name, sealValue(value, place, key), seconds);
      // An older value that can't be removed has an older time.
      for (const otherName of otherNames)
        await store.take(otherName).catch(() => undefined);
    },
    lock: async (place, work, waitSeconds) => {
      const [name = "", ...otherNames] = [...toNames(place, keys)].sort();
      return lockAll([name, ...otherNames], work, { store, waitSeconds });
    },
  };
}

/** Runs work under several locks. Replicas that take them in the same order never wait for each other in a circle. */
async function lockAll<Result>(
  [name, nextName, ...furtherNames]: readonly [string, ...string[]],
  work: (lock: Lock) => Promise<Result>,
  options: { readonly store: Store; readonly waitSeconds?: number | undefined },
): Promise<Result> {
  const workUnder = (lock: Lock) =>
    nextName === undefined
      ? work(lock)
      : // The first lock expires first.
        lockAll([nextName, ...furtherNames], () => work(lock), options);
  return options.store.lock(name, workUnder, options.waitSeconds);
}

/** Returns the names of a place under each key. They reveal neither its caller nor its API, not even to who guesses. */
function toNames(place: SealedPlace, keys: StateKeys): [string, ...string[]] {
  const [key, ...otherKeys] = keys.list();
  const toName = (nameKey: Buffer) =>
    `${place.use}:${digestName(nameKey, toText(place))}`;
  return [toName(key), ...otherKeys.map(toName)];
}

const toText = ({ origin, principal, use }: SealedPlace) =>
  JSON.stringify([principal, use, origin]);

function sealValue(value: string, place: SealedPlace, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(
    "aes-256-gcm",
    deriveKey(key, `seal ${place.use}`),
    nonce,
  );
  cipher.setAAD(Buffer.from(toText(place)));
  const timedValue = JSON.stringify({ time: Date.now(), value });
  const text = Buffer.concat([
    cipher.update(timedValue, "utf8"),
    cipher.final(),
  ]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString(
    "base64url",
  );
}

function openValue(
  sealed: string,
  place: SealedPlace,
  keys: readonly Buffer[],
): { readonly time: number; readonly value: string } | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  for (const key of keys)
    try {
      const decipher = createDecipheriv(
        "aes-256-gcm",
        deriveKey(key, `seal ${place.use}`),
        nonce,
        { authTagLength: TAG_BYTES },
      );
      decipher.setAAD(Buffer.from(toText(place)));
      decipher.setAuthTag(tag);
      const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      const timedValue = Buffer.concat([
        decipher.update(text),
        decipher.final(),
      ]).toString();
      return JSON.parse(timedValue) as { time: number; value: string }; // it was sealed above
    } catch {
      // Another key may open it.
    }
  return undefined;
}
