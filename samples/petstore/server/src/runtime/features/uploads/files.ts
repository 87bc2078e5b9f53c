// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import {
  ArgumentError,
  mediaKind,
  mediaType,
  toText,
  decodePercent,
} from "../../index.js";
import type { ByteStream } from "../../index.js";

/** Options for reading files. */
export interface FileOptions {
  /** Reads `file://` URLs, as `localFiles("/srv/uploads")` does. Default: none are read. */
  readonly readLocal?: (url: string, argument: string) => Promise<SentFile>;
  /** Joins parts of a body, some of which are read while they are sent. Needed if `readLocal` returns such files. */
  readonly join?: (parts: readonly Bytes[]) => Bytes;
}

/** Bytes in memory, or bytes that are read while they are sent. */
export type Bytes = Uint8Array | ByteStream;

/** A file to send. */
export interface SentFile {
  readonly bytes: Bytes;
  readonly filename?: string | undefined;
  readonly contentType?: string | undefined;
}

/**
 * Reads a file argument: base64, a `data:` URL, a permitted `file://` URL, `{ data, filename, contentType }` with one
 * of these as data, or `{ text }`. For a text type in `declaredType`, a plain string is the text itself. Throws an
 * `ArgumentError` that names the argument.
 */
export async function toFile(
  value: unknown,
  argument: string,
  {
    declaredType = "",
    ...options
  }: FileOptions & { readonly declaredType?: string | undefined },
): Promise<SentFile> {
  const isText = /^(text|json)$/.test(mediaKind(mediaType(declaredType)));
  if (typeof value === "string" && isText && !/^(data|file):/i.test(value))
    return { bytes: Buffer.from(value) };
  if (!isFileObject(value)) return readSource(toText(value), argument, options);
  const { contentType, data, filename, text } = value;
  if (data !== undefined && text !== undefined)
    throw new ArgumentError(`/${argument}: give data or text, not both.`);
  const file: SentFile =
    text === undefined
      ? await readSource(toText(data), argument, options)
      : { bytes: Buffer.from(toText(text)) };
  const [, extension = ""] = /\.(\w+)$/.exec(toText(filename ?? "")) ?? [];
  const kind = extension.toLowerCase().replace(/^jpg$/, "jpeg");
  return {
    ...file,
    ...(typeof filename === "string" && { filename }),
    contentType:
      checkMediaType(contentType, argument) ??
      file.contentType ??
      KNOWN_TYPES.find((type) => type.endsWith(`/${kind}`)) ??
      (text === undefined ? undefined : "text/plain"),
  };
}

/** Media types that are recognized by file extension, as browsers do. */
const KNOWN_TYPES =
  "application/json application/pdf application/zip image/gif image/jpeg image/png image/webp text/csv text/html".split(
    " ",
  );

interface FileFields {
  /** Content in base64 or as a URL; exclusive with `text`. */
  readonly data?: unknown;
  readonly text?: unknown;
  readonly filename?: unknown;
  readonly contentType?: unknown;
}

/** True if a value is a file in the form of an object. Other fields are not allowed. */
export function isFileObject(value: unknown): value is FileFields {
  const { data, text } = Object(value) as FileFields;
  if (typeof data !== "string" && typeof text !== "string") return false;
  return Object.keys(value as object).every((name) => FILE_FIELD.test(name)); // has `data` or `text`, so is an object
}

const FILE_FIELD = /^(data|text|filename|contentType)$/;

async function readSource(
  source: string,
  argument: string,
  { readLocal }: FileOptions,
): Promise<SentFile> {
  if (/^file:/i.test(source) && readLocal) return readLocal(source, argument);
  if (/^file:/i.test(source))
    throw new ArgumentError(
      `/${argument}: this server does not read local files. Give the content in base64, or ask the server's owner to allow a folder.`,
    );
  if (!/^data:/i.test(source)) {
    const bytes = decodeBase64(source);
    if (bytes) return { bytes };
    throw new ArgumentError(
      `/${argument}: is not valid base64. Give the content in base64, or an object with \`data\` (base64) or \`text\`, and optionally \`filename\` and \`contentType\`.`,
    );
  }
  const [, type = "", base64, data = ""] =
    /^data:([^,]*?)(;base64)?,(.*)$/is.exec(source) ?? [];
  const text = decodePercent(data) ?? "";
  const bytes = base64 ? decodeBase64(text) : Buffer.from(text);
  if (!bytes)
    throw new ArgumentError(`/${argument}: is not a valid data: URL.`);
  return { bytes, contentType: checkMediaType(type || undefined, argument) };
}

/** Decodes padded base64 or base64url. Returns undefined for other text. */
function decodeBase64(text: string): Uint8Array | undefined {
  const compact = text.replace(/\s+/g, "");
  return compact.length % 4 === 0 && /^[\w+/-]*={0,2}$/.test(compact)
    ? Buffer.from(compact, "base64")
    : undefined;
}

function checkMediaType(type: unknown, argument: string): string | undefined {
  if (typeof type !== "string") return undefined;
  const isType = /^[\w.+-]+\/[\w.+-]+$/.test(mediaType(type));
  if (isType && /^[\x20-\x7e]+$/.test(type)) return type;
  throw new ArgumentError(
    `/${argument}/contentType: is not a media type. Give one such as image/png.`,
  );
}
