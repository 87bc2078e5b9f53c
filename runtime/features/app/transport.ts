import { raceAbort } from "../../index.js";
import type { HttpRequest, HttpResponse, Transport } from "../../index.js";

/** An application that runs in this process. */
export interface App {
  /** Ends what starting it began. */
  close?(this: void): PromiseLike<unknown>;
}

/** A transport to an application that is started once, before its first request, and ended once. */
export function appTransport<Started extends App>(
  start: () => Promise<Started>,
  send: (
    app: Started,
    request: HttpRequest,
    signal: AbortSignal,
  ) => Promise<HttpResponse>,
): Transport {
  let started: Promise<Started> | undefined;
  const ready = () =>
    (started ??= start().catch((error: unknown) => {
      throw firstOf(error);
    }));
  const end = async () => {
    // What failed to start has been told, and has nothing to end.
    const app = await started?.catch(() => undefined);
    await app?.close?.();
  };
  let ended: Promise<void> | undefined;
  const transport: Transport = async (request, signal) => {
    const response = await send(await ready(), request, signal);
    return { ...response, body: whileWanted(response.body, signal) };
  };
  return Object.assign(transport, {
    start: async () => void (await ready()),
    close: () => (ended ??= end()),
  });
}

/** Node's error where no address of a host answers says nothing by itself: the first of those that it holds does. */
export function firstOf(error: unknown): unknown {
  return error instanceof AggregateError && error.message === ""
    ? error.errors[0]
    : error;
}

/** A body whose reading stops as soon as the signal aborts, whatever it comes from. */
async function* whileWanted(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await raceAbort(iterator.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: behind a read that never ends, neither does the return.
    iterator.return?.().catch(() => undefined);
  }
}
