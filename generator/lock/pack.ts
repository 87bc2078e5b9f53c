import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

const mostBytes = 64 * 1024 * 1024;

/** A text as one word of base64, compressed. */
export function pack(text: string): string {
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // A large window and a high quality cost twenty times as much here, and save one per cent.
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  };
  return brotliCompressSync(text, { params }).toString("base64");
}

/** The text of such a word. Throws where it is damaged or unpacks to more than 64 MB. */
export function unpack(word: string): string {
  const options = { maxOutputLength: mostBytes };
  return brotliDecompressSync(Buffer.from(word, "base64"), options).toString();
}
