import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  lazy,
  ProtocolError,
} from "../../index.js";
import type { Log } from "../../index.js";
import { digestCall } from "./question.js";

/** Seconds that a person has for an answer; characters of a state; states that are remembered as used. */
const LIFETIME = 600;
const MAX_STATE = 16_384;
const MAX_USED_STATES = 100_000;

export interface StateOptions {
  /** Its `MCP_STATE_KEY` signs states, where all replicas have the same one. Default: this process's. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether a state is used for the first time, by a memory that all replicas share: `SET id 1 NX EX seconds`. Default: this process's own. */
  readonly isFirst?: (
    id: string,
    seconds: number,
  ) => Promise<boolean> | boolean;
}

/** A question by its digest, and what the person said. */
export type ConsentAnswer = readonly [question: string, said: object];

/** What a call needs to go on where it stopped. It is signed, not secret: who holds it has seen and said all of it. */
export interface ConsentState {
  readonly answered: readonly ConsentAnswer[];
  /** The question that is on its way. */
  readonly asked: string;
}

/** Seals states for one subject: who calls what, with which arguments; and opens each of them once, for ten minutes. */
export function createStates({
  env = process.env,
  isFirst = createUsedMemory(),
}: StateOptions) {
  const text = takeKey(env);
  const key = lazy(() => createKey(text));
  const sign = (text: string, subject: unknown) =>
    createHmac("sha256", key())
      .update(`${text}.${digestCall(subject)}`)
      .digest();
  return {
    seal(state: ConsentState, subject: unknown): string {
      const id = randomBytes(16).toString("base64url");
      const end = Date.now() + LIFETIME * 1000;
      const json = JSON.stringify({ ...state, id, end });
      const text = Buffer.from(json).toString("base64url");
      const sealed = `${text}.${sign(text, subject).toString("base64url")}`;
      if (sealed.length > MAX_STATE)
        throw new ProtocolError(INTERNAL_ERROR, "The answers are too long.");
      return sealed;
    },
    /** Throws a `ProtocolError` that doesn't tell which of these it is; the log does. */
    async open(
      sealed: unknown,
      subject: unknown,
      log: Log,
    ): Promise<ConsentState> {
      const sealedText = typeof sealed === "string" ? sealed : "";
      const [text = "", signature = ""] = sealedText
        .slice(0, MAX_STATE)
        .split(".");
      const givenSignature = Buffer.from(signature, "base64url");
      const ownSignature = sign(text, subject);
      const isValid =
        givenSignature.length === ownSignature.length &&
        timingSafeEqual(givenSignature, ownSignature);
      const json = isValid ? Buffer.from(text, "base64url").toString() : "{}";
      const state = JSON.parse(json) as SealedState; // as it was sealed
      const reason = isValid ? await findRefusal(state) : "signature";
      if (reason === undefined) return state;
      log.warn("state", { refused: reason });
      throw new ProtocolError(
        INVALID_PARAMS,
        "Nothing was sent: this answer came too late, was used before, or is to another call. Call again without it, and the person is asked anew.",
      );
    },
  };

  async function findRefusal({ end, id }: SealedState): Promise<unknown> {
    if (end <= Date.now()) return "late";
    try {
      return (await isFirst(id, LIFETIME)) ? undefined : "used";
    } catch (error) {
      return error; // of a memory that replicas share
    }
  }
}

interface SealedState extends ConsentState {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly end: number;
}

/** Remembers ids in the order of their use, which is about that of their ends. */
function createUsedMemory() {
  const endTimes = new Map<string, number>();
  return (id: string, seconds: number): boolean => {
    const currentTime = performance.now(); // whatever becomes of the clock
    for (const [usedId, end] of endTimes) {
      if (end > currentTime && endTimes.size < MAX_USED_STATES) break;
      endTimes.delete(usedId);
    }
    if (endTimes.has(id)) return false;
    endTimes.set(id, currentTime + seconds * 1000);
    return true;
  };
}

/** Keys that were taken out of an environment: a server may be made more than once. */
const takenKeys = new WeakMap<NodeJS.ProcessEnv, string>();

/** `MCP_STATE_KEY`, which stands in the environment no more, so that no handler and no process of its own tells it. */
function takeKey(env: NodeJS.ProcessEnv): string {
  const key = env["MCP_STATE_KEY"] ?? takenKeys.get(env) ?? "";
  delete env["MCP_STATE_KEY"];
  takenKeys.set(env, key);
  return key;
}

function createKey(key: string) {
  if (key !== "" && key.length < 32)
    throw new ProtocolError(
      INTERNAL_ERROR,
      "MCP_STATE_KEY must have at least 32 characters.",
    );
  return key === "" ? randomBytes(32) : key;
}
