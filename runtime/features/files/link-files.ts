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
  ResourceContents,
  ToolResult,
} from "../../index.js";
import { downloadPath, saveFile } from "./save.js";
import type { DownloadFolder } from "./save.js";
import { SavedData } from "./save-response.js";
import { identityOf } from "./file-list.js";
import type { SavedFile } from "./file-list.js";
import { READ_FLAGS } from "./upload.js";

/** Matches the URI of a saved file. */
const FILE_URI = /^files:\/\/([\da-f]{32})\/?$/;
/** https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling */
const RESOURCE_NOT_FOUND = -32002;
/** Largest file that `resources/read` returns, in bytes. */
const MAX_READ_BYTES = 4 * 1024 * 1024;

/**
 * Returns links to saved responses instead of their content, and saves the whole of JSON that is shown in part. Reads
 * such links as resources, for the caller to whom they belong.
 */
export const linkFiles: Feature = ({ entries, handlers, readers }) => {
  const { "tools/call": call, "resources/read": readResource } = handlers;
  const sources = [...new Set(entries.map(({ source }) => source))];
  const folderOf = (caller: Caller): DownloadFolder | undefined =>
    sources
      .map((source) => clientFor(source, caller).files)
      .find((folder) => folder !== undefined);
  readers.add((caller) => {
    const folder = folderOf(caller);
    if (!folder) return caller;
    const context = (base: Context) =>
      readSavedResponses(caller.context?.(base) ?? base, folder);
    return { ...caller, context };
  });
  return {
    "resources/list": () => ({ resources: [] }),
    "resources/templates/list": () => ({ resourceTemplates: [] }),
    ...handlers,
    ...(call && {
      async "tools/call"(params, caller) {
        const folder = folderOf(caller);
        if (!folder) return call(params, caller);
        const saved: SavedFile[] = [];
        const jsonResponses: ApiResponse[] = [];
        const result = (value: HandlerResult): HandlerResult => {
          const response = caller.result ? caller.result(value) : value;
          if (!isApiResponse(response)) return response;
          if (!(response.data instanceof SavedData)) {
            if (mediaKind(response.contentType) === "json")
              jsonResponses.push(response);
            return response;
          }
          const { file } = response.data;
          saved.push(file);
          const note = [response.note, describeFile(file, folder)]
            .filter(Boolean)
            .join("\n");
          return { ...response, contentType: "", data: undefined, note };
        };
        const toolResult = (await call(params, {
          ...caller,
          result,
        })) as ToolResult; // format of the core's handler
        const [jsonResponse] = jsonResponses;
        return jsonResponse && isShownInPart(toolResult)
          ? addWholeJson(
              toolResult,
              jsonResponse,
              String(params["name"]),
              folder,
            )
          : addLinks(toolResult, saved);
      },
    }),
    async "resources/read"(params, caller) {
      const [, id] = FILE_URI.exec(String(params["uri"])) ?? [];
      if (id !== undefined) return readFile(id, folderOf(caller));
      if (readResource) return readResource(params, caller);
      const uri = String(params["uri"]).slice(0, 200);
      throw new ProtocolError(
        RESOURCE_NOT_FOUND,
        `Resource not found: ${uri}`,
        {
          uri,
        },
      );
    },
  };
};

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
