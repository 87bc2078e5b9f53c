import { mediaKind, mediaType } from "../../index.js";
import type { BodyWriter } from "../../index.js";

/** Writes arrays as JSON lines or as a JSON text sequence (RFC 7464), one item per record. Sends text as it is. */
export const jsonLines: BodyWriter = {
  accepts: (type) => /^(lines|sequence)$/.test(mediaKind(type)),
  write(value, { contentType, toJson }) {
    if (value === null) return undefined;
    const isSequence = mediaKind(mediaType(contentType)) === "sequence";
    const start = isSequence ? "\x1e" : "";
    const text =
      typeof value === "string"
        ? value
        : [value]
            .flat()
            .map((item, index) => `${start}${toJson(item, String(index))}\n`)
            .join("");
    return { contentType, bytes: Buffer.from(text) };
  },
};
