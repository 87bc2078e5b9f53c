import { resolve } from "node:path";
import { type Finding, ToolwrightError } from "../errors.js";
import type { JsonObject } from "../shared/json.js";
import { bundle, type Bundle } from "./bundle.js";
import { type Part, readPart, textPart } from "./source-file.js";
import {
  homeFolder,
  isUrl,
  nameOf,
  type Place,
  Refusal,
  withoutLogin,
} from "./location.js";
import type { Position } from "./positions.js";
import { recognise } from "./detect-format.js";

/** A path, an http(s) address, or text that was read elsewhere. */
export type Source = string | { readonly text: string; readonly name: string };

export interface LoadOptions {
  /** References may lead to http(s) addresses. The document itself always may. */
  readonly allowRemote?: boolean;
  /** References to files stay below this folder. Default: the repository around the document, else its own. */
  readonly refRoot?: string;
  /** Paths or http(s) addresses of overlays, applied in this order before anything else is read. */
  readonly overlays?: readonly string[];
  /** What relative paths start from. Default: the folder that the process runs in. */
  readonly cwd?: string;
  /** Hears of each file before it is read, by its absolute path. */
  readonly onRead?: ((files: readonly string[]) => void) | undefined;
}

/** A place for people: first line and column are 1. */
export type Located = Position & { readonly file: string };

/** An OpenAPI document of a known version, as plain data. */
export interface Loaded {
  /** Every `$ref` is a local pointer (`#/…`), other files included; only what can't be read stays. */
  readonly document: JsonObject;
  /** As the source was given. */
  readonly name: string;
  /** Where the document was fetched from. */
  readonly url?: string;
  /** Everything that was read: names relative to the document's folder, or addresses. */
  readonly files: readonly string[];
  /** Of each of them, SHA-256 of its bytes, in hex; and an empty one where a file is missing that may come. */
  readonly digests: readonly string[];
  readonly findings: readonly Finding[];
  /** Why a file can't be used, by what stands before `#` in a reference that stayed. */
  readonly refused: ReadonlyMap<string, string>;
  /** References as they were written, by what has become of them. */
  readonly written: ReadonlyMap<string, string>;
  /** Where a JSON pointer, or its nearest ancestor that exists, stands. Costs nothing until it is called. */
  readonly locate: (pointer: string) => Located;
}

/** Reads an OpenAPI document and all it refers to. Throws `ToolwrightError` where it can't be used. */
export async function load(
  source: Source,
  options: LoadOptions = {},
): Promise<Loaded> {
  const cwd = options.cwd ?? process.cwd();
  const given = await readMain(source, options);
  recognise(given.parsed.value, given.name);
  const overlays = await readAll(options.overlays ?? [], options);
  const main =
    overlays.length === 0
      ? given
      : (await import("./overlay.js")).overlaid(given, overlays);
  const document = recognise(main.parsed.value, main.name);
  const reach = {
    allowRemote: options.allowRemote ?? false,
    root: resolve(cwd, options.refRoot ?? homeFolder(main.place, cwd)),
  };
  const read = async (place: Place, name: string) => {
    if (place.kind === "text") throw new Refusal("it was not read from a file");
    if (place.kind === "file") options.onRead?.([place.path]);
    // Known by the place that references name, wherever redirects led.
    return { ...(await readPart(place, name)), place };
  };
  const { files, refused, written } = await bundle(main, document, reach, read);
  const named = overlays.map((one) => ({
    ...one,
    name: nameOf(one.place, main.place),
  }));
  const parts = [main, ...named, ...files.values()];
  const digests = parts.map(({ digest }) => digest);
  const isMissing = [...refused.keys()].some(
    (name) => options.allowRemote || !isUrl(name),
  );
  return {
    document,
    name: main.name,
    ...(main.place.kind === "url" && {
      url: withoutLogin(main.place.url).href,
    }),
    files: parts.map(({ name }) => name),
    digests: isMissing ? [...digests, ""] : digests,
    findings: parts.flatMap(({ parsed }) => parsed.findings),
    refused,
    written,
    locate: (pointer) => locateIn(files, main, pointer),
  };
}

function locateIn(
  files: Bundle["files"],
  main: Part,
  pointer: string,
): Located {
  // The files of a bundle lie two steps deep.
  const mount = pointer.split("/").slice(0, 3).join("/");
  const part = files.get(mount);
  return part === undefined
    ? { file: main.name, ...main.parsed.locate(pointer) }
    : { file: part.name, ...part.parsed.locate(pointer.slice(mount.length)) };
}

/** Other documents than descriptions of APIs. */
export async function readAll(
  files: readonly string[],
  options: LoadOptions = {},
) {
  const parts: Part[] = [];
  for (const file of files) parts.push(await readMain(file, options));
  return parts;
}

function readMain(
  source: Source,
  { cwd = process.cwd(), onRead }: LoadOptions,
): Promise<Part> {
  if (typeof source !== "string") return textPart(source, cwd);
  const url = isUrl(source) ? addressOf(source) : null;
  const name = url?.username || url?.password ? withoutLogin(url).href : source;
  if (url !== null) return readPart({ kind: "url", url }, name);
  const path = resolve(cwd, source);
  onRead?.([path]);
  return readPart({ kind: "file", path }, name);
}

function addressOf(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw new ToolwrightError({
    code: "bad-address",
    message: "The address of the document is no valid URL.", // it may hold a password
    hint: "Check its host and port, and write special characters as %-escapes.",
  });
}
