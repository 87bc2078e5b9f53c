import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Maximum wait in milliseconds for the end of a response that no caller waits for: the application may never end it.
 */
const MAX_WAIT_MS = 30_000;

/**
 * Returns a function that waits, for one connection, until the application has ended its response. This may be after
 * the connection is closed.
 */
export function watchResponseEnd(
  server: Server,
): (connection: Duplex) => () => Promise<unknown> {
  const callbacks = new WeakMap<object, () => void>();
  const watchEnd = (response: ServerResponse, notify: () => void) => {
    const end = response.end.bind(response);
    response.end = (...endArgs: unknown[]) => {
      notify();
      return end(...(endArgs as Parameters<typeof end>)); // the original arguments
    };
  };
  server.prependListener("request", ({ socket }, response) => {
    const notify = callbacks.get(socket);
    if (notify) watchEnd(response, notify);
  });
  return (connection) => {
    const responseEnd = new Promise<void>((notify) =>
      callbacks.set(connection, notify),
    );
    return () =>
      Promise.race([
        responseEnd,
        pause(MAX_WAIT_MS, undefined, { ref: false }),
      ]);
  };
}
