import type { Environment } from "../../index.js";
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Time for which a server over HTTP still takes calls after it is asked to end. */
export interface Drain {
  readonly seconds: number;
  /** False from the signal on: `/readyz` is 503. */
  isReady(): boolean;
  /** Makes the response end its connection if the server is no longer ready when its head is sent. */
  track(response: ServerResponse): void;
  /** Makes the server not ready; resolves when the time is over. */
  begin(): Promise<void>;
}

/**
 * Time for calls in progress to end and for the server to close, in seconds; the second one after a drain. A default
 * drain included, the process ends half a second before the 10 after which Docker and Cloud Run kill it.
 */
export const GRACE = 9.5;
export const GRACE_AFTER_DRAIN = 4.5;
/** Part of this time that closing has in any case, for what telemetry still has to send. */
const CLOSING = 1;

/** Times at which calls and the process have to end. All that happens at the end shares them. */
export interface Deadline {
  /** Starts the time. Has no effect if it runs already. */
  begin(seconds: number): void;
  /** Resolves when calls in progress have to end. */
  waitForCalls(): Promise<void>;
  /** Resolves when the process has to end. */
  waitForEnd(): Promise<void>;
}

export function createDeadline(): Deadline {
  let callsTime: number | undefined;
  let endTime: number | undefined;
  const waitUntil = async (time = performance.now()) =>
    delay(Math.max(time - performance.now(), 0), undefined, { ref: false });
  return {
    begin(seconds) {
      if (endTime !== undefined) return;
      endTime = performance.now() + seconds * 1000;
      callsTime = endTime - Math.min(CLOSING, seconds / 2) * 1000;
    },
    waitForCalls: async () => waitUntil(callsTime),
    waitForEnd: async () => waitUntil(endTime),
  };
}

export function createDrain(seconds: number): Drain {
  let isReady = true;
  const pendingResponses = new Set<ServerResponse>();
  const endConnection = (response: ServerResponse) => {
    if (!response.headersSent) response.shouldKeepAlive = false;
  };
  return {
    seconds,
    isReady: () => isReady,
    track(response) {
      if (!isReady) return endConnection(response);
      pendingResponses.add(response);
      response.once("close", () => pendingResponses.delete(response));
    },
    begin() {
      isReady = false;
      pendingResponses.forEach(endConnection);
      return delay(seconds * 1000);
    },
  };
}

const MAX_SECONDS = 3600;

/**
 * Reads `MCP_DRAIN_SECONDS`; 5 if it is not set. Returns 0 under `node --watch`, which waits for the end before each
 * new start. Throws if it is not a number of seconds.
 */
export function drainSecondsFrom(env: Environment): number {
  const { MCP_DRAIN_SECONDS: text = "", WATCH_REPORT_DEPENDENCIES } = env;
  if (WATCH_REPORT_DEPENDENCIES) return 0;
  if (text.trim() === "") return 5;
  const seconds = Number(text);
  if (!(seconds >= 0 && seconds <= MAX_SECONDS))
    throw new Error(
      `MCP_DRAIN_SECONDS is not a number of seconds from 0 to ${MAX_SECONDS}.`,
    );
  return seconds;
}
