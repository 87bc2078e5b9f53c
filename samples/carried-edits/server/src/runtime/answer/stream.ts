import { NoAnswer } from "../call/errors.js";
import { mediaType } from "./media.js";
import type { MediaKind } from "./media.js";
import { upTo } from "./read.js";
import type { Receiving } from "../call/receive.js";
import { maskSecrets } from "../credentials/secrets.js";
import { countOf, cutText, sizeOf } from "../text.js";
import type { Answer, HttpResponse } from "../types.js";

export type StreamKind = Extract<MediaKind, "events" | "lines" | "sequence">;

/** Reads a stream to its end or to a limit of events, bytes or time, and tells each event or line as it arrives. */
export async function receiveStream(
  response: HttpResponse,
  kind: StreamKind,
  { client, signal, progress }: Receiving,
): Promise<Answer> {
  const { status, headers } = response;
  const texts: string[] = [];
  let note: string | undefined;
  const body = upTo(client.maxResponseBytes, response.body, () => {
    note = `The stream was cut after ${sizeOf(client.maxResponseBytes)}.`;
  });
  try {
    for await (const raw of readTexts(body, kind)) {
      const text = maskSecrets(raw, client);
      texts.push(text);
      progress(cutText(text, 200));
      if (texts.length >= client.maxEvents) {
        note = `The stream was left after ${countOf(texts.length)} events; there may be more.`;
        break;
      }
    }
  } catch (error) {
    const isLate = signal.reason instanceof NoAnswer;
    if (texts.length === 0 || (signal.aborted && !isLate)) throw error;
    note = isLate
      ? "The stream was left when the time of this call was up; there may be more."
      : "The connection broke off before the end of the stream.";
  }
  return {
    status,
    headers,
    contentType: mediaType(headers["content-type"]),
    data: texts,
    ...(note !== undefined && { note }),
  };
}

/** Texts of a stream as they arrive: the events of `text/event-stream`, the lines or records of JSON streams. */
export function readTexts(
  body: AsyncIterable<Uint8Array>,
  kind: StreamKind,
): AsyncGenerator<string> {
  switch (kind) {
    case "events":
      return readEvents(splitText(body, /\r\n|\n|\r(?!$)/));
    case "lines":
      return filled(splitText(body, /\r?\n/));
    case "sequence":
      // https://www.rfc-editor.org/rfc/rfc7464
      return filled(splitText(body, /\x1e/));
  }
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
async function* readEvents(
  lines: AsyncIterable<string>,
): AsyncGenerator<string> {
  let name = "";
  let data: string[] = [];
  for await (const line of lines) {
    if (line === "") {
      if (data.length > 0) yield toEvent(name, data);
      name = "";
      data = [];
      continue;
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "data") data.push(value);
    if (field === "event") name = value;
  }
  // The standard drops an event that its blank line does not end; servers forget that line more often than not.
  if (data.length > 0) yield toEvent(name, data);
}

function toEvent(name: string, data: readonly string[]): string {
  const text = data.join("\n");
  return name === "" || name === "message" ? text : `event: ${name}\n${text}`;
}

async function* filled(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) if (text.trim() !== "") yield text.trim();
}

async function* splitText(
  body: AsyncIterable<Uint8Array>,
  separator: RegExp,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split(
      separator,
    );
    rest = parts.pop() ?? "";
    yield* parts;
  }
  const last = (rest + decoder.decode()).replace(/\r$/, "");
  if (last !== "") yield* last.split(separator);
}
