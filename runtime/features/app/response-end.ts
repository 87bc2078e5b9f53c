import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds that an application gets to end a response for which nobody waits: it may never do so. */
const PATIENCE = 30_000;

/** By connection: waits until the application has ended its response, which it may do after the connection has gone. */
export function watchResponseEnd(
  server: Server,
): (connection: Duplex) => () => Promise<unknown> {
  const waiting = new WeakMap<object, () => void>();
  const watch = (response: ServerResponse, tell: () => void) => {
    const end = response.end.bind(response);
    response.end = (...given: unknown[]) => {
      tell();
      return end(...(given as Parameters<typeof end>)); // as it was called
    };
  };
  server.prependListener("request", ({ socket }, response) => {
    const tell = waiting.get(socket);
    if (tell) watch(response, tell);
  });
  return (connection) => {
    const ended = new Promise<void>((tell) => waiting.set(connection, tell));
    return () =>
      Promise.race([ended, pause(PATIENCE, undefined, { ref: false })]);
  };
}
