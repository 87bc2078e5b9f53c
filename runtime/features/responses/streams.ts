import { createParser } from "eventsource-parser";
import {
  truncateText,
  decoderFor,
  mediaKind,
  responseType,
  formatBytes,
} from "../../index.js";
import type {
  ApiResponse,
  ClientOptions,
  HttpResponse,
  ReadOptions,
} from "../../index.js";

type Chunks = AsyncIterable<Uint8Array>;
type Texts = AsyncGenerator<string>;

const PLAIN_TEXT = "text/plain";

/**
 * Reads event streams, JSON lines, JSON text sequences and plain text of unknown length to their end or to a limit of
 * events, bytes or time. Reports each event, line or piece as progress when it arrives.
 */
export function streams(
  options: {
    /** Maximum number of events or lines of a stream. Default: 1,000. */
    readonly maxEvents?: number;
    /**
     * Set to true to keep plain text in the pieces that an application writes; over a network they are arbitrary.
     * Default: false.
     */
    readonly pieces?: boolean;
  } = {},
): NonNullable<ClientOptions["stream"]> {
  const { maxEvents = 1000, pieces = false } = options;
  return (response, readOptions) => {
    const readTexts = findReader(response.headers, readOptions.isJson);
    return (
      readTexts &&
      receiveStream(response, readOptions, { readTexts, maxEvents, pieces })
    );
  };
}

async function receiveStream(
  { body, headers, status }: HttpResponse,
  { client, progress, signal }: ReadOptions,
  options: {
    readTexts: (body: Chunks) => Texts;
    maxEvents: number;
    pieces: boolean;
  },
): Promise<ApiResponse> {
  const contentType = responseType(headers["content-type"]);
  const isJoined = contentType === PLAIN_TEXT && !options.pieces;
  const texts: string[] = [];
  const collectData = () => {
    if (contentType !== PLAIN_TEXT) return { data: texts };
    const text = texts.join("");
    if (text === "") return { contentType: "", data: undefined };
    const data = client.redact(text); // a secret may span two pieces
    return isJoined || data !== text ? { data } : { data, pieces: texts };
  };
  const finish = (note?: string): ApiResponse => ({
    status,
    headers,
    contentType,
    ...collectData(),
    ...(note !== undefined && { note }),
  });
  const { maxResponseBytes: maxBytes } = client;
  let isCut = false;
  try {
    for await (const rawText of options.readTexts(
      limitBytes(maxBytes, body, () => (isCut = true)),
    )) {
      const text = client.redact(rawText);
      texts.push(text);
      progress(truncateText(text, 200));
      if (!isJoined && texts.length >= options.maxEvents)
        return finish(
          `Stopped after ${texts.length.toLocaleString("en-US")} events of the stream. There may be more.`,
        );
    }
  } catch (error) {
    const reason: unknown = signal.reason;
    const isLate = reason instanceof Error && reason.name === "TimeoutError";
    if (texts.length === 0 || (signal.aborted && !isLate)) throw error;
    return finish(
      isLate
        ? "Stopped reading the stream when the call's time limit was reached. There may be more."
        : "The connection closed before the end of the stream.",
    );
  }
  return finish(
    isCut ? `The stream was cut after ${formatBytes(maxBytes)}.` : undefined,
  );
}

/** Returns a reader for the strings of a stream, or undefined if the media type is not that of a stream. */
function findReader(
  headers: HttpResponse["headers"],
  isJson = false,
): ((body: Chunks) => Texts) | undefined {
  const type = responseType(headers["content-type"]);
  // Text of known length is not a stream.
  const isUnbounded = headers["content-length"] === undefined && !isJson;
  if (type === PLAIN_TEXT && isUnbounded)
    return (body) => decode(body, headers["content-type"]);
  switch (mediaKind(type)) {
    case "events":
      return readEvents;
    case "lines":
      return (body) => readRecords(body, "\n");
    case "sequence":
      return (body) => readRecords(body, "\x1e"); // https://www.rfc-editor.org/rfc/rfc7464
    default:
      return undefined;
  }
}

/**
 * Reads server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
async function* readEvents(body: Chunks): Texts {
  let events: string[] = [];
  const parser = createParser({
    onEvent: ({ data, event = "message" }) =>
      events.push(event === "message" ? data : `event: ${event}\n${data}`),
  });
  for await (const text of decode(body)) {
    parser.feed(text);
    yield* events;
    events = [];
  }
  // The standard drops a last event without a blank line after it; servers often forget that line.
  parser.feed("\n\n");
  yield* events;
}

async function* readRecords(body: Chunks, separator: string): Texts {
  let remainder = "";
  for await (const text of decode(body)) {
    const records = (remainder + text).split(separator);
    remainder = records.pop() ?? "";
    yield* records.map((record) => record.trim()).filter(Boolean);
  }
  if (remainder.trim() !== "") yield remainder.trim();
}

async function* decode(body: Chunks, contentType?: string): Texts {
  const decoder = decoderFor(contentType);
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== "") yield text;
  }
  const remainder = decoder.decode();
  if (remainder !== "") yield remainder;
}

/** Limits a body to `maxBytes`. Leaving the loop closes the connection. */
async function* limitBytes(maxBytes: number, body: Chunks, onCut: () => void) {
  let remainingBytes = maxBytes;
  for await (const chunk of body) {
    if (chunk.length > remainingBytes) {
      onCut();
      yield chunk.subarray(0, remainingBytes);
      return;
    }
    remainingBytes -= chunk.length;
    yield chunk;
  }
}
