import {
  ArgumentError,
  isTextType,
  mediaType,
  parseText,
  toText,
  decodePercent,
} from "../../index.js";
import type { ByteStream } from "../../index.js";
import { typeOfName } from "./file-type.js";

/** Options for reading files. */
export interface FileOptions {
  /** Reads `file://` URLs, as the feature `files` does. Default: none are read. */
  readonly readLocal?: (url: string, argument: string) => Promise<SentFile>;
  /**
   * Returns the `file:` URL of the file that a text names, if the server has a folder for files and the file is there.
   * Default: the server has no such folder.
   */
  readonly findLocal?: (text: string) => Promise<string | undefined>;
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

/** Options for one file: the media type that the document declares for it, or a list of types. */
interface DeclaredFileOptions extends FileOptions {
  readonly declaredType?: string | undefined;
}

/**
 * Reads a file argument: base64, a `data:` URL, a permitted `file:` URL, `{ data, filename, contentType }` with one of
 * these as data, or `{ text }`; an object may come as JSON text. For a text type in `declaredType`, a plain string is the
 * text itself. Throws an `ArgumentError` that names the argument.
 */
export async function toFile(
  value: unknown,
  argument: string,
  options: DeclaredFileOptions,
): Promise<SentFile> {
  const { declaredType = "" } = options;
  const input = parseFileObject(value, declaredType);
  if (!isFileObject(input)) {
    const isText = declaredType !== "" && isTextType(declaredType);
    if (isText && typeof input === "object")
      throw new ArgumentError(
        `/${argument}: is not a file. Give its text, or ${OBJECT_FORM}.`,
      );
    const text = toText(input);
    return isText && !isUrl(text)
      ? readPlainText(text, argument, options)
      : readSource(text, argument, options);
  }
  const { contentType, data, filename, text } = input;
  if (data !== undefined && text !== undefined)
    throw new ArgumentError(`/${argument}: give data or text, not both.`);
  const file: SentFile =
    text === undefined
      ? await readSource(toText(data), argument, options)
      : { bytes: Buffer.from(toText(text)) };
  const isUntypedText = text !== undefined && /(^|\*)$/.test(declaredType);
  return {
    ...file,
    ...(typeof filename === "string" && { filename }),
    contentType:
      checkMediaType(contentType, argument) ??
      file.contentType ??
      typeOfName(toText(filename ?? "")) ??
      (isUntypedText ? "text/plain" : undefined),
  };
}

const OBJECT_FORM =
  "an object with `data` (base64) or `text`, and optionally `filename` and `contentType`";

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

/**
 * Returns the file object that a text is in JSON, as hosts write a union of types. Returns any other value unchanged, and
 * text of a type whose content may be such an object itself.
 */
function parseFileObject(value: unknown, declaredType: string): unknown {
  const mayBeContent = /json|yaml|ndjson|event-stream/i.test(declaredType);
  if (typeof value !== "string" || mayBeContent) return value;
  const object = parseText(value, ["object"]);
  return isFileObject(object) ? object : value;
}

/** True for a `data:` or `file:` URL, and not for text that begins so, such as YAML. */
const isUrl = (text: string) => /^data:[^\s,]*,|^file:\S[^\r\n]*$/i.test(text);

/** Reads a string of a text type, which is the content, unless it is no more than the name of a file. */
async function readPlainText(
  text: string,
  argument: string,
  options: FileOptions,
): Promise<SentFile> {
  const url = await findNamedFile(text, options);
  if (url === undefined) return { bytes: Buffer.from(text) };
  throw new ArgumentError(
    `/${argument}: is the name of a file. To send that file, give ${url}. To send these characters, give an object with \`text\`.`,
  );
}

async function readSource(
  source: string,
  argument: string,
  options: FileOptions,
): Promise<SentFile> {
  const { readLocal } = options;
  if (/^file:/i.test(source) && readLocal) return readLocal(source, argument);
  if (/^file:/i.test(source))
    throw new ArgumentError(
      `/${argument}: this server does not read local files. Give the content in base64, or ask the server's owner to allow a folder.`,
    );
  if (!/^data:/i.test(source)) return readBase64(source, argument, options);
  const [, type = "", base64, data = ""] =
    /^data:([^,]*?)(;base64)?,(.*)$/is.exec(source) ?? [];
  const text = decodePercent(data) ?? "";
  const bytes = base64 ? decodeBase64(text) : Buffer.from(text);
  if (!bytes)
    throw new ArgumentError(`/${argument}: is not a valid data: URL.`);
  return { bytes, contentType: checkMediaType(type || undefined, argument) };
}

/** Reads base64. Refuses a path, which models give first if files have one, and names the URL to give. */
async function readBase64(
  text: string,
  argument: string,
  options: FileOptions,
): Promise<SentFile> {
  const url = await findNamedFile(text, options);
  if (url !== undefined)
    throw new ArgumentError(
      `/${argument}: is the name of a file. To send that file, give ${url}.`,
    );
  const bytes = decodeBase64(text);
  if (bytes) return { bytes };
  const hasFolder = options.findLocal !== undefined;
  if (hasFolder && isPathLike(text)) {
    const lastName = text.split(/[/\\]/).at(-1) ?? "";
    const otherUrl = await findNamedFile(lastName, options);
    throw new ArgumentError(
      otherUrl === undefined
        ? `/${argument}: looks like a path, and the server's folder has no such file. Give \`file:\` and the path of a file in that folder, such as file:report.pdf.`
        : `/${argument}: is a path elsewhere. To send the file of that name in the server's folder, give ${otherUrl}.`,
    );
  }
  const urlForm = hasFolder
    ? "`file:` and a path in the server's folder, such as file:report.pdf, or "
    : "";
  throw new ArgumentError(
    `/${argument}: is not valid base64. Give ${urlForm}the content in base64, or ${OBJECT_FORM}.`,
  );
}

/** Longest text that is looked up as the path of a file, in characters. */
const MAX_PATH = 1_024;

/** Returns the URL of the file that a text names; undefined if it names none. */
async function findNamedFile(
  text: string,
  { findLocal }: FileOptions,
): Promise<string | undefined> {
  const mayBePath =
    text !== "" && text.length <= MAX_PATH && !/[\r\n\0]/.test(text);
  return mayBePath ? findLocal?.(text) : undefined;
}

/** True for text that is not content: one line with the signs of a path or of a file name. */
function isPathLike(text: string): boolean {
  if (text.length > MAX_PATH || /[\r\n]/.test(text)) return false;
  const isContent = /^[\w+/-]{64,}=*$/.test(text);
  return !isContent && /[/\\]|^~|\.\w{1,10}$/.test(text);
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
