import type { PartEncoding } from "../../runtime/types.js";
import type { Api, Encoding, MediaType, Schema } from "../model.js";
import {
  branches,
  isSchema,
  resolve,
  type ObjectShape,
} from "../schema/shape.js";
import { isFile, isForm, mediaTypeName } from "./media.js";

const FILE_NOTE =
  "A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`.";

/** As the runtime takes it. */
const MEDIA_TYPE = "^[\\w.+-]+/[\\w.+-]+";

/** How a file is asked for. */
export function fileSchema(schema: Schema): Schema {
  const description = [schema["description"], FILE_NOTE]
    .filter((text) => typeof text === "string" && text !== "")
    .join(" ");
  const file = {
    anyOf: [
      { type: "string" },
      {
        type: "object",
        properties: {
          data: { type: "string" },
          text: { type: "string" },
          filename: { type: "string" },
          contentType: { type: "string", pattern: MEDIA_TYPE },
        },
        minProperties: 1,
      },
    ],
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
      ...(files.has(name) ? { file: true } : {}),
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
  return {
    ...(encoding.contentType !== null && { contentType: encoding.contentType }),
    ...(headers.length !== 0 && { headers: Object.fromEntries(headers) }),
    ...(encoding.style !== null && { style: encoding.style }),
    ...(encoding.explode !== null && { explode: encoding.explode }),
    ...(encoding.allowReserved ? { allowReserved: true } : {}),
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
  if (!mediaTypeName(media.contentType).startsWith("multipart/")) {
    return new Set();
  }
  const files = [...(shape?.properties ?? [])].filter(([, { schema }]) =>
    isFile(schema, api),
  );
  const isFree = freeSchemas(media.schema, api).some((one) => isFile(one, api));
  return new Set([...files.map(([name]) => name), ...(isFree ? [FREE] : [])]);
}

/** The schema of files whose names are free, as they are asked for; undefined: there are none. */
export function freeFile(
  { schema }: MediaType,
  files: ReadonlySet<string>,
  api: Api,
): Schema | undefined {
  const all = files.has(FREE) ? freeSchemas(schema, api) : [];
  return all.filter((one) => isFile(one, api)).map(fileSchema)[0];
}

/** What an object says of the properties that it doesn't name. */
function freeSchemas(schema: Schema, api: Api): Schema[] {
  const target = resolve(schema, api);
  const further = target["additionalProperties"];
  const parts = branches(target, "allOf");
  return [
    ...(isSchema(further) ? [further] : []),
    ...parts.flatMap((part) => freeSchemas(part, api)),
  ];
}
