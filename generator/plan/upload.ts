import type { PartEncoding } from "../../runtime/types.js";
import { filled, toWord } from "../shared/json.js";
import type { Api, Encoding, MediaType, Schema } from "../model.js";
import {
  isBytes,
  mediaKind,
  isFile,
  isForm,
  isList,
  mediaType,
  singles,
} from "../schema/media.js";
import { ANNOTATIONS } from "../schema/keywords.js";
import {
  branches,
  isSchema,
  type ObjectShape,
  resolve,
} from "../schema/object-shape.js";

const FILE_NOTE =
  "A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`.";

const TEXT_NOTE =
  "Text, or a file: an object with `data` in base64 or `text`, `filename` and `contentType`.";

/** As the runtime takes it. */
const MEDIA_TYPE = "^[\\w.+-]+/[\\w.+-]+";

/** How a file is asked for. Of a `declared` type that is text, bare text is the text itself. */
export function fileSchema(schema: Schema, declared = ""): Schema {
  const description = noted(schema, FILE_NOTE);
  const text = { type: "string" };
  const base64 = { ...text, contentEncoding: "base64" };
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
    anyOf: [
      holdsText(declared) ? text : base64,
      object({ data: base64 }),
      object({ text }),
    ],
  };
  return schema["type"] === "array"
    ? { type: "array", description, items: file }
    : { description, ...file };
}

/** What a schema says, as a sentence, and what is said besides. */
function noted({ description = "" }: Schema, note: string): string {
  const text = toWord(description).trimEnd();
  return `${text.replace(/[^.!?:]$/, "$&.")} ${note}`.trimStart();
}

function holdsText(type: string): boolean {
  return /^(text|json)$/.test(mediaKind(type));
}

/**
 * How the properties of a form are written, where the document or a file says more than the default. Where those
 * under free names are files, all others are named.
 */
export function encodingOf(
  media: MediaType,
  files: Files,
  properties: Iterable<string> = [],
): Record<string, PartEncoding> {
  if (!isForm(media)) return {};
  const isFree = files.has(FREE);
  const others = isFree ? properties : [];
  const written = new Map<string, PartEncoding>();
  for (const name of [...media.encoding.keys(), ...others, ...files.keys()]) {
    const said = partEncoding(media.encoding.get(name));
    const encoding = { ...files.get(name)?.encoding, ...said };
    if (isFree || Object.keys(encoding).length > 0) written.set(name, encoding);
  }
  return Object.fromEntries(written);
}

function partEncoding(encoding: Encoding | undefined): PartEncoding {
  if (encoding === undefined) return {};
  const headers = [...encoding.headers].flatMap(([name, schema]) => {
    const value = schema["const"] ?? schema["default"];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  const { allowReserved, contentType, explode, style } = encoding;
  return {
    ...filled({
      contentType,
      headers: Object.fromEntries(headers),
      style,
      explode,
    }),
    ...(allowReserved && { allowReserved }),
  };
}

/** What the runtime calls all properties whose names the document doesn't know. */
const FREE = "*";

/** Properties of a multipart body that are files by name, or that may be: those take text as well. */
export type Files = ReadonlyMap<string, File>;

interface File {
  /** With what its schema says of its type. */
  readonly encoding: PartEncoding;
  /** How it is asked for. */
  readonly schema: Schema;
}

export function fileProperties(
  media: MediaType,
  shape: ObjectShape | null,
  api: Api,
): Files {
  if (!isMultipart(media)) return new Map();
  const all = [...(shape?.properties ?? [])];
  const typeOf = (name: string) => media.encoding.get(name)?.contentType ?? "";
  const files = all
    .filter(
      ([name, { schema }]) =>
        isFile(schema, api) ||
        (isUntyped(schema, api) &&
          typeOf(name) !== "" &&
          !holdsText(typeOf(name))),
    )
    .map(([name, { schema }]): [string, File] => {
      const kind = isList(schema, api) ? "array" : "string";
      const asked = fileSchema({ ...schema, type: kind }, typeOf(name));
      const encoding = { file: true, ...ownType(schema, api) };
      return [name, { encoding, schema: asked }];
    });
  const free = freeFile(media, api);
  if (free !== undefined)
    files.push([FREE, { encoding: { file: true }, schema: free }]);
  const named = all.flatMap(([name, { schema }]): [string, File][] => {
    const isOpen = isUntyped(schema, api) && typeOf(name) === "";
    const isNamed = FILE_NAME.test(name) && isPlainText(schema, api);
    if (!isOpen && (files.length > 0 || !isNamed)) return [];
    const asked = textOrFile(schema, isOpen ? {} : TEXT_OR_FILE);
    return [[name, { encoding: { file: false }, schema: asked }]];
  });
  return new Map([...named, ...files]);
}

/** The type that a schema names, of which a file is that tells none. */
function ownType(schema: Schema, api: Api): PartEncoding {
  const [{ contentMediaType: type } = {}] = singles(schema, api);
  const isUsed =
    typeof type === "string" && isBytes(type) && !/\/octet-stream$/.test(type);
  return isUsed ? { contentType: `${type}, */*` } : {};
}

/** By OpenAPI's own words a part without a type is bytes; TypeSpec writes all files so. https://spec.openapis.org/oas/v3.1.1#encoding-object */
function isUntyped(schema: Schema, api: Api): boolean {
  const parts = singles(schema, api);
  const isBare = (one: Schema) =>
    Object.keys(one).every((keyword) => ANNOTATIONS.includes(keyword));
  return parts.length > 0 && parts.every(isBare);
}

/** What is sent as a form with parts, and called so, is a file, whatever its type says. */
const FILE_NAME =
  /(?:^|[^A-Za-z])(?:file|image|upload)s?$|(?:File|Image|Upload)s?$/;

function isPlainText(schema: Schema, api: Api): boolean {
  const target = resolve(schema, api);
  const { items, type, enum: values, format, pattern } = target;
  if (type === "array" && isSchema(items)) return isPlainText(items, api);
  return type === "string" && (values ?? format ?? pattern) === undefined;
}

const TEXT_OR_FILE = {
  anyOf: [
    { type: "string" },
    ...branches(fileSchema({}), "anyOf").filter(
      (one) => one["type"] === "object",
    ),
  ],
};

function textOrFile(schema: Schema, one: Schema): Schema {
  const { type } = schema;
  const about = noted(schema, TEXT_NOTE);
  return type === "array"
    ? { type, description: about, items: one }
    : { description: about, ...one };
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
  return mediaType(contentType).startsWith("multipart/");
}
