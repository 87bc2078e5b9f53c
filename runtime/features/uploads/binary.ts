import { mediaKind, mediaType } from "../../index.js";
import type { BodyWriter } from "../../index.js";
import { isFileObject, toFile } from "./files.js";
import type { FileOptions, SentFile } from "./files.js";

/**
 * Writes bodies of bytes: images, audio and whatever has no form of its own. Text that the document calls no file goes as
 * it is, and of a type that tells no form, what is no file as JSON.
 */
export function binary(options: FileOptions = {}): BodyWriter {
  return {
    accepts: (type) => /^(image|audio|binary|unknown)$/.test(mediaKind(type)),
    async write(value, { contentType, encoding: { body }, toJson }) {
      if (value === null) return undefined;
      const type = mediaType(contentType);
      const isText = typeof value === "string";
      const isBare = isText ? body?.file === false : !isFileObject(value);
      const file: SentFile =
        isBare && (isText || mediaKind(type) === "unknown")
          ? {
              bytes: Buffer.from(isText ? value : toJson(value)),
              contentType: isText ? "text/plain" : "application/json",
            }
          : await toFile(value, "body", options);
      const { bytes, contentType: own = "application/octet-stream" } = file;
      // Text in base64 tells nothing of the type, and goes as what the document has: `image/*`.
      const isRange = isBare && isText ? /^\*|^application\/\*/ : /\*/;
      const isAny = type === "" || isRange.test(type);
      return { contentType: isAny ? own : contentType, bytes };
    },
  };
}
