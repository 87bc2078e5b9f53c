import { resolve } from "node:path";
import { type Finding, ToolwrightError } from "../errors.js";
import type { JsonObject } from "../shared/json.js";
import { bundle, type Bundle } from "./bundle.js";
import {
  type SourceFile,
  readSourceFile,
  parseSourceText,
} from "./source-file.js";
import {
  defaultRefRoot,
  isUrl,
  toDisplayName,
  type DocumentLocation,
  RefusedRefError,
  stripCredentials,
} from "./location.js";
import type { Position } from "./positions.js";
import type { ReadAccess } from "./read.js";
import { recognise } from "./detect-format.js";

/** Path, http(s) URL, or text that was read elsewhere. */
export type DocumentSource =
  string | { readonly text: string; readonly name: string };

export interface LoadOptions extends ReadAccess {
  /** True if references may lead to http(s) URLs. The document itself always may be one. */
  readonly allowRemote?: boolean;
  /**
   * Folder that references to files stay below. Default: the repository around the document, otherwise the document's
   * folder.
   */
  readonly refRoot?: string;
  /** Paths or http(s) addresses of overlays, applied in this order before anything else is read. */
  readonly overlays?: readonly string[];
  /** Folder that relative paths start from. Default: the working folder of the process. */
  readonly cwd?: string;
  /** Called with the absolute path of each file before it is read. */
  readonly onRead?: ((files: readonly string[]) => void) | undefined;
  /** Called with the name of each further stage as it begins. */
  readonly onStage?: ((stage: string) => void) | undefined;
}

/** Position in a file, for users: the first line and column are 1. */
export type FilePosition = Position & { readonly file: string };

/** OpenAPI document of a supported version, as plain data. */
export interface LoadedDocument {
  /** Document with the other files bundled, so that every `$ref` is a local pointer (`#/…`), except those to files that can't be read. */
  readonly document: JsonObject;
  /** Name of the source as it was given. */
  readonly name: string;
  /** URL that the document was fetched from. */
  readonly url?: string;
  /** Everything that was read: paths relative to the document's folder, or URLs. */
  readonly files: readonly string[];
  /** SHA-256 of each file's bytes in hex, in the same order; an empty digest follows if a file is missing that may appear later. */
  readonly digests: readonly string[];
  readonly findings: readonly Finding[];
  /** Reasons why files can't be used, by the part before `#` in a reference that stayed. */
  readonly refusalReasons: ReadonlyMap<string, string>;
  /** References as they were written, by the reference that replaced them. */
  readonly originalRefs: ReadonlyMap<string, string>;
  /** Position of a JSON pointer, or of its nearest existing ancestor. Computed when it is first called. */
  readonly locate: (pointer: string) => FilePosition;
}

/** Reads an OpenAPI document and all files that it refers to. Throws `ToolwrightError` if it can't be used. */
export async function load(
  source: DocumentSource,
  options: LoadOptions = {},
): Promise<LoadedDocument> {
  const cwd = options.cwd ?? process.cwd();
  const originalFile = await readSource(source, options);
  recognise(originalFile.parsed.value, originalFile.name);
  const overlays = await readDocuments(options.overlays ?? [], options);
  const mainFile =
    overlays.length === 0
      ? originalFile
      : (await import("./overlay.js")).applyOverlays(
          originalFile,
          overlays,
          options.checkout,
        );
  const document = recognise(mainFile.parsed.value, mainFile.name);
  const access = {
    allowRemote: options.allowRemote ?? false,
    root: resolve(
      cwd,
      options.refRoot ??
        defaultRefRoot(mainFile.location, cwd, options.checkout),
    ),
    files: options.files,
  };
  const readFile = async (location: DocumentLocation, name: string) => {
    if (location.kind === "text")
      throw new RefusedRefError("it was not read from a file");
    if (location.kind === "file") options.onRead?.([location.path]);
    // Redirects don't change the location that references name.
    // Access has been checked: a document that the user typed may lie elsewhere, with its references.
    const { files } = options;
    return { ...(await readSourceFile(location, name, { files })), location };
  };
  options.onStage?.("Following references");
  const { files, refusalReasons, originalRefs } = await bundle(
    mainFile,
    document,
    access,
    readFile,
  );
  const namedOverlays = overlays.map((overlay) => ({
    ...overlay,
    name: toDisplayName(overlay.location, mainFile.location),
  }));
  const sourceFiles = [mainFile, ...namedOverlays, ...files.values()];
  const digests = sourceFiles.map(({ digest }) => digest);
  const isMissing = [...refusalReasons.keys()].some(
    (name) => options.allowRemote || !isUrl(name),
  );
  return {
    document,
    name: mainFile.name,
    ...(mainFile.location.kind === "url" && {
      url: stripCredentials(mainFile.location.url).href,
    }),
    files: sourceFiles.map(({ name }) => name),
    digests: isMissing ? [...digests, ""] : digests,
    findings: sourceFiles.flatMap(({ parsed }) => parsed.findings),
    refusalReasons,
    originalRefs,
    locate: (pointer) => locateIn(files, mainFile, pointer),
  };
}

function locateIn(
  files: Bundle["files"],
  mainFile: SourceFile,
  pointer: string,
): FilePosition {
  // Bundled files are two steps below the root.
  const mountPointer = pointer.split("/").slice(0, 3).join("/");
  const file = files.get(mountPointer);
  return file === undefined
    ? { file: mainFile.name, ...mainFile.parsed.locate(pointer) }
    : {
        file: file.name,
        ...file.parsed.locate(pointer.slice(mountPointer.length)),
      };
}

/** Reads documents that are not OpenAPI descriptions, such as overlays and workflows. */
export async function readDocuments(
  files: readonly string[],
  options: LoadOptions = {},
) {
  const sourceFiles: SourceFile[] = [];
  for (const file of files) sourceFiles.push(await readSource(file, options));
  return sourceFiles;
}

function readSource(
  source: DocumentSource,
  { cwd = process.cwd(), onRead, ...access }: LoadOptions,
): Promise<SourceFile> {
  if (typeof source !== "string") return parseSourceText(source, cwd);
  const url = isUrl(source) ? parseAddress(source) : null;
  const name =
    url?.username || url?.password ? stripCredentials(url).href : source;
  if (url !== null) return readSourceFile({ kind: "url", url }, name, access);
  const path = resolve(cwd, source);
  onRead?.([path]);
  return readSourceFile({ kind: "file", path }, name, access);
}

function parseAddress(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw new ToolwrightError({
    code: "bad-address",
    message: "The document's URL is invalid.", // it may hold a password
    hint: "Check its host and port, and percent-encode special characters.",
  });
}
