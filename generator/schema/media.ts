import { toWord } from "../shared/json.js";
import { propertiesOf } from "../../runtime/schema.js";
import type { Api, Body, MediaType, Operation, Schema } from "../model.js";
import {
  branches,
  isSchema,
  type ObjectShape,
  resolve,
} from "./object-shape.js";
import { kindOf, mediaType, type MediaKind } from "../../runtime/media.js";

export { mediaType, type MediaKind };

/**
 * How the media type of a Content-Type is read and written: what the runtime says of it, so that
 * nothing is planned otherwise than it is sent. Types that say nothing of it are `unknown`.
 */
export function mediaKind(contentType: string): MediaKind {
  return kindOf(mediaType(contentType));
}

/** True for what is bytes whatever its schema says: pictures, sound, films, fonts, archives, packed data. SVG is text. */
export function isBytes(contentType: string): boolean {
  const type = mediaType(contentType);
  return (
    /^(image|audio|binary)$/.test(kindOf(type)) && type !== "image/svg+xml"
  );
}

/** Picks the media type to send: the one asked for, else the best that the runtime can write, and that can hold what is sent. */
export function chooseMedia(
  body: Body,
  api: Api,
  wanted?: string,
): MediaType | null {
  const asked = body.media.find(({ contentType }) => contentType === wanted);
  const ranked = body.media.toSorted(
    (a, b) => rank(a.contentType) - rank(b.contentType),
  );
  const parts = ranked.find(
    ({ contentType }) => mediaKind(contentType) === "multipart",
  );
  const [best = null] = ranked;
  return asked ?? (parts && best && hasBytes(best, api) ? parts : best);
}

/** A property is bytes, which JSON can't hold: some frameworks give each media type the same schema. */
function hasBytes({ schema }: MediaType, api: Api): boolean {
  return propertiesOf(resolve(schema, api)).some(([, property]) => {
    return singles(property, api).some(
      ({ contentEncoding, contentMediaType: type, format }) =>
        format === "binary" ||
        (contentEncoding === undefined &&
          (type === "*/*" || isBytes(toWord(type)))),
    );
  });
}

export function isJson({ contentType }: MediaType): boolean {
  return mediaKind(contentType) === "json";
}

export function isForm({ contentType }: MediaType): boolean {
  const kind = mediaKind(contentType);
  return kind === "form" || kind === "multipart";
}

/** The body is sent as the text it is given as: the runtime has no writer for XML and the like. */
export function isText({ contentType }: MediaType): boolean {
  const isSvg = mediaType(contentType) === "image/svg+xml";
  return isSvg || mediaKind(contentType) === "text";
}

/** The body is bytes, and asked for as a file. */
export function isBinary(media: MediaType, api: Api): boolean {
  return (
    !isEncoded(media, api) &&
    (isBytes(media.contentType) ||
      (!isJson(media) && !isForm(media) && isFile(media.schema, api)))
  );
}

/** The body itself is text in base64: https://spec.openapis.org/oas/v3.1.1#binary-data and 3.0's `format: byte`, but of any bytes. */
function isEncoded({ contentType, schema }: MediaType, api: Api): boolean {
  const { contentEncoding, format } = resolve(schema, api);
  const isByte = format === "byte" && !/\/octet-stream/i.test(contentType);
  return isByte || /^base64/.test(toWord(contentEncoding));
}

/** The runtime takes the body for bytes, and its schema says that it is text. */
export function isBareText(media: MediaType, api: Api): boolean {
  const types = [resolve(media.schema, api)["type"]].flat();
  const isText = isOpaque(media) && types.includes("string");
  return (isText || isEncoded(media, api)) && !isBinary(media, api);
}

/** The media type doesn't tell how the body is written. */
export function isOpaque({ contentType }: MediaType): boolean {
  return mediaKind(contentType) === "unknown";
}

/** A file, or several: what may be null, too, and none that may be text as well. */
export function isFile(schema: Schema, api: Api): boolean {
  const parts = singles(schema, api);
  return parts.length > 0 && parts.every(isOneFile);
}

/** What a value or each item of a list may be besides null: the alternatives of a union are told apart. */
export function singles(schema: Schema, api: Api): readonly Schema[] {
  return alternatives(schema, api).flatMap((one) =>
    isSchema(one["items"]) ? alternatives(one["items"], api) : [one],
  );
}

/** A list is one of the alternatives. */
export function isList(schema: Schema, api: Api): boolean {
  return alternatives(schema, api).some(({ items }) => isSchema(items));
}

function alternatives(schema: Schema, api: Api): readonly Schema[] {
  const target = resolve(schema, api);
  const parts = branches(target, "anyOf", "oneOf");
  return (parts.length > 0 ? parts : [target])
    .map((part) => resolve(part, api))
    .filter(({ type }) => type !== "null");
}

/**
 * https://spec.openapis.org/oas/v3.1.1#considerations-for-file-uploads and 3.0's `format: binary`. What has a
 * `contentSchema` is JSON as text.
 */
function isOneFile(schema: Schema): boolean {
  const { format, type } = schema;
  const isMedia = "contentMediaType" in schema && !("contentSchema" in schema);
  return (
    format === "binary" ||
    format === "base64" ||
    (isMedia && type !== "object") ||
    "contentEncoding" in schema
  );
}

/** The best first. */
const RANKS = [
  /^application\/json$/,
  /^application\/merge-patch\+json$/, // an object, where JSON Patch is a list of steps
  /\+json$|^text\/json$/,
  /^multipart\/form-data$/,
  /^application\/x-www-form-urlencoded$/,
  /^application\/(x-ndjson|jsonl|json-seq|x-jsonlines)$/,
  /^text\/plain$/,
  /xml$/,
  /^text\//,
  /^application\/octet-stream$/,
  /^/,
];

function rank(contentType: string): number {
  const name = mediaType(contentType);
  return RANKS.findIndex((pattern) => pattern.test(name));
}

/** Whether a document only forgets to say that a body is required, as its fields and method tell. */
export function isExpected(given: {
  readonly operation: Pick<Operation, "method">;
  readonly shape: ObjectShape;
}): boolean {
  const all = [...given.shape.properties.values()];
  const isUsual = /^(POST|PUT|PATCH)$/.test(given.operation.method);
  return isUsual && all.some((one) => one.required && !one.readOnly);
}
