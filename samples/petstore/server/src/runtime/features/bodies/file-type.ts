// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { isTextType, mediaType } from "../../index.js";
import type { ByteStream } from "../../index.js";

/** Media types by extension. */
// prettier-ignore
const TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif", bmp: "image/bmp", csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  gif: "image/gif", gz: "application/gzip", html: "text/html", jpeg: "image/jpeg", jpg: "image/jpeg",
  json: "application/json", md: "text/markdown", mp3: "audio/mpeg", mp4: "video/mp4", ogg: "audio/ogg",
  pdf: "application/pdf", png: "image/png",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  svg: "image/svg+xml", tar: "application/x-tar", tiff: "image/tiff", txt: "text/plain", wav: "audio/wav",
  webm: "video/webm", webp: "image/webp",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml", yaml: "application/yaml", zip: "application/zip",
};

/** Returns the media type of a file by its extension; undefined if it has no known extension. */
export function typeOfName(name: string): string | undefined {
  const [, extension = ""] = /\.(\w+)$/.exec(name) ?? [];
  const key = extension.toLowerCase();
  return Object.hasOwn(TYPES, key) ? TYPES[key] : undefined;
}

/** Returns the usual extension of a media type, or `bin`. */
export function extensionOfType(type: string): string {
  const [extension = "bin"] =
    Object.entries(TYPES).find(([, fileType]) => fileType === type) ?? [];
  return extension;
}

/**
 * Returns the type by which a file is labelled: the only one that the document declares, or the file's own. A file of an
 * unknown type gets the one that its first bytes show, or the first of the list.
 *
 * @param declaredTypes list of media types, possibly with wildcards
 */
export function selectFileType(
  declaredTypes = "*/*",
  ownType: string | undefined,
  bytes: Uint8Array | ByteStream,
): string {
  const types = declaredTypes.split(",").map(mediaType).filter(Boolean);
  const concreteTypes = types.filter((type) => !type.includes("*"));
  const [onlyType, secondType] = types;
  if (onlyType && !secondType && onlyType === concreteTypes[0]) return onlyType;
  if (ownType !== undefined) return ownType;
  const shownType = types.includes("*/*") ? undefined : detectFileType(bytes);
  const fallbackType =
    types.length > 0 && isTextType(declaredTypes)
      ? "text/plain"
      : "application/octet-stream";
  return shownType ?? concreteTypes[0] ?? fallbackType;
}

/** First bytes of files, in Latin-1. https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern */
const SIGNATURES = [
  ["image/png", /^\x89PNG\r\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF....WEBP/s],
  ["application/pdf", /^%PDF-/],
] as const;

function detectFileType(bytes: Uint8Array | ByteStream): string | undefined {
  if (!(bytes instanceof Uint8Array)) return undefined;
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return SIGNATURES.find(([, signature]) => signature.test(head))?.[0];
}
