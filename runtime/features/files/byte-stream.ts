import type { Bytes } from "../bodies/file-part.js";

/** Joins parts of a body. The result is a stream if a part is one. */
export function joinBytes(parts: readonly Bytes[]): Bytes {
  const chunks = parts.filter((part) => part instanceof Uint8Array);
  if (chunks.length === parts.length) return Buffer.concat(chunks);
  return {
    size: parts.reduce((sum, part) => sum + sizeOf(part), 0),
    async open() {
      // All are opened before a byte is sent, so that a missing file sends nothing.
      const opened: AsyncIterable<Uint8Array>[] = [];
      for (const part of parts)
        opened.push(
          part instanceof Uint8Array ? once(part) : await part.open(),
        );
      return (async function* () {
        for (const part of opened) yield* part;
      })();
    },
  };
}

const sizeOf = (part: Bytes) =>
  part instanceof Uint8Array ? part.length : part.size;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
