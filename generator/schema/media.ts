import { toWord } from "../shared/json.js";
import { memoize } from "../shared/memoize.js";
import {
  propertiesOf,
  isTextType,
  mediaKind,
  mediaType,
  type MediaKind,
} from "../runtime.js";
import type { Api, Body, MediaType, Operation, Schema } from "../model.js";
import { branchesOf, isSchema, dereference } from "./object-shape.js";
import { allowFieldsOfExamples } from "./sent-fields.js";
import { type ObjectSchemaView } from "./object-view.js";

export { isTextType, mediaType, type MediaKind };

/**
 * Kind of a Content-Type, which decides how a body is read and written; `unknown` for other media types.
 * The runtime's own function, so that the plan can't differ from what is sent.
 */
export const mediaKindOf = memoize((contentType: string): MediaKind =>
  mediaKind(mediaType(contentType)),
);

/** True for media types that are bytes, whatever the schema says: images, audio, video, fonts, archives, compressed data. SVG is text. */
export function isBytes(contentType: string): boolean {
  const type = mediaType(contentType);
  return (
    /^(image|audio|binary)$/.test(mediaKind(type)) && type !== "image/svg+xml"
  );
}

/** Media type of a body, and how the body is asked for and sent, which its Content-Type and its schema decide. */
export interface MediaView extends MediaType {
  /** Schema of the body, its reference followed. */
  readonly target: Schema;
  readonly isJson: boolean;
  /** True for forms, multipart ones among them. */
  readonly isForm: boolean;
  readonly isMultipart: boolean;
  /** True if the body is sent as the text it is given as: the runtime has no writer for XML and similar ones. */
  readonly isText: boolean;
  /** True if the body is bytes, so that its argument is a file. */
  readonly isBinary: boolean;
  /** True if the runtime takes the body for bytes, but its schema or its media type says that it is text. */
  readonly isBareText: boolean;
  /** True if the body is base64 as text. */
  readonly isEncoded: boolean;
  /** True if the media type doesn't tell how the body is written. */
  readonly isOpaque: boolean;
  /** Media types in which the body may be sent instead, if it is a file. */
  readonly otherFileTypes: readonly string[];
}

/** Views a media type of a body. */
function viewMedia(declaredMedia: MediaType, api: Api): MediaView {
  const media = allowFieldsOfExamples(declaredMedia, api);
  const { contentType, schema } = media;
  const type = mediaType(contentType);
  const kind = mediaKindOf(contentType);
  const target = dereference(schema, api);
  const isForm = kind === "form" || kind === "multipart";
  const isOpaque = kind === "unknown";
  // Text in base64: https://spec.openapis.org/oas/v3.1.1#binary-data and 3.0's `format: byte`, but of any bytes.
  const isEncoded =
    (target["format"] === "byte" && !/\/octet-stream/i.test(contentType)) ||
    /^base64/.test(toWord(target["contentEncoding"]));
  // In JSON, other signs of a file mean a string.
  const isJsonFile = kind === "json" && target["format"] === "binary";
  const mayBeFile = isJsonFile || (kind !== "json" && !isForm);
  const isBinary =
    !isEncoded && (isBytes(contentType) || (mayBeFile && isFile(schema, api)));
  const isString = [target["type"]].flat().includes("string");
  return {
    ...media,
    target,
    isJson: kind === "json",
    isForm,
    isMultipart: type.startsWith("multipart/"),
    isText: type === "image/svg+xml" || kind === "text",
    isBinary,
    isBareText:
      ((isOpaque && isString) || isEncoded || type === "image/svg+xml") &&
      !isBinary,
    isEncoded,
    otherFileTypes: [],
    isOpaque,
  };
}

/**
 * Media type to send: the preferred one if the body declares it, otherwise the highest ranked; `multipart` if that one
 * can't hold bytes that the schema has. Null if the body declares none.
 */
