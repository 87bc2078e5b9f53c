import {
  CallError,
  decodeText,
  decoderFor,
  detectContentType,
  mediaKind,
  responseType,
  parseFileName,
  raceAbort,
  readResponse,
} from "../../index.js";
import type {
  ApiResponse,
  ClientOptions,
  HttpResponse,
  ReadOptions,
} from "../../index.js";
import { toFileName } from "./file-name.js";
import { saveFile } from "./save.js";
import type { DownloadFolder } from "./save.js";
import type { SavedFile } from "./file-list.js";

/** Sizes in bytes up to which a response is content: files, pictures and sound, and text. */
const MAX_FILE_BYTES = 64 * 1024;
const MAX_MEDIA_BYTES = 1024 * 1024;
const MAX_TEXT_BYTES = 1024 * 1024;

/** Data of a response that was saved as a file. */
export class SavedData {
  readonly file: SavedFile;
  constructor(file: SavedFile) {
    this.file = file;
  }
}

/**
 * Saves large responses that are not JSON while they arrive. Others are read as without this feature, except JSON up to
 * `maxJsonBytes`, which is read whole.
 */
export function saveResponses(
  folder: DownloadFolder,
  readStream: ClientOptions["stream"],
  maxJsonBytes = 0,
): NonNullable<ClientOptions["stream"]> {
  return (response, readOptions) => {
    const { headers, status } = response;
    const { client, signal } = readOptions;
    const maxResponseBytes = Math.max(client.maxResponseBytes, maxJsonBytes);
    const options = { ...readOptions, client: { ...client, maxResponseBytes } };
    const kind = mediaKind(responseType(headers["content-type"]));
    const isContent = status < 300 && ![204, 205].includes(status);
    const isStream = /^(events|lines|sequence)$/.test(kind);
    if (!isContent || isStream || kind === "json") {
      const stream = readStream?.(response, readOptions);
      return kind === "json" && isContent
        ? (stream ?? raceAbort(readResponse(response, options), signal))
        : stream;
    }
    // Text of unknown length may be a stream that the user watches.
    const isWatched = kind === "text" && !headers["content-length"];
    const stream = isWatched && readStream?.(response, options);
    return stream || receive(response, options, folder);
  };
}

async function receive(
  response: HttpResponse,
  options: ReadOptions,
  folder: DownloadFolder,
): Promise<ApiResponse> {
  const { client, component = "response", isJson, signal } = options;
  const { headers, status } = response;
  const declared = headers["content-type"];
  const chunks = response.body[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let size = 0;
  let isEnded = false;
  const readUntil = async (max: number) => {
    while (size <= max && !isEnded) {
      const chunk = await raceAbort(chunks.next(), signal);
      isEnded = chunk.done === true;
      if (!chunk.done) head.push(chunk.value);
      size = head.reduce((sum, { length }) => sum + length, 0);
    }
  };
  async function* readAll(): AsyncGenerator<Uint8Array> {
    yield* head.splice(0);
    while (!isEnded) {
      const chunk = await raceAbort(chunks.next(), signal);
      if (chunk.done) return;
      yield chunk.value;
    }
  }
  try {
    await readUntil(MAX_FILE_BYTES);
    const start = Buffer.concat(head).subarray(0, MAX_FILE_BYTES);
    const type = detectContentType(declared, start, isJson);
    const limit = limitOf(type);
    if (limit !== undefined) await readUntil(limit);
    if (limit === undefined || size <= limit)
      return await raceAbort(
        readResponse({ ...response, body: readAll() }, options),
        signal,
      );
    const disposition = headers["content-disposition"];
    const name =
      parseFileName(disposition, client.redact) ?? toFileName(component, type);
    const decode = createDecoder(declared, start);
    const body = refuseSecrets(readAll(), decode, client.redact);
    const file = await saveFile(folder, { name, type }, body);
    const data = new SavedData(file);
    return { status, headers, contentType: type, data, filename: file.name };
  } finally {
    // An iterator that waits for its next chunk would not return before it arrives.
    void Promise.resolve(chunks.return?.()).catch(() => undefined);
  }
}

/** Returns the size up to which a response is content; undefined for JSON and streams. */
function limitOf(type: string): number | undefined {
  switch (mediaKind(type)) {
    case "image":
    case "audio":
      return MAX_MEDIA_BYTES;
    case "binary":
    case "multipart":
    case "unknown":
      return MAX_FILE_BYTES;
    case "text":
    case "form":
      return MAX_TEXT_BYTES;
    default:
      return undefined;
  }
}

/** Longest secret that is found across the boundary of two chunks, in characters. */
const OVERLAP = 16 * 1024;

/** Passes chunks on unchanged. Rejects if they hold a credential of this server, which may not reach a file either. */
async function* refuseSecrets(
  chunks: AsyncIterable<Uint8Array>,
  decode: (chunk: Uint8Array) => string,
  redact: (text: string) => string,
): AsyncGenerator<Uint8Array> {
  let overlap = "";
  for await (const chunk of chunks) {
    const text = overlap + decode(chunk);
    if (redact(text) !== text)
      throw new CallError(
        "the response was not saved: it holds a credential of this server.",
      );
    overlap = text.slice(-OVERLAP);
    yield chunk;
  }
}

/**
 * Creates a decoder of chunks for a body that begins with these bytes, whatever the API calls it. Of other bytes than
 * text, it reads letters of ASCII alone, since decoding all would take a hundred times as long.
 */
function createDecoder(
  declared: string | undefined,
  start: Uint8Array,
): (chunk: Uint8Array) => string {
  const header = hasUtf16Mark(start)
    ? `;charset=utf-16${start[0] === 0xfe ? "be" : "le"}`
    : declared;
  if (NO_TEXT.test(decodeText(start, header, true)))
    return (chunk) => Buffer.from(chunk).toString("latin1");
  const decoder = decoderFor(header);
  return (chunk) => decoder.decode(chunk, { stream: true });
}

/** https://encoding.spec.whatwg.org/#bom-sniff */
const hasUtf16Mark = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** Matches a character that no text has. */
const NO_TEXT = /[^\P{Cc}\s]|\uFFFD/u;
