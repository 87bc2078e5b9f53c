import { randomUUID } from "node:crypto";
import type { Body } from "./body.js";
import { toFile } from "./files.js";
import type { SentFile } from "./files.js";
import { isJson, styledPairs } from "./form.js";
import { mediaType } from "../answer/media.js";
import { own } from "../own.js";
import { isAbsent, toText } from "./styles.js";
import type { PartEncoding } from "../types.js";

/** How the parts are written, and where files may be read. */
export interface MultipartOptions {
  readonly encoding: Readonly<Record<string, PartEncoding>>;
  readonly folder: string | undefined;
}

interface Part {
  readonly name: string;
  readonly filename?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/**
 * Writes `multipart/form-data` and its like: one part a field, arrays as repeated parts, objects as JSON.
 * https://spec.openapis.org/oas/v3.1.1#encoding-multipart-media-types, https://www.rfc-editor.org/rfc/rfc7578
 */
export async function writeMultipart(
  type: string,
  fields: Readonly<Record<string, unknown>>,
  { encoding, folder }: MultipartOptions,
): Promise<Body> {
  const boundary = `part-${randomUUID()}`;
  const chunks: Uint8Array[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (isAbsent(value)) continue;
    const how = own(encoding, name) ?? {};
    for (const part of await toParts(name, value, { how, folder })) {
      chunks.push(
        Buffer.from(`--${boundary}\r\n${writeHead(part)}\r\n`),
        part.bytes,
        Buffer.from("\r\n"),
      );
    }
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    contentType: `${type}; boundary=${boundary}`,
    bytes: Buffer.concat(chunks),
  };
}

async function toParts(
  name: string,
  value: unknown,
  { how, folder }: { how: PartEncoding; folder: string | undefined },
): Promise<Part[]> {
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  if (how.file) {
    return Promise.all(
      values.map(async (item) =>
        toFilePart(name, await toFile(item, name, folder), how),
      ),
    );
  }
  const pairs = styledPairs(name, value, { ...how, escape: (text) => text });
  return pairs
    ? pairs.map(([key, text]) => toPart(key, text, how.headers))
    : values.map((item) => toFieldPart(name, item, how));
}

function toFilePart(name: string, file: SentFile, how: PartEncoding): Part {
  const type = fileType(how.contentType, file.contentType);
  const filename = file.filename ?? name;
  const headers = { "content-type": type, ...how.headers };
  return { name, filename, headers, bytes: file.bytes };
}

function toFieldPart(name: string, value: unknown, how: PartEncoding): Part {
  const type =
    how.contentType?.split(",", 1)[0] ??
    (typeof value === "object" ? "application/json" : undefined);
  if (type === undefined) return toPart(name, toText(value), how.headers);
  const text = isJson({ contentType: type })
    ? JSON.stringify(value)
    : toText(value);
  return toPart(name, text, { "content-type": type, ...how.headers });
}

function toPart(name: string, text: string, headers: Part["headers"] = {}) {
  return { name, headers, bytes: Buffer.from(text) };
}

/** The file's own type where the declared ones (a list, maybe with wildcards) allow it, else the first of those. */
function fileType(declared: string | undefined, given: string | undefined) {
  const types = declared?.split(",").map(mediaType) ?? ["*/*"];
  const allowed = (type: string) =>
    types.some((range) =>
      range.endsWith("/*")
        ? range === "*/*" || type.startsWith(range.slice(0, -1))
        : range === type,
    );
  if (given !== undefined && allowed(mediaType(given))) return given;
  return (
    types.find((type) => !type.includes("*")) ?? "application/octet-stream"
  );
}

function writeHead({ name, filename, headers }: Part): string {
  const file = filename === undefined ? "" : `; filename="${quoted(filename)}"`;
  const lines = [
    `Content-Disposition: form-data; name="${quoted(name)}"${file}`,
    ...Object.entries(headers).map(([key, value]) => `${key}: ${value}`),
  ];
  return lines.map((line) => `${line.replace(/[\r\n]+/g, " ")}\r\n`).join("");
}

/** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function quoted(text: string): string {
  return text
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A")
    .replaceAll('"', "%22");
}
