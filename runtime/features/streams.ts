import { createParser } from "eventsource-parser";
import {
  truncateText,
  decoderFor,
  mediaKind,
  mediaType,
  formatBytes,
} from "../index.js";
import type {
  ApiResponse,
  ClientOptions,
  HttpResponse,
  ReadOptions,
} from "../index.js";

type Chunks = AsyncIterable<Uint8Array>;
type Texts = AsyncGenerator<string>;

const PLAIN = "text/plain";

/**
 * Reads event streams, JSON lines, JSON text sequences and plain text of unknown length to their end or to a limit of
 * events, bytes or time, and tells each event, line or piece as it arrives.
 */
export function streams(
  options: {
    /** Events or lines of a stream. Default: 1,000. */
    readonly maxEvents?: number;
    /** Plain text stays in the pieces that an application writes; over a network they are chance. Default: false. */
    readonly pieces?: boolean;
  } = {},
): NonNullable<ClientOptions["stream"]> {
  const { maxEvents = 1000, pieces = false } = options;
  return (response, receiving) => {
    const read = readerOf(response.headers, receiving.isJson);
    return read && receive(response, receiving, { read, maxEvents, pieces });
  };
}

async function receive(
  { body, headers, status }: HttpResponse,
  { client, progress, signal }: ReadOptions,
  how: { read: (body: Chunks) => Texts; maxEvents: number; pieces: boolean },
): Promise<ApiResponse> {
  const contentType = mediaType(headers["content-type"]);
  const isWhole = contentType === PLAIN && !how.pieces;
  const texts: string[] = [];
  const read = () => {
    if (contentType !== PLAIN) return { data: texts };
    const text = texts.join("");
    if (text === "") return { contentType: "", data: undefined };
    const data = client.redact(text); // a secret may lie across two pieces
    return isWhole || data !== text ? { data } : { data, pieces: texts };
  };
  const end = (note?: string): ApiResponse => ({
    status,
    headers,
    contentType,
    ...read(),
    ...(note !== undefined && { note }),
  });
  const { maxResponseBytes: max } = client;
  let cut = false;
  try {
    for await (const raw of how.read(upTo(max, body, () => (cut = true)))) {
      const text = client.redact(raw);
      texts.push(text);
      progress(truncateText(text, 200));
      if (!isWhole && texts.length >= how.maxEvents)
        return end(
          `The stream was left after ${texts.length.toLocaleString("en-US")} events; there may be more.`,
        );
    }
  } catch (error) {
    const reason: unknown = signal.reason;
    const isLate = reason instanceof Error && reason.name === "TimeoutError";
    if (texts.length === 0 || (signal.aborted && !isLate)) throw error;
    return end(
      isLate
        ? "The stream was left when the time of this call was up; there may be more."
        : "The connection broke off before the end of the stream.",
    );
  }
  return end(cut ? `The stream was cut after ${formatBytes(max)}.` : undefined);
}

/** What gives the texts of a stream as they arrive; undefined where the media type is none of a stream. */
function readerOf(
  headers: HttpResponse["headers"],
  isJson = false,
): ((body: Chunks) => Texts) | undefined {
  const type = mediaType(headers["content-type"]);
  // Text of a known length is written at once.
  const isOpen = headers["content-length"] === undefined && !isJson;
  if (type === PLAIN && isOpen)
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

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
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
  // The standard drops an event that its blank line does not end; servers forget that line more often than not.
  parser.feed("\n\n");
  yield* events;
}

async function* readRecords(body: Chunks, separator: string): Texts {
  let rest = "";
  for await (const text of decode(body)) {
    const records = (rest + text).split(separator);
    rest = records.pop() ?? "";
    yield* records.map((record) => record.trim()).filter(Boolean);
  }
  if (rest.trim() !== "") yield rest.trim();
}

async function* decode(body: Chunks, contentType?: string): Texts {
  const decoder = decoderFor(contentType);
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

/** A body that ends after `max` bytes; leaving it there closes its connection. */
async function* upTo(max: number, body: Chunks, onCut: () => void) {
  let left = max;
  for await (const chunk of body) {
    if (chunk.length > left) {
      onCut();
      yield chunk.subarray(0, left);
      return;
    }
    left -= chunk.length;
    yield chunk;
  }
}
