import { abortable } from "../call/limit.js";

type Chunks = AsyncIterable<Uint8Array>;

/** The first `max` bytes of a body, and whether there were more. `onBytes` is told how many have arrived. */
export async function readBytes(
  body: Chunks,
  max: number,
  onBytes?: (count: number) => void,
): Promise<{ readonly bytes: Uint8Array; readonly cut: boolean }> {
  const chunks: Uint8Array[] = [];
  let count = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    count += chunk.length;
    onBytes?.(count);
    if (count > max) break;
  }
  const bytes = Buffer.concat(chunks);
  return { bytes: bytes.subarray(0, max), cut: bytes.length > max };
}

/** A body that ends after `max` bytes; leaving it there closes its connection. */
export async function* upTo(
  max: number,
  body: Chunks,
  onCut: () => void,
): AsyncGenerator<Uint8Array> {
  let left = max;
  for await (const chunk of body) {
    if (chunk.length > left) {
      onCut();
      yield chunk.subarray(0, left);
      return;
    }
    left -= chunk.length;
    yield chunk;
  }
}

/** A body whose reading stops as soon as the signal aborts, whatever it comes from. */
export async function* whileWanted(
  body: Chunks,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await abortable(iterator.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: behind a read that never ends, neither does the return.
    iterator.return?.().catch(() => undefined);
  }
}

/** Reads away a short body, so that its connection can be used again. */
export async function discard(body: Chunks): Promise<void> {
  await readBytes(body, 64 * 1024).catch(() => undefined);
}
