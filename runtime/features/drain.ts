import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Time for which a server over HTTP still takes calls after it is asked to end. */
export interface Drain {
  /** False from the signal on: `/readyz` is 503. */
  isReady(): boolean;
  /** Makes the response end its connection if the server is no longer ready when its head is sent. */
  track(response: ServerResponse): void;
  /** Makes the server not ready; resolves when the time is over. */
  begin(): Promise<void>;
}

/** Time for calls in progress to end after a drain, in seconds: with the default drain 10, as Docker and Cloud Run give. */
export const GRACE_AFTER_DRAIN = 5;

export function createDrain(seconds: number): Drain {
  let isReady = true;
  const pendingResponses = new Set<ServerResponse>();
  const endConnection = (response: ServerResponse) => {
    if (!response.headersSent) response.shouldKeepAlive = false;
  };
  return {
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
export function drainSecondsFrom(env: NodeJS.ProcessEnv): number {
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
