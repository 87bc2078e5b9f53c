import { open } from "node:fs/promises";
import { join } from "node:path";
import {
  CallError,
  clientFor,
  formatBytes,
  INVALID_PARAMS,
  isApiResponse,
  mediaKind,
  ProtocolError,
} from "../../index.js";
import type {
  ApiResponse,
  Caller,
  Context,
  Feature,
  HandlerResult,
  McpService,
  MethodHandlers,
  RegisteredComponent,
  ResourceContents,
  ToolResult,
} from "../../index.js";
import { omitPaths } from "./list-without-paths.js";
import { downloadPath, saveFile } from "./save.js";
import type { DownloadFolder } from "./save.js";
import { SavedData } from "./save-response.js";
import { identityOf } from "./file-list.js";
import type { SavedFile } from "./file-list.js";
import { READ_FLAGS } from "./read-file.js";

/** Matches the URI of a saved file. */
const FILE_URI = /^files:\/\/([\da-f]{32})\/?$/;
/** https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling */
const RESOURCE_NOT_FOUND = -32002;
/** Largest file that `resources/read` returns, in bytes. */
const MAX_READ_BYTES = 4 * 1024 * 1024;

/** Key of what the results of one message saved, in its caller. */
const SAVED = Symbol("saved");

/** A caller whose results are linked. */
interface LinkedCaller extends Caller {
  readonly [SAVED]?: {
    readonly files: SavedFile[];
    readonly jsonResponses: ApiResponse[];
  };
}

/**
 * Returns links to saved responses instead of their content, and saves the whole of JSON that is shown in part. Reads
 * such links as resources, for the caller to whom they belong.
 */
export function linkFiles(): Feature {
  return {
    name: "file-links",
    stage: "call",
    hooks: ({ entries }) => ({
      context(base, { caller, entry }) {
        const folder = findFolder(entries, caller);
        return folder && entry.component.kind !== "tool"
          ? readSavedResponses(base, folder)
          : base;
      },
      // Over HTTP, a request always has headers.
      describe: (result, caller) =>
        (caller.principal || Object.keys(caller.headers).length > 0) &&
        !findFolder(entries, caller)
          ? omitPaths(result)
          : result,
      result: (value, { caller }) => noteSaved(value, caller, entries),
    }),
    methods: addLinkedFiles,
  };
}

/** Returns the folder to which responses for a caller are saved; undefined if there is none. */
function findFolder(
  entries: readonly RegisteredComponent[],
  caller: Caller,
): DownloadFolder | undefined {
  const sources = new Set(entries.map(({ source }) => source));
  for (const source of sources) {
    const { files } = clientFor(source, caller);
    if (files) return files;
  }
  return undefined;
}

/** Notes what was saved for the links of a result, and describes the file instead of its content. */
function noteSaved(
  value: HandlerResult,
  caller: Caller,
  entries: readonly RegisteredComponent[],
): HandlerResult {
  const { [SAVED]: saved } = caller as LinkedCaller; // set by `tools/call`
  const folder = saved && findFolder(entries, caller);
  if (!folder || !isApiResponse(value)) return value;
  if (!(value.data instanceof SavedData)) {
    if (mediaKind(value.contentType) === "json")
      saved.jsonResponses.push(value);
    return value;
  }
  const { file } = value.data;
  saved.files.push(file);
  const note = [value.note, describeFile(file, folder)]
    .filter(Boolean)
    .join("\n");
  return { ...value, contentType: "", data: undefined, note };
}

function addLinkedFiles({ entries, handlers }: McpService): MethodHandlers {
  const {
    "resources/list": listResources = () => ({ resources: [] }),
    "resources/read": readResource,
    "resources/templates/list": listTemplates = () => ({
      resourceTemplates: [],
    }),
    "tools/call": call,
  } = handlers;
  return {
    "resources/list": listResources,
    "resources/templates/list": listTemplates,
    ...(call && {
      async "tools/call"(params, caller) {
        const folder = findFolder(entries, caller);
        if (!folder) return call(params, caller);
        const saved = { files: [], jsonResponses: [] as ApiResponse[] };
        const linkedCaller: LinkedCaller = { ...caller, [SAVED]: saved };
        const result = (await call(params, linkedCaller)) as ToolResult; // format of the core's handler
        const [jsonResponse] = saved.jsonResponses;
        return jsonResponse && isShownInPart(result)
          ? addWholeJson(result, jsonResponse, String(params["name"]), folder)
          : addLinks(result, saved.files);
      },
    }),
    async "resources/read"(params, caller) {
      const [, id] = FILE_URI.exec(String(params["uri"])) ?? [];
      if (id !== undefined) return readFile(id, findFolder(entries, caller));
      if (readResource) return readResource(params, caller);
      const uri = String(params["uri"]).slice(0, 200);
      throw new ProtocolError(
        RESOURCE_NOT_FOUND,
        `Resource not found: ${uri}`,
        { uri },
      );
    },
  };
}

