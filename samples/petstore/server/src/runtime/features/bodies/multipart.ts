// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { mediaKind, mediaType, getOwn, toText } from "../../index.js";
import type {
  BodyWriter,
  BodyOptions,
  Headers,
  PartEncoding,
} from "../../index.js";
import { formFields, styledPairs } from "./form-fields.js";
import { selectFileType } from "./file-type.js";
import { isFileObject, toFile } from "./file-part.js";
import type { Bytes, FileOptions } from "./file-part.js";

interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly headers: Headers;
  readonly bytes: Bytes;
}

/**
 * Writes `multipart/form-data` and related types: one part per field, arrays as repeated parts, objects as JSON.
 * https://spec.openapis.org/oas/v3.1.1#encoding-multipart-media-types, https://www.rfc-editor.org/rfc/rfc7578
 */
export function multipart(options: FileOptions = {}): BodyWriter {
  // Without `join`, no file is a stream.
  const join =
    options.join ??
    ((parts: readonly Bytes[]) => Buffer.concat(parts as Uint8Array[]));
  return {
    accepts: (type) => mediaKind(type) === "multipart",
    async write(value, { contentType, encoding, toJson }) {
      if (value === null) return undefined;
      const parts = await Promise.all(
        formFields(value).map(([name, field]) => {
          const partEncoding =
            getOwn(encoding, name) ?? getOwn(encoding, "*") ?? {};
          return toParts(name, field, partEncoding, { ...options, toJson });
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
        bytes: join([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
      };
    },
  };
}

async function toParts(
  name: string,
  value: unknown,
  encoding: PartEncoding,
  options: FileOptions & Pick<BodyOptions, "toJson">,
): Promise<Part[]> {
  const items = [value].flat();
  const toIndexPath = (index: number) =>
    Array.isArray(value) ? [String(index)] : [];
  const toField = (item: unknown, index: number) =>
    toFieldPart(name, item, encoding, () =>
      options.toJson(item, name, ...toIndexPath(index)),
    );
  const isEmpty = items.length === 0 || items.every((item) => item === null);
  if (isEmpty || value === undefined) return [];
  if (encoding.file !== undefined)
    return Promise.all(
      items.map(async (item, index) =>
        encoding.file || isFileObject(item)
          ? toFilePart(name, item, encoding, options)
          : toField(item, index),
      ),
    );
  const pairs = styledPairs(name, value, encoding, true);
  return pairs
    ? pairs.map(([key, text]) => toPart(key, text, encoding.headers))
    : items.map(toField);
}

async function toFilePart(
  name: string,
  value: unknown,
  encoding: PartEncoding,
  options: FileOptions,
): Promise<Part> {
  const { bytes, contentType, filename } = await toFile(value, name, {
    ...options,
    declaredType: encoding.contentType,
  });
  const type = selectFileType(encoding.contentType, contentType, bytes);
  const headers = { "content-type": type, ...encoding.headers };
  return { name, filename: filename ?? name, headers, bytes };
}

function toFieldPart(
  name: string,
  value: unknown,
  encoding: PartEncoding,
  writeJson: () => string,
): Part {
  const defaultType =
    typeof value === "object" ? "application/json" : undefined;
  const type =
    encoding.contentType?.split(/,\s*/).find(isConcrete) ?? defaultType;
  if (type === undefined) return toPart(name, toText(value), encoding.headers);
  const isJson = mediaKind(mediaType(type)) === "json";
  const text = isJson ? writeJson() : toText(value);
  return toPart(name, text, { "content-type": type, ...encoding.headers });
}

function toPart(name: string, text: string, headers: Headers = {}): Part {
  return { name, headers, bytes: Buffer.from(text) };
}

const isConcrete = (type: string) => !type.includes("*");

function writeHead({ name, filename, headers }: Part): string {
  const file =
    filename === undefined ? "" : `; filename="${escapeName(filename)}"`;
  const lines = [
    `Content-Disposition: form-data; name="${escapeName(name)}"${file}`,
    ...Object.entries(headers).map(([key, value]) => `${key}: ${value}`),
  ];
  return lines.map((line) => `${line.replace(/[\r\n]+/g, " ")}\r\n`).join("");
}

/**
 * Escapes a name or file name:
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
 */
function escapeName(text: string): string {
  return text
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A")
    .replaceAll('"', "%22");
}
