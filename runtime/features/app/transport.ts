import { raceAbort } from "../../index.js";
import type { HttpRequest, HttpResponse, Transport } from "../../index.js";

/** An application that runs in this process. */
export interface App {
  /** Closes the resources that starting the application opened. */
  close?(this: void): PromiseLike<unknown>;
}

/** Creates a transport to an application that is started once, before its first request, and closed once. */
export function appTransport<StartedApp extends App>(
  start: () => Promise<StartedApp>,
  send: (
    app: StartedApp,
    request: HttpRequest,
    signal: AbortSignal,
  ) => Promise<HttpResponse>,
): Transport {
  let startedApp: Promise<StartedApp> | undefined;
  const startApp = () =>
    (startedApp ??= start().catch((error: unknown) => {
      throw unwrapAggregateError(error);
    }));
  const closeApp = async () => {
    // A failed start was reported already, and leaves nothing to close.
    const app = await startedApp?.catch(() => undefined);
    await app?.close?.();
  };
  let closing: Promise<void> | undefined;
  const transport: Transport = async (request, signal) => {
    const response = await send(await startApp(), request, signal);
    return { ...response, body: readUntilAborted(response.body, signal) };
  };
  return Object.assign(transport, {
    start: async () => void (await startApp()),
    close: () => (closing ??= closeApp()),
  });
}

/**
 * Returns the first error of an `AggregateError` without a message, which Node throws if no address of a host responds.
 */
export function unwrapAggregateError(error: unknown): unknown {
  return error instanceof AggregateError && error.message === ""
    ? error.errors[0]
    : error;
}

/** Reads a body until it ends or the signal aborts. */
async function* readUntilAborted(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const iteration = await raceAbort(iterator.next(), signal);
      if (iteration.done) return;
      yield iteration.value;
    }
  } finally {
    // Not awaited: `return` would wait for a read that may never end.
    iterator.return?.().catch(() => undefined);
  }
}
