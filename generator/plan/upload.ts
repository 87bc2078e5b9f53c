import type { PartEncoding } from "../runtime.js";
import { omitEmpty, toWord } from "../shared/json.js";
import type { Api, Encoding, Schema } from "../model.js";
import {
  isBytes,
  isTextType,
  mediaKindOf,
  isFile,
  isList,
  itemAlternatives,
  type MediaView,
} from "../schema/media.js";
import { flattenSchema } from "../schema/flatten-schema.js";
import { ANNOTATION_KEYWORDS } from "../schema/keywords.js";
import { branchesOf, isSchema, dereference } from "../schema/object-shape.js";
import { type ObjectSchemaView } from "../schema/object-view.js";
import { mapSchemas } from "../schema/walk.js";

/** Description of a file whose plain form is base64, or its text. */
const describeFile = (plainForm: string) =>
  `A file: ${plainForm}, or an object with \`data\` in base64 or \`text\`, \`filename\` and \`contentType\`.`;

const describeFileOrPath = (plainForm: string) =>
  `A file: \`file:\` and its path in the server's folder, such as \`file:report.pdf\`; or ${plainForm}, or an object with \`data\` as ${plainForm === "base64" ? "these" : "`file:` or base64"} or \`text\`, \`filename\` and \`contentType\`.`;

const TEXT_OR_FILE_DESCRIPTION =
  "Text, or a file: an object with `data` in base64 or `text`, `filename` and `contentType`.";

const TEXT_OR_PATH_DESCRIPTION =
  "Text, or a file: an object with `data` as `file:` and its path in the server's folder, such as `file:report.pdf`, or in base64, or `text`, `filename` and `contentType`.";

const ENCODED_TEXT_DESCRIPTION =
  "Base64, or `file:` and a path in the server's folder, such as `file:report.pdf`.";

/** Inputs to the schema of a file. */
export interface FileContext {
  readonly api: Api;
  /** True if a file may be named by its path in the server's folder for files. */
  readonly takesPaths: boolean;
}

/** Pattern of media types that the runtime accepts. */
const MEDIA_TYPE_PATTERN = "^[\\w.+-]+/[\\w.+-]+";

/** Schema of a file's URL, absolute or relative to the server's folder for files. */
const FILE_URL_SCHEMA = { type: "string", pattern: "^file:." };

/** Schema that asks for a file. If `declaredType` is text, bare text is the text itself, otherwise base64. */
export function toFileSchema(
  schema: Schema,
  { takesPaths }: Pick<FileContext, "takesPaths">,
  declaredType = "",
): Schema {
  const isText = declaredType !== "" && isTextType(declaredType);
  const plainForm = isText ? "its text" : "base64";
  const note = takesPaths
    ? describeFileOrPath(plainForm)
    : describeFile(plainForm);
  const description = appendDescription(schema, note);
  const text = { type: "string" };
  const base64 = { ...text, contentEncoding: "base64" };
  const data = takesPaths ? text : base64;
  const toContentObject = (content: object) => ({
    type: "object",
    properties: {
      ...content,
      filename: text,
      contentType: { ...text, pattern: MEDIA_TYPE_PATTERN },
    },
    required: Object.keys(content),
    additionalProperties: false,
  });
  const file = {
    anyOf: [
      ...(takesPaths ? [FILE_URL_SCHEMA] : []),
      isText ? text : base64,
      toContentObject({ data }),
      toContentObject({ text }),
    ],
  };
  return schema["type"] === "array"
    ? { type: "array", description, items: file }
    : { description, ...file };
}

/** Schema of a body, or of a part of it, in which texts in base64 may be files of the server's folder. */
export function describeEncodedTexts(schema: Schema): Schema {
  const { contentEncoding, format, type } = schema;
  const isEncoded =
    format === "byte" || /^base64(url)?$/.test(toWord(contentEncoding));
  const described = mapSchemas(schema, describeEncodedTexts);
  if (!isEncoded || ![type].flat().includes("string")) return described;
  const description = appendDescription(schema, ENCODED_TEXT_DESCRIPTION);
  return { ...described, description };
}

/** Description of a schema, as a sentence, with a note behind it. */
function appendDescription({ description = "" }: Schema, note: string): string {
  const text = toWord(description).trimEnd();
  return `${text.replace(/[^.!?:]$/, "$&.")} ${note}`.trimStart();
}

/**
 * Encodings of a form's properties, by name, if the document or a file says more than the default.
 * If additional properties are files, all declared ones are named.
 */
export function encodingOf(
  media: MediaView,
  files: FileProperties,
  properties: Iterable<string> = [],
): Record<string, PartEncoding> {
  if (!media.isForm) return {};
  const hasAdditionalFiles = files.has(ADDITIONAL_FILES);
  const otherNames = hasAdditionalFiles ? properties : [];
  const encodingsByName = new Map<string, PartEncoding>();
  for (const name of [
    ...media.encoding.keys(),
    ...otherNames,
    ...files.keys(),
  ]) {
    const documentEncoding = toPartEncoding(media.encoding.get(name));
    const encoding = { ...files.get(name)?.encoding, ...documentEncoding };
    if (hasAdditionalFiles || Object.keys(encoding).length > 0)
      encodingsByName.set(name, encoding);
  }
  return Object.fromEntries(encodingsByName);
}

