import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { INTERNAL_ERROR, INVALID_PARAMS, ProtocolError } from "../../index.js";
import type { Log, ServerContext } from "../../index.js";
import { stateKeysOf } from "../state/state-key.js";
import type { Store } from "../state/store.js";
import { digestCall } from "./question.js";

/** Limits: seconds for a user to reply; characters of a state; used states that are remembered. */
const LIFETIME_SECONDS = 600;
const MAX_STATE_LENGTH = 16_384;
const MAX_USED_STATES = 100_000;

/** Value of a state in the store. */
const ISSUED = "issued";

export interface StateOptions {
  /**
   * Returns true if a state is used for the first time, from a memory that all replicas share: `SET id 1 NX EX
   * seconds`. Default: the memory of this process.
   */
  readonly isFirst?: (
    id: string,
    seconds: number,
  ) => Promise<boolean> | boolean;
}

/** Digest of a question, and the user's reply. */
export type ConsentAnswer = readonly [question: string, content: object];

/**
 * State from which a call continues after a question. It is signed, not secret: the client has already seen all of it.
 */
export interface ConsentState {
  readonly answered: readonly ConsentAnswer[];
  /** Digest of the unanswered question. */
  readonly asked: string;
}

/**
 * Seals states for one subject (the caller, the method and the arguments), and opens each of them once, within ten
 * minutes.
 */
export function createStates(
  context: ServerContext,
  { isFirst = createUsedMemory() }: StateOptions,
) {
  const keys = stateKeysOf(context);
  const sign = (text: string, subject: unknown, key: Buffer) =>
    createHmac("sha256", key)
      .update(`${text}.${digestCall(subject)}`)
      .digest();
  return {
    async seal(state: ConsentState, subject: unknown): Promise<string> {
      const id = randomBytes(16).toString("base64url");
      const end = Date.now() + LIFETIME_SECONDS * 1000;
      const json = JSON.stringify({ ...state, id, end });
      const text = Buffer.from(json).toString("base64url");
      const [key] = keys.list();
      const signature = sign(text, subject, key);
      const sealed = `${text}.${signature.toString("base64url")}`;
      if (sealed.length > MAX_STATE_LENGTH)
        throw new ProtocolError(INTERNAL_ERROR, "The replies are too long.");
      const sharedStore = selectShared();
      if (sharedStore) await issue(id, sharedStore);
      return sealed;
    },
    /** Opens a state. Throws a `ProtocolError` that does not say which check failed; the log does. */
    async open(
      sealed: unknown,
      subject: unknown,
      log: Log,
    ): Promise<ConsentState> {
      const sealedText = typeof sealed === "string" ? sealed : "";
      const [text = "", signature = ""] = sealedText
        .slice(0, MAX_STATE_LENGTH)
        .split(".");
      const givenSignature = Buffer.from(signature, "base64url");
      const isValid = keys.list().some((key) => {
        const ownSignature = sign(text, subject, key);
        return (
          givenSignature.length === ownSignature.length &&
          timingSafeEqual(givenSignature, ownSignature)
        );
      });
      const json = isValid ? Buffer.from(text, "base64url").toString() : "{}";
      const state = JSON.parse(json) as SealedState; // `seal` made it
      const reason = isValid ? await findRefusal(state) : "signature";
      if (reason === undefined) return state;
      log.warn("state", { refused: reason });
      throw new ProtocolError(
        INVALID_PARAMS,
        "Nothing was sent: this reply is too old, was already used, or belongs to another call. Call again without it, and the user is asked again.",
      );
    },
  };

  /** Returns the store that replicas share; undefined if only this process can open its states. */
  function selectShared(): Store | undefined {
    return context.store?.isShared ? context.store : undefined;
  }

  async function issue(id: string, sharedStore: Store): Promise<void> {
    try {
      await sharedStore.set(`consent:${id}`, ISSUED, LIFETIME_SECONDS);
    } catch {
      throw new ProtocolError(
        INTERNAL_ERROR,
        "Nothing was sent: the user must confirm this call, and the store that this server's replicas share is unreachable. Try again in a minute.",
      );
    }
  }

  async function findRefusal({ end, id }: SealedState): Promise<unknown> {
    if (end <= Date.now()) return "late";
    try {
      const sharedStore = selectShared();
      if (sharedStore)
        return (await sharedStore.take(`consent:${id}`)) === ISSUED
          ? undefined
          : "used or lost";
      return (await isFirst(id, LIFETIME_SECONDS)) ? undefined : "used";
    } catch (error) {
      return error; // an error of the memory that replicas share
    }
  }
}

interface SealedState extends ConsentState {
  readonly id: string;
  /** End of its validity, in milliseconds since 1970. */
  readonly end: number;
}

/** Remembers ids in the order of their use, which is about the order of their expiry. */
function createUsedMemory() {
  const endTimes = new Map<string, number>();
  return (id: string, seconds: number): boolean => {
    const currentTime = performance.now(); // unaffected by changes of the system clock
    for (const [usedId, end] of endTimes) {
      if (end > currentTime && endTimes.size < MAX_USED_STATES) break;
      endTimes.delete(usedId);
    }
    if (endTimes.has(id)) return false;
    endTimes.set(id, currentTime + seconds * 1000);
    return true;
  };
}
