import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
} from "node:crypto";
import { deriveKey } from "./state-key.js";
import type { StateKeys } from "./state-key.js";
import type { Lock, Store } from "./store.js";

declare module "../context.js" {
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
 * Keeps credentials in a store that others may read: each value is sealed for its place (AES-256-GCM), and keys are
 * digests. A value that was moved to another place, or sealed by another key, counts as missing.
 */
export function sealStore(store: Store, keys: StateKeys): SealedStore {
  return {
    async get(place) {
      const sealed = await store.get(toKey(place));
      return sealed === undefined
        ? undefined
        : openValue(sealed, place, keys.list());
    },
    async set(place, value, seconds) {
      const [key] = keys.list();
      await store.set(toKey(place), sealValue(value, place, key), seconds);
    },
    lock: (place, work, waitSeconds) =>
      store.lock(toKey(place), work, waitSeconds),
  };
}

/** Returns the key of a place, which reveals neither its caller nor its API. */
function toKey(place: SealedPlace): string {
  return `${place.use}:${createHash("sha256").update(toText(place)).digest("base64url")}`;
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
  const text = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString(
    "base64url",
  );
}

function openValue(
  sealed: string,
  place: SealedPlace,
  keys: readonly Buffer[],
): string | undefined {
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
      return Buffer.concat([
        decipher.update(text),
        decipher.final(),
      ]).toString();
    } catch {
      // Another key may open it.
    }
  return undefined;
}
