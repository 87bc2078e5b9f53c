// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
/** Reads the media type of a Content-Type header: lower case, without parameters. */
export function mediaType(header = ""): string {
  return (header.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** Reads the media type of a response; empty if the API says none, or an invalid one. */
export function responseType(header = ""): string {
  const type = mediaType(header.split(",", 1)[0]);
  return TYPE.test(type) ? type : "";
}

/** https://www.rfc-editor.org/rfc/rfc6838#section-4.2 */
const TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/;

/**
 * Returns the kind of a media type, which decides how a body is read and written. Text types other than `text/*` are
 * listed here.
 */
export function mediaKind(type: string): MediaKind {
  const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[]; // `Object.keys` returns strings
  return kinds.find((kind) => KINDS[kind].test(type)) ?? "unknown";
}

export type MediaKind = keyof typeof KINDS | "unknown";

const KINDS = {
  json: /^(application|text)\/json$|(?<!stream)\+json$/,
  image: /^image\//,
  audio: /^audio\//,
  multipart: /^multipart\//,
  events: /^text\/event-stream$/,
  lines: /^application\/(x-)?(ndjson|jsonl|jsonlines|stream\+json)$/,
  sequence: /^application\/([\w.-]+\+)?json-seq$/,
  form: /^application\/x-www-form-urlencoded$/,
  text: /^text\/|^application\/(xml|yaml|x-yaml|javascript|graphql)$|\+(xml|yaml)$/,
  binary:
    /^(video|font)\/|^application\/(octet-stream|pdf|zip|gzip|x-tar|([\w.+-]+[.+-])?(cbor|msgpack|protobuf))$/,
};

/**
 * True if the content of a media type is text, or of each type in a list of them, so that a file may be given as a plain
 * string.
 */
export function isTextType(types = ""): boolean {
  return types
    .split(",")
    .map(mediaType)
    .every(
      (type) => type === "image/svg+xml" || TEXT_KIND.test(mediaKind(type)),
    );
}

const TEXT_KIND = /^(text|json|events|lines|sequence)$/;

/** Creates a decoder for a Content-Type header: its charset if it is known, or UTF-8. Invalid bytes become U+FFFD. */
export function decoderFor(header = "") {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header)?.[1];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/**
 * Decodes the text of a body; a body that is cut ends before an incomplete character. Node 20 knows windows-1252 only
 * in stream mode, in which it takes five times as long for UTF-8.
 */
export function decodeText(bytes: Uint8Array, header = "", isCut = false) {
  const decoder = decoderFor(header);
  if (decoder.encoding === "utf-8" && !isCut) return decoder.decode(bytes);
  const text = decoder.decode(bytes, { stream: true });
  return isCut ? text : text + decoder.decode();
}

/**
 * Reads the file name of a Content-Disposition header, without folders and secrets. Takes what servers send: blanks
 * without quotes, and the encoded words of mail. https://www.rfc-editor.org/rfc/rfc6266
 */
export function parseFileName(
  header = "",
  redact = (text: string) => text,
): string | undefined {
  const text = redact(header);
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^\s;]+)/i.exec(text)?.[1];
  const [, quoted, unquoted] =
    /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(text) ?? [];
  const name =
    (extended && decodePercent(extended)) ??
    decodeWords(quoted?.replace(/\\(.)/g, "$1") ?? unquoted?.trim() ?? "");
  const characters = [...(redact(name).split(/[/\\]/).at(-1) ?? "")];
  return characters.slice(-255).join("") || undefined; // file systems take no longer name
}

/** Decodes the encoded words of a mail header: `=?UTF-8?Q?r=C3=A9sum=C3=A9?=`. https://www.rfc-editor.org/rfc/rfc2047 */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(
      /=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bq])\?([^?\s]*)\?=/gi,
      (_word, charset: string, form: string, content: string) => {
        const quoted = content
          .replaceAll("_", " ")
          .replace(/=([\da-f]{2})/gi, (_code, digits: string) =>
            String.fromCharCode(Number.parseInt(digits, 16)),
          );
        const bytes = /b/i.test(form)
          ? Buffer.from(content, "base64")
          : Buffer.from(quoted, "latin1");
        return decodeText(bytes, `;charset=${charset}`);
      },
    );
}

/** Parses JSON. Integers beyond 2^53, which would lose digits, become strings. Throws a `SyntaxError`. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return value;
  const exact = text.replace(
    /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/g,
    (token) =>
      /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))
        ? `"${token}"`
        : token,
  );
  return JSON.parse(exact);
}

/** Decodes percent-encoded text; undefined if it is malformed. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns the beginning of a text: at most `max` bytes of UTF-8, with no incomplete character at the end. */
export function truncateText(text: string, max: number): string {
  const bytes = new TextEncoder().encode(text).subarray(0, max);
  const start = new TextDecoder().decode(bytes, { stream: true });
  return start.length < text.length ? start : text;
}

/** Formats a number of bytes: `512 bytes`, `64 KB`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 10_000 ? 0 : bytes < 1024 ** 2 ? 1 : 2;
  const size = Number((bytes / 1024 ** power).toFixed(1));
  return `${size.toLocaleString("en-US")} ${["bytes", "KB", "MB"][power]}`;
}