export function chooseMedia(
  body: Body,
  api: Api,
  preferredType?: string,
): MediaView | null {
  const preferredMedia = body.media.find(
    ({ contentType }) => contentType === preferredType,
  );
  const rankedMedia = body.media.toSorted(
    (a, b) => rankOf(a.contentType) - rankOf(b.contentType),
  );
  const multipartMedia = rankedMedia.find(
    ({ contentType }) => mediaKindOf(contentType) === "multipart",
  );
  const [bestMedia] = rankedMedia;
  const media =
    preferredMedia ??
    (multipartMedia && bestMedia && hasBytes(bestMedia, api)
      ? multipartMedia
      : bestMedia);
  if (media === undefined) return null;
  const mediaView = viewMedia(media, api);
  if (!mediaView.isBinary || media === preferredMedia) return mediaView;
  const otherFileTypes = rankedMedia
    .filter(
      (candidate) => candidate !== media && viewMedia(candidate, api).isBinary,
    )
    .map(({ contentType }) => contentType);
  return { ...mediaView, otherFileTypes };
}

/** True if a property is bytes, which JSON can't hold: some frameworks give each media type the same schema. */
function hasBytes({ schema }: MediaType, api: Api): boolean {
  return propertiesOf(dereference(schema, api)).some(([, property]) => {
    return itemAlternatives(property, api).some(
      ({ contentEncoding, contentMediaType: type, format }) =>
        format === "binary" ||
        (contentEncoding === undefined &&
          (type === "*/*" || isBytes(toWord(type)))),
    );
  });
}

export function isJson({ contentType }: MediaType): boolean {
  return mediaKindOf(contentType) === "json";
}

/** True for a file or a list of files, nullable or not; false if an alternative is not a file. */
export function isFile(schema: Schema, api: Api): boolean {
  const itemSchemas = itemAlternatives(schema, api);
  return itemSchemas.length > 0 && itemSchemas.every(isOneFile);
}

/** Schemas of a value, or of a list's items: one for each alternative of a union, without null. */
export function itemAlternatives(schema: Schema, api: Api): readonly Schema[] {
  return nonNullAlternatives(schema, api).flatMap((alternative) =>
    isSchema(alternative["items"])
      ? nonNullAlternatives(alternative["items"], api)
      : [alternative],
  );
}

/** True if one of the alternatives is a list. */
export function isList(schema: Schema, api: Api): boolean {
  return nonNullAlternatives(schema, api).some(({ items }) => isSchema(items));
}

function nonNullAlternatives(schema: Schema, api: Api): readonly Schema[] {
  const targetSchema = dereference(schema, api);
  const unionBranches = branchesOf(targetSchema, "anyOf", "oneOf");
  return (unionBranches.length > 0 ? unionBranches : [targetSchema])
    .map((branch) => dereference(branch, api))
    .filter(({ type }) => type !== "null");
}

/**
 * True for a file by https://spec.openapis.org/oas/v3.1.1#considerations-for-file-uploads or 3.0's `format: binary`. A
 * schema with `contentSchema` is JSON as text.
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

/** Patterns of media types, the preferred one first; the last one matches all. */
const MEDIA_RANKS = [
  /^application\/json$/,
  /^application\/merge-patch\+json$/, // an object, although JSON Patch is a list of steps
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

function rankOf(contentType: string): number {
  const name = mediaType(contentType);
  return MEDIA_RANKS.findIndex((pattern) => pattern.test(name));
}

/** True if a body is probably required though the document doesn't say so: the method usually has one, and a field that callers send is required. */
export function isBodyExpected(input: {
  readonly operation: Pick<Operation, "method">;
  readonly shape: ObjectSchemaView;
}): boolean {
  const properties = [...input.shape.properties.values()];
  const isUsual = /^(POST|PUT|PATCH)$/.test(input.operation.method);
  return (
    isUsual &&
    properties.some((property) => property.required && !property.readOnly)
  );
}
