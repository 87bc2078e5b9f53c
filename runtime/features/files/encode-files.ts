import { ArgumentError, flattenSchema, formatBytes } from "../../index.js";
import type { Args, ClientOptions, JsonSchema, Schemas } from "../../index.js";
import { createSchemaReader } from "../bodies/schema-reader.js";
import { toFile } from "../bodies/file-part.js";
import type { Bytes, FileOptions } from "../bodies/file-part.js";

/** Largest file that is sent as a text, in bytes. Such a body is in memory as a whole. */
const MAX_ENCODED_BYTES = 32 * 1024 * 1024;

/** A string that its schema declares as base64, and its place: `["documents", "0", "content"]`. */
interface EncodedText {
  readonly path: readonly string[];
  readonly text: string;
  readonly encoding: "base64" | "base64url";
}

/**
 * Replaces `file:` URLs by the content of their files if the document declares a string as base64, which never has a
 * colon.
 */
export function encodeFiles(
  options: FileOptions,
): NonNullable<ClientOptions["prepareBody"]> {
  return async (body, schema, $defs) => {
    const mayNameFiles = JSON.stringify(body)?.includes('"file:');
    if (!mayNameFiles || schema === undefined) return body;
    let preparedBody = body;
    for (const encodedText of findEncodedTexts(body, schema, $defs)) {
      if (!encodedText.text.startsWith("file:")) continue;
      const content = await readContent(encodedText, options);
      preparedBody = replaceAt(preparedBody, encodedText.path, content);
    }
    return preparedBody;
  };
}

/** Finds the strings in a value that its schema declares as base64: `format: byte`, or `contentEncoding`. */
function findEncodedTexts(
  value: unknown,
  schema: JsonSchema,
  $defs: Schemas["$defs"],
): EncodedText[] {
  const encodedTexts: EncodedText[] = [];
  const { findMembers } = createSchemaReader($defs);
  visit(value, [schema], []);
  return encodedTexts;

  function visit(
    node: unknown,
    schemas: readonly JsonSchema[],
    path: readonly string[],
  ): void {
    const encodings = new Set(schemas.map((part) => readEncoding(part, $defs)));
    const [encoding] = encodings;
    if (typeof node === "string" && encoding && encodings.size === 1)
      encodedTexts.push({ path, text: node, encoding });
    for (const { key, member, memberSchemas } of findMembers(node, schemas) ??
      [])
      visit(member, memberSchemas, [...path, key]);
  }
}

/** Reads how a text is encoded; undefined for one that is not. */
function readEncoding(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
): EncodedText["encoding"] | undefined {
  const encodings = flattenSchema([schema], $defs).map(
    ({ contentEncoding, format }) =>
      format === "byte" ? "base64" : contentEncoding,
  );
  return (["base64", "base64url"] as const).find((encoding) =>
    encodings.includes(encoding),
  );
}

async function readContent(
  { encoding, path, text }: EncodedText,
  options: FileOptions,
): Promise<string> {
  const argument = path.join("/") || "body";
  const { bytes } = await toFile(text, argument, options);
  const size = "open" in bytes ? bytes.size : bytes.length;
  if (size > MAX_ENCODED_BYTES)
    throw new ArgumentError(
      `/${argument}: has ${formatBytes(size)}, and a file that is sent as text has at most ${formatBytes(MAX_ENCODED_BYTES)}. Give a smaller file.`,
    );
  return (await readAll(bytes)).toString(encoding);
}

async function readAll(bytes: Bytes): Promise<Buffer> {
  if (!("open" in bytes)) return Buffer.from(bytes);
  const chunks: Uint8Array[] = [];
  for await (const chunk of await bytes.open()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns a copy of a value with another value at a path. */
function replaceAt(
  value: unknown,
  [key, ...path]: readonly string[],
  replacement: string,
): unknown {
  if (key === undefined) return replacement;
  const copy = (
    Array.isArray(value) ? value.slice() : { ...Object(value) }
  ) as Args; // lists by index as well
  copy[key] = replaceAt(copy[key], path, replacement); // safe for `__proto__`, which is an own property of the copy
  return copy;
}
