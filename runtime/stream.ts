import type { MediaKind } from "./media.js";

export type StreamKind = Extract<MediaKind, "events" | "lines" | "sequence">;

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
