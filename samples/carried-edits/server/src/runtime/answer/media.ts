import { TextDecoder } from "node:util";
import { unescape } from "../request/escape.js";

/** How a media type is read and written. */
export type MediaKind =
  | "json"
  | "events"
  | "lines"
  | "sequence"
  | "form"
  | "multipart"
  | "text"
  | "image"
  | "audio"
  | "binary";

/** The media type of a Content-Type header: lower case, without parameters. */
export function mediaType(header = ""): string {
  return (header.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** The kind of a media type. What is text but not `text/*` is listed here. */
export function kindOf(type: string): MediaKind {
  for (const [pattern, kind] of kinds) if (pattern.test(type)) return kind;
  return "binary";
}

const kinds: readonly (readonly [RegExp, MediaKind])[] = [
  [/^image\//, "image"],
  [/^audio\//, "audio"],
  [/^multipart\//, "multipart"],
  [/^text\/event-stream$/, "events"],
  [/^application\/(x-)?(ndjson|jsonl|jsonlines|stream\+json)$/, "lines"],
  [/^application\/([\w.-]+\+)?json-seq$/, "sequence"],
  [/^(application|text)\/json$|\+json$/, "json"],
  [/^application\/x-www-form-urlencoded$/, "form"],
  [
    /^text\/|^application\/(xml|yaml|x-yaml|javascript|graphql)$|\+(xml|yaml)$/,
    "text",
  ],
];

/** A decoder for a Content-Type header: its charset where Node knows it, else UTF-8. Bad bytes become U+FFFD. */
export function decoderFor(header = ""): TextDecoder {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header)?.[1];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** The file name of a Content-Disposition header, without folders. https://www.rfc-editor.org/rfc/rfc6266 */
export function fileNameOf(header = ""): string | undefined {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^\s;]+)/i.exec(header)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(
    header,
  );
  const name =
    (extended && unescape(extended)) ??
    plain?.[1]?.replace(/\\(.)/g, "$1") ??
    plain?.[2];
  return name?.split(/[/\\]/).at(-1) || undefined;
}

/** Parses JSON. Integers beyond 2^53, which would lose digits, become strings. Throws a `SyntaxError`. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return value;
  const exact = text.replace(/"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))
      ? `"${token}"`
      : token,
  );
  return JSON.parse(exact);
}
