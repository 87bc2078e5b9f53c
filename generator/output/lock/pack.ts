import { inflateRawSync } from "node:zlib";
import { deflateSync } from "fflate";

const mostBytes = 64 * 1024 * 1024;

/**
 * A text as one word of base64, compressed. In JavaScript, since the compressors of Node give other
 * bytes from one version or processor to the next, and a lock must not.
 */
export function pack(text: string): string {
  return Buffer.from(deflateSync(Buffer.from(text))).toString("base64");
}

/** The text of such a word. Throws where it is damaged or unpacks to more than 64 MB. */
export function unpack(word: string): string {
  const packed = Buffer.from(word, "base64");
  return inflateRawSync(packed, { maxOutputLength: mostBytes }).toString();
}
