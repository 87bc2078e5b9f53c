import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

const mostBytes = 64 * 1024 * 1024;

/** A text as one word of base64, compressed. */
export function pack(text: string): string {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return brotliCompressSync(text, { params }).toString("base64");
}

/** The text of such a word. Throws where it is damaged or unpacks to more than 64 MB. */
export function unpack(word: string): string {
  const options = { maxOutputLength: mostBytes };
  return brotliDecompressSync(Buffer.from(word, "base64"), options).toString();
}
