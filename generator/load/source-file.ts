import type { Config } from "../config/config.js";
import { wrapError, ToolwrightError } from "../errors.js";
import { sha256 } from "../shared/hash.js";
import type { ParsedFile } from "./positions.js";
import type { DocumentLocation } from "./location.js";
import {
  decodeText,
  type ReadableLocation,
  type ReadAccess,
  readLocation,
} from "./read.js";
import { parseJson } from "./parse-json.js";
import { detectForeignText } from "./detect-format.js";

/** File that was read and parsed. */
export interface SourceFile {
  readonly location: DocumentLocation;
  /** Name by which the reader knows it. */
  readonly name: string;
  readonly parsed: ParsedFile;
  /** SHA-256 of its bytes, in hex. */
  readonly digest: string;
}

/** Reads and parses a file or URL. Throws `ToolwrightError`. */
export async function readSourceFile(
  requestedLocation: ReadableLocation,
  name: string,
  access?: ReadAccess,
): Promise<SourceFile> {
  const { bytes, location } = await readLocation(
    requestedLocation,
    name,
    access,
  );
  const readText = () => decodeText(bytes);
  const parsed = await parseText(readText(), name, readText);
  return { location, name, parsed, digest: sha256(bytes) };
}

/** Parses text that was passed in; its references start from the folder. */
export async function parseSourceText(
  source: { readonly text: string; readonly name: string },
  folder: string,
): Promise<SourceFile> {
  const text = source.text.replace(/^\uFEFF/, "");
  return {
    location: { kind: "text", folder },
    name: source.name,
    parsed: await parseText(text, source.name, () => text),
    digest: sha256(source.text),
  };
}

/** Document source of a config: a path or URL, or the text in its place. Throws `ToolwrightError` if there is none. */
export function documentSourceOf({ document }: Config, text?: string) {
  if (text !== undefined) return { text, name: "standard input" };
  if (typeof document === "object") return toText(document);
  if (document !== undefined) return document;
  throw new ToolwrightError({
    code: "no-document",
    message: "No OpenAPI document or application was given.",
    hint: "Pass a file, a URL or - for standard input: toolwright generate openapi.yaml --out my-api-mcp. A project does not save standard input or a URL that may contain credentials: pass them to each command.",
  });
}

/** Text of a document that was passed as an object. Throws `ToolwrightError` if it contains itself. */
function toText(document: object): { text: string; name: string } {
  const name = "the document object";
  try {
    return { text: JSON.stringify(document, null, 2), name };
  } catch (cause) {
    const problem = {
      code: "bad-document",
      message: "The document object is circular.",
      file: name,
      hint: "Pass it as it was parsed, with its $refs.",
    };
    throw wrapError(cause, problem);
  }
}

/**
 * Parses JSON or YAML text. Throws `ToolwrightError` with line and column.
 * @param readText reads the text again, so that a large one is not kept
 */
async function parseText(
  text: string,
  file: string,
  readText: () => string,
): Promise<ParsedFile> {
  if (text.trim() === "")
    throw new ToolwrightError({
      code: "empty-document",
      message: "The document is empty.",
      file,
      hint: "Pass a file with an OpenAPI document.",
    });
  const foreign = detectForeignText(text);
  if (foreign !== undefined)
    throw new ToolwrightError({ code: "not-openapi", file, ...foreign });
  // A brace may also begin YAML in flow style, with comments and trailing commas.
  const json = /^\s*[{[]/.test(text)
    ? parseJson(text, file, readText)
    : undefined;
  if (json !== undefined) return json;
  const { parseYaml } = await import("./parse-yaml.js");
  return parseYaml(text, file);
}