function toPartEncoding(encoding: Encoding | undefined): PartEncoding {
  if (encoding === undefined) return {};
  const headers = [...encoding.headers].flatMap(([name, schema]) => {
    const value = schema["const"] ?? schema["default"];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  const { allowReserved, contentType, explode, style } = encoding;
  return {
    ...omitEmpty({
      contentType,
      headers: Object.fromEntries(headers),
      style,
      explode,
    }),
    ...(allowReserved && { allowReserved }),
  };
}

/** Name by which the runtime knows all properties that the document does not declare. */
export const ADDITIONAL_FILES = "*";

/** Properties of a multipart body, by name, that are files, or that may be: those accept text as well. */
export type FileProperties = ReadonlyMap<string, FileProperty>;

interface FileProperty {
  /** Encoding with the content type that its schema names. */
  readonly encoding: PartEncoding;
  /** Schema that asks for it. */
  readonly schema: Schema;
}

export function findFileProperties(
  media: MediaView,
  bodyView: ObjectSchemaView | null,
  context: FileContext,
): FileProperties {
  const { api } = context;
  if (!media.isMultipart) return new Map();
  const properties = [...(bodyView?.properties ?? [])];
  const typeOf = (name: string) => media.encoding.get(name)?.contentType ?? "";
  const files = properties
    .filter(
      ([name, { schema }]) =>
        isFile(schema, api) ||
        (isUntyped(schema, api) &&
          typeOf(name) !== "" &&
          !/^(text|json)$/.test(mediaKindOf(typeOf(name)))),
    )
    .map(([name, { schema }]): [string, FileProperty] => {
      const schemaType = isList(schema, api) ? "array" : "string";
      const fileSchema = toFileSchema(
        { ...schema, type: schemaType },
        context,
        typeOf(name),
      );
      const encoding = { file: true, ...toContentTypeEncoding(schema, api) };
      return [name, { encoding, schema: fileSchema }];
    });
  const additionalSchema = additionalFileSchemaOf(media, context);
  if (additionalSchema !== undefined)
    files.push([
      ADDITIONAL_FILES,
      { encoding: { file: true }, schema: additionalSchema },
    ]);
  const fieldsOrFiles = properties.flatMap(
    ([name, { schema }]): [string, FileProperty][] => {
      const isUndeclared = isUntyped(schema, api) && typeOf(name) === "";
      const hasFileName = FILE_NAME.test(name) && isPlainText(schema, api);
      if (!isUndeclared && (files.length > 0 || !hasFileName)) return [];
      const fileSchema = toTextOrFileSchema(schema, isUndeclared, context);
      return [[name, { encoding: { file: false }, schema: fileSchema }]];
    },
  );
  return new Map([...fieldsOrFiles, ...files]);
}

/** Encoding with the content type that a schema names, for files that come without one. */
function toContentTypeEncoding(schema: Schema, api: Api): PartEncoding {
  const [{ contentMediaType: type } = {}] = itemAlternatives(schema, api);
  const isUsed =
    typeof type === "string" && isBytes(type) && !/\/octet-stream$/.test(type);
  return isUsed ? { contentType: `${type}, */*` } : {};
}

/**
 * True if a schema has annotations alone. By OpenAPI's own words such a part is bytes; TypeSpec
 * writes all files so. https://spec.openapis.org/oas/v3.1.1#encoding-object
 */
function isUntyped(schema: Schema, api: Api): boolean {
  const parts = itemAlternatives(schema, api);
  const isBare = (part: Schema) =>
    Object.keys(part).every((keyword) => ANNOTATION_KEYWORDS.includes(keyword));
  return parts.length > 0 && parts.every(isBare);
}

/** Names of multipart fields that are taken for files, whatever their type says. */
const FILE_NAME =
  /(?:^|[^A-Za-z])(?:file|image|upload)s?$|(?:File|Image|Upload)s?$/;

/** True for text, or a list of texts, of any content. */
export function isPlainText(schema: Schema, api: Api): boolean {
  const target = dereference(schema, api);
  const { items, type, enum: values, format, pattern } = target;
  if (type === "array" && isSchema(items)) return isPlainText(items, api);
  return type === "string" && (values ?? format ?? pattern) === undefined;
}

/** Schema of text, or of a file as an object. If the schema is undeclared, it allows any value. */
export function toTextOrFileSchema(
  schema: Schema,
  isUndeclared: boolean,
  context: FileContext,
): Schema {
  const { type } = schema;
  const note = context.takesPaths
    ? TEXT_OR_PATH_DESCRIPTION
    : TEXT_OR_FILE_DESCRIPTION;
  const description = appendDescription(schema, note);
  const objectSchemas = branchesOf(toFileSchema({}, context), "anyOf").filter(
    (branch) => branch["type"] === "object",
  );
  const contentSchema = isUndeclared
    ? {}
    : { anyOf: [{ type: "string" }, ...objectSchemas] };
  return type === "array"
    ? { type, description, items: contentSchema }
    : { description, ...contentSchema };
}

/** Schema that asks for a multipart body's files of undeclared names; undefined if it has none. */
function additionalFileSchemaOf(
  media: MediaView,
  context: FileContext,
): Schema | undefined {
  const { api } = context;
  for (const { additionalProperties } of flattenSchema(
    media.schema,
    api.schemas,
  ))
    if (isSchema(additionalProperties) && isFile(additionalProperties, api))
      return toFileSchema(additionalProperties, context);
  return undefined;
}
