import { deflateSync } from "fflate/browser";
import { normalizeLineEndings } from "../../shared/line-endings.js";
import { dictionary } from "./dictionary.js";

/** Prefix of packed words. */
export const DICTIONARY_MARK = ".";

/**
 * Packs a text into one word of base64, compressed. In JavaScript, since the compressors of Node give other
 * bytes from one version or processor to the next, and a lock must not.
 */
export function pack(text: string): string {
  const normalizedText = normalizeLineEndings(text);
  if (normalizedText === "") return "";
  const packed = deflateSync(Buffer.from(normalizedText), { dictionary });
  return DICTIONARY_MARK + Buffer.from(packed).toString("base64");
}
