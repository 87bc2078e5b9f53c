import { once } from "../once.js";
import type { HttpRequest, HttpResponse, Transport } from "../types.js";

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
  const ready = () => (started ??= start());
  const close = once(async () => {
    // What failed to start has been told, and has nothing to end.
    const app = await started?.catch(() => undefined);
    await app?.close?.();
  });
  const transport = async (request: HttpRequest, signal: AbortSignal) =>
    send(await ready(), request, signal);
  return Object.assign(transport, {
    start: async () => void (await ready()),
    close,
  });
}