/** True if a result was cut: its note says how much of it is shown. */
function isShownInPart({ content }: ToolResult): boolean {
  return content
    .slice(1)
    .some((block) => "text" in block && / are shown\./.test(block.text));
}

async function addWholeJson(
  result: ToolResult,
  { data, filename }: ApiResponse,
  tool: string,
  folder: DownloadFolder,
): Promise<ToolResult> {
  try {
    const json = Buffer.from(JSON.stringify(data));
    const name = filename ?? `${tool}.json`;
    const head = { name, type: "application/json" };
    const file = await saveFile(folder, head, once(json));
    return addLinks(
      addText(result, `All of it: ${describeFile(file, folder)}`),
      [file],
    );
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return addText(result, `All of it: ${error.message}`);
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

function addText(result: ToolResult, text: string): ToolResult {
  return { ...result, content: [...result.content, { type: "text", text }] };
}

function addLinks(result: ToolResult, files: readonly SavedFile[]): ToolResult {
  if (result.isError || files.length === 0) return result;
  const links = files.map(({ id, name, sha256, size, type }) => ({
    type: "resource_link" as const,
    uri: `files://${id}`,
    name,
    mimeType: type,
    size,
    _meta: { sha256 },
  }));
  return { ...result, content: [...result.content, ...links] };
}

/** Describes a saved file for the model. Over HTTP, its path stays in this server. */
function describeFile(
  { id, name, sha256, size, type }: SavedFile,
  folder: DownloadFolder,
): string {
  const place =
    folder.caller === undefined
      ? `Saved as ${join(downloadPath(folder), name)}`
      : `Saved as files://${id}`;
  return `${place} (${type}, ${formatBytes(size)}, SHA-256 ${sha256}).`;
}

/** Reads a file that this server saved for this caller. */
async function readFile(id: string, folder: DownloadFolder | undefined) {
  const uri = `files://${id}`;
  const file = await folder?.saved.find(id);
  if (!folder || !file)
    throw new ProtocolError(
      RESOURCE_NOT_FOUND,
      folder
        ? "No saved file has this URI. It may have been changed, moved or deleted."
        : "No saved file has this URI: this server saves no files for this caller.",
      { uri },
    );
  const path = join(downloadPath(folder), file.name);
  if (file.size > MAX_READ_BYTES) {
    const place = folder.caller === undefined ? ` It is ${path}.` : "";
    throw new ProtocolError(
      INVALID_PARAMS,
      `This file has ${formatBytes(file.size)}, and at most ${formatBytes(MAX_READ_BYTES)} can be read at once.${place}`,
      { uri },
    );
  }
  return { contents: [toContents(uri, file, await readBytes(path, file))] };
}

function toContents(
  uri: string,
  { type }: SavedFile,
  bytes: Buffer,
): ResourceContents {
  const isText = /^(json|text)$/.test(mediaKind(type));
  const text = isText ? bytes.toString() : "";
  return isText && Buffer.from(text).equals(bytes)
    ? { uri, mimeType: type, text }
    : { uri, mimeType: type, blob: bytes.toString("base64") };
}

/** Reads a saved file. Rejects if it is no longer as this server wrote it. */
async function readBytes(path: string, file: SavedFile): Promise<Buffer> {
  const handle = await open(path, READ_FLAGS).catch(() => undefined);
  try {
    const status = await handle?.stat({ bigint: true });
    if (handle && status && identityOf(status) === file.identity)
      return await handle.readFile();
  } finally {
    await handle?.close();
  }
  throw new ProtocolError(RESOURCE_NOT_FOUND, "The saved file was changed.");
}

/** Returns saved responses to handlers of resources as bytes, since a resource has no links. */
function readSavedResponses(base: Context, folder: DownloadFolder): Context {
  return {
    ...base,
    async send(args) {
      const response = await base.send(args);
      const data: unknown = response.data;
      if (!(data instanceof SavedData)) return response;
      const { file } = data;
      const path = downloadPath(folder);
      try {
        if (file.size > MAX_READ_BYTES)
          throw new CallError(
            `the response (${file.type}) is larger than ${formatBytes(MAX_READ_BYTES)}, the limit of a resource. Call a tool of this server that saves it.`,
          );
        const bytes = await readBytes(join(path, file.name), file);
        return { ...response, data: bytes };
      } finally {
        await folder.saved.remove(file); // no one has a link to it
      }
    },
  };
}
