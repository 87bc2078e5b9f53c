import { mediaKind, mediaType } from "../../index.js";
import type { BodyWriter } from "../../index.js";
import { selectFileType } from "./file-type.js";
import { isFileObject, toFile } from "./file-part.js";
import type { FileOptions, SentFile } from "./file-part.js";

/**
 * Writes bodies of bytes: images, audio, other types without a structure, and any type whose body may be a file. Text
 * that the document does not declare as a file is sent as it is. For a type that says nothing about the format, values
 * that are not files are sent as JSON.
 */
export function binary(options: FileOptions = {}): BodyWriter {
  return {
    accepts: (type, { body }) => {
      const kind = mediaKind(type);
      const isFields = /^(form|multipart)$/.test(kind);
      const mayBeFile = body?.file !== undefined && !isFields;
      return mayBeFile || /^(image|audio|binary|unknown)$/.test(kind);
    },
    async write(value, { contentType, encoding: { body }, toJson }) {
      if (value === null) return undefined;
      const type = mediaType(contentType);
      const isText = typeof value === "string";
      const isBare = isText ? body?.file === false : !isFileObject(value);
      const file: SentFile =
        isBare && (isText || /^(json|unknown)$/.test(mediaKind(type)))
          ? {
              bytes: Buffer.from(isText ? value : toJson(value)),
              contentType: isText ? "text/plain" : "application/json",
            }
          : await toFile(value, "body", { ...options, declaredType: type });
      // Text in base64 does not show its type, so the document's media type is sent: `image/*`.
      const isRange = isBare && isText ? /^\*|^(application|text)\/\*/ : /\*/;
      const isAny = type === "" || isRange.test(type);
      const types = body?.contentType ?? (type || "*/*");
      const fileType = selectFileType(types, file.contentType, file.bytes);
      // Of several declared types, a body has the one that its file has.
      const isDeclared = types
        .split(",")
        .some(
          (declaredType) => mediaType(declaredType) === mediaType(fileType),
        );
      const isOther = body?.contentType !== undefined && isDeclared;
      return {
        contentType: isAny || isOther ? fileType : contentType,
        bytes: file.bytes,
      };
    },
  };
}
