import type { Config } from "../config/config.js";
import { because, ToolwrightError } from "../errors.js";
import { sha256 } from "../shared/hash.js";
import type { Parsed } from "./positions.js";
import type { Place } from "./location.js";
import { decode, type Readable, readPlace } from "./read.js";
import { parseJson } from "./parse-json.js";
import { foreignText } from "./detect-format.js";

/** One file that was read. */
export interface Part {
  readonly place: Place;
  /** As a reader knows it. */
  readonly name: string;
  readonly parsed: Parsed;
  /** SHA-256 of its bytes, in hex. */
  readonly digest: string;
}

/** Reads and parses a file or URL. Throws `ToolwrightError`. */
export async function readPart(from: Readable, name: string): Promise<Part> {
  const { bytes, place } = await readPlace(from, name);
  const parsed = await parse(decode(bytes), name);
  return { place, name, parsed, digest: sha256(bytes) };
}

/** Parses text that was given as it is; references in it start from the folder. */
export async function textPart(
  source: { readonly text: string; readonly name: string },
  folder: string,
): Promise<Part> {
  const text = source.text.replace(/^\uFEFF/, "");
  return {
    place: { kind: "text", folder },
    name: source.name,
    parsed: await parse(text, source.name),
    digest: sha256(source.text),
  };
}

/** What a config names as its document, or a text that stands for it. */
export function namedIn({ document }: Config, text?: string) {
  if (text !== undefined) return { text, name: "standard input" };
  if (typeof document === "object") return textOf(document);
  if (document !== undefined) return document;
  throw new ToolwrightError({
    code: "no-document",
    message: "No OpenAPI document and no application is named.",
    hint: "Name a file, a URL or - for standard input: toolwright generate openapi.yaml --out my-api-mcp. A project keeps neither standard input nor an address that may hold a login: name them to each command.",
  });
}

/** A document that was loaded elsewhere, as text. Throws `ToolwrightError` where it contains itself. */
function textOf(document: object): { text: string; name: string } {
  const name = "the given document";
  try {
    return { text: JSON.stringify(document, null, 2), name };
  } catch (cause) {
    const problem = {
      code: "bad-document",
      message: "The given document is no plain data: it contains itself.",
      file: name,
      hint: "Give it as it was read, with its references.",
    };
    throw because(cause, problem);
  }
}

/** Reads JSON or YAML text. Throws `ToolwrightError` with line and column. */
export async function parse(text: string, file: string): Promise<Parsed> {
  if (text.trim() === "")
    throw new ToolwrightError({
      code: "empty-document",
      message: "The document is empty.",
      file,
      hint: "Give a file that holds an OpenAPI description.",
    });
  const foreign = foreignText(text);
  if (foreign !== undefined)
    throw new ToolwrightError({ code: "not-openapi", file, ...foreign });
  // A brace may also begin YAML in flow style, with comments and trailing commas.
  const json = /^\s*[{[]/.test(text) ? parseJson(text, file) : undefined;
  if (json !== undefined) return json;
  const { parseYaml } = await import("./parse-yaml.js");
  return parseYaml(text, file);
}
