import type { PartEncoding } from "../../runtime/types.js";
import { filled } from "../json.js";
import type { Api, Encoding, MediaType, Schema } from "../model.js";
import { mediaKind } from "../schema/media.js";
import {
  branches,
  isSchema,
  type ObjectShape,
  resolve,
} from "../schema/shape.js";
import { isFile, isForm, mediaTypeName } from "./media.js";

const FILE_NOTE =
  "A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`.";

/** As the runtime takes it. */
const MEDIA_TYPE = "^[\\w.+-]+/[\\w.+-]+";

/** How a file is asked for. Of a `declared` type that is text, bare text is the text itself. */
export function fileSchema(schema: Schema, declared = ""): Schema {
  const description = [schema["description"], FILE_NOTE]
    .filter((text) => typeof text === "string" && text !== "")
    .join(" ");
  const text = { type: "string" };
  const base64 = { ...text, contentEncoding: "base64" };
  const isText = /^(text|json)$/.test(mediaKind(declared));
  const object = (content: object) => ({
    type: "object",
    properties: {
      ...content,
      filename: text,
      contentType: { ...text, pattern: MEDIA_TYPE },
    },
    required: Object.keys(content),
    additionalProperties: false,
  });
  const file = {
    anyOf: [isText ? text : base64, object({ data: base64 }), object({ text })],
  };
  return schema["type"] === "array"
    ? { type: "array", description, items: file }
    : { description, ...file };
}

/**
 * How the properties of a form are written, where the document or a file says more than the default. Where those
 * under free names are files, all others are named.
 */
export function encodingOf(
  media: MediaType,
  files: ReadonlySet<string>,
  properties: Iterable<string> = [],
): Record<string, PartEncoding> {
  if (!isForm(media)) return {};
  const isFree = files.has(FREE);
  const others = isFree ? properties : [];
  const names = new Set([...media.encoding.keys(), ...others, ...files]);
  const entries = [...names].map((name): [string, PartEncoding] => [
    name,
    {
      ...(files.has(name) && { file: true }),
      ...partEncoding(media.encoding.get(name)),
    },
  ]);
  return Object.fromEntries(
    entries.filter(
      ([, encoding]) => isFree || Object.keys(encoding).length > 0,
    ),
  );
}

function partEncoding(encoding: Encoding | undefined): PartEncoding {
  if (encoding === undefined) return {};
  const headers = [...encoding.headers].flatMap(([name, schema]) => {
    const value = schema["const"] ?? schema["default"];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  const { allowReserved, contentType, explode, style } = encoding;
  return {
    ...filled({ contentType, headers: Object.fromEntries(headers) }),
    ...filled({ style, explode }),
    ...(allowReserved && { allowReserved }),
  };
}

/** What the runtime calls all properties whose names the document doesn't know. */
const FREE = "*";

/** Names of the properties of a multipart body that are files. */
export function fileProperties(
  media: MediaType,
  shape: ObjectShape | null,
  api: Api,
): Set<string> {
  const files = [...(shape?.properties ?? [])].filter(
    ([, { schema }]) => isMultipart(media) && isFile(schema, api),
  );
  const free = freeFile(media, api) === undefined ? [] : [FREE];
  return new Set([...files.map(([name]) => name), ...free]);
}

/** How files of a multipart body are asked for whose names it doesn't know; undefined: it has none. */
export function freeFile(media: MediaType, api: Api): Schema | undefined {
  const parts = new Set(isMultipart(media) ? [resolve(media.schema, api)] : []);
  // It grows while it is walked, and each part is met once.
  for (const part of parts) {
    const { additionalProperties: further } = part;
    if (isSchema(further) && isFile(further, api)) return fileSchema(further);
    for (const one of branches(part, "allOf")) parts.add(resolve(one, api));
  }
  return undefined;
}

function isMultipart({ contentType }: MediaType): boolean {
  return mediaTypeName(contentType).startsWith("multipart/");
}
