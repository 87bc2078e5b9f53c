// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { mediaKind, mediaType, getOwn, toText } from "../../index.js";
import type {
  BodyWriter,
  BodyOptions,
  Headers,
  PartEncoding,
} from "../../index.js";
import { formFields, styledPairs } from "../form-fields.js";
import { isFileObject, toFile } from "./files.js";
import type { FileOptions } from "./files.js";

interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/**
 * Writes `multipart/form-data` and its like: one part a field, arrays as repeated parts, objects as JSON.
 * https://spec.openapis.org/oas/v3.1.1#encoding-multipart-media-types, https://www.rfc-editor.org/rfc/rfc7578
 */
export function multipart(options: FileOptions = {}): BodyWriter {
  return {
    accepts: (type) => mediaKind(type) === "multipart",
    async write(value, { contentType, encoding, toJson }) {
      if (value === null) return undefined;
      const parts = await Promise.all(
        formFields(value).map(([name, field]) => {
          const how = getOwn(encoding, name) ?? getOwn(encoding, "*") ?? {};
          return toParts(name, field, how, { ...options, toJson });
        }),
      );
      const boundary = `part-${crypto.randomUUID()}`;
      const chunks = parts
        .flat()
        .flatMap((part) => [
          Buffer.from(`--${boundary}\r\n${writeHead(part)}\r\n`),
          part.bytes,
          Buffer.from("\r\n"),
        ]);
      return {
        contentType: `${mediaType(contentType)}; boundary=${boundary}`,
        bytes: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
      };
    },
  };
}

async function toParts(
  name: string,
  value: unknown,
  how: PartEncoding,
  options: FileOptions & Pick<BodyOptions, "toJson">,
): Promise<Part[]> {
  const items = [value].flat();
  const at = (index: number) => (Array.isArray(value) ? [String(index)] : []);
  const toField = (item: unknown, index: number) =>
    toFieldPart(name, item, how, () =>
      options.toJson(item, name, ...at(index)),
    );
  const isEmpty = items.length === 0 || items.every((item) => item === null);
  if (isEmpty || value === undefined) return [];
  if (how.file !== undefined)
    return Promise.all(
      items.map(async (item, index) =>
        how.file || isFileObject(item)
          ? toFilePart(name, item, how, options)
          : toField(item, index),
      ),
    );
  const pairs = styledPairs(name, value, how, true);
  return pairs
    ? pairs.map(([key, text]) => toPart(key, text, how.headers))
    : items.map(toField);
}

async function toFilePart(
  name: string,
  value: unknown,
  how: PartEncoding,
  options: FileOptions,
): Promise<Part> {
  const { bytes, contentType, filename } = await toFile(value, name, {
    ...options,
    declared: how.contentType,
  });
  const type = fileType(how.contentType, contentType);
  const headers = { "content-type": type, ...how.headers };
  return { name, filename: filename ?? name, headers, bytes };
}

function toFieldPart(
  name: string,
  value: unknown,
  how: PartEncoding,
  json: () => string,
): Part {
  const byValue = typeof value === "object" ? "application/json" : undefined;
  const type = how.contentType?.split(/,\s*/).find(isOne) ?? byValue;
  if (type === undefined) return toPart(name, toText(value), how.headers);
  const isJson = mediaKind(mediaType(type)) === "json";
  const text = isJson ? json() : toText(value);
  return toPart(name, text, { "content-type": type, ...how.headers });
}

function toPart(name: string, text: string, headers: Headers = {}): Part {
  return { name, headers, bytes: Buffer.from(text) };
}

/** The file's own type where the declared ones (a list, maybe with wildcards) allow it, else the first of those. */
function fileType(declared = "*/*", given: string | undefined): string {
  const types = declared.split(",").map(mediaType);
  const isAllowed = (type: string) =>
    types.some((range) =>
      range.endsWith("/*")
        ? range === "*/*" || type.startsWith(range.slice(0, -1))
        : range === type,
    );
  if (given !== undefined && isAllowed(mediaType(given))) return given;
  return types.find(isOne) ?? "application/octet-stream";
}

const isOne = (type: string) => !type.includes("*");

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
