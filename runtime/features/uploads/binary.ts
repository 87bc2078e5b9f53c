import { kindOf, mediaType } from "../../index.js";
import type { BodyWriter } from "../../index.js";
import { isFields, toFile } from "./files.js";
import type { FileOptions } from "./files.js";

/** Writes bodies of bytes: images, audio and whatever has no form of its own. Where any type is allowed, what is no file goes as JSON. */
export function binary(options: FileOptions = {}): BodyWriter {
  return {
    takes: (type) => /^(image|audio|binary)$/.test(kindOf(type)),
    async write(value, { contentType }) {
      if (value === null) return undefined;
      const type = mediaType(contentType);
      if (type === "*/*" && typeof value !== "string" && !isFields(value))
        return {
          contentType: "application/json",
          bytes: Buffer.from(JSON.stringify(value)),
        };
      const file = await toFile(value, "body", options);
      const { bytes, contentType: own = "application/octet-stream" } = file;
      return { contentType: type.includes("*") ? own : contentType, bytes };
    },
  };
}
