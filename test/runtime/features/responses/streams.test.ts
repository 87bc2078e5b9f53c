import { EventEmitter, once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { streams } from "../../../../runtime/features/responses/streams.js";
import { createHttpClient } from "../../../../runtime/index.js";
import { callerOf, serve } from "../calls.js";
import { contextOf } from "../../upstream.js";

const EVENTS = "text/event-stream; charset=utf-8";
const LINES = "application/x-ndjson";
const SEQUENCE = "application/json-seq";

async function* inChunks(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size)
    yield bytes.subarray(at, at + size);
}

function read(contentType: string, text: string, size: number, options = {}) {
  const headers = { "content-type": contentType };
  return streams(options)(
    { status: 200, headers, body: inChunks(text, size) },
    {
      client: createHttpClient(contextOf(), {
        baseUrl: "http://api.example",
        transport: () => Promise.reject(new Error("not sent")),
      }),
      signal: new AbortController().signal,
      progress: () => undefined,
    },
  );
}

describe.each([1, 2, 3, 1000])("a stream in chunks of %i bytes", (size) => {
  test.each<[string, string, string[]]>([
    [EVENTS, "data: a\n\ndata:b\n\n", ["a", "b"]],
    [
      EVENTS,
      "data: a\r\ndata: é\r\n\r\ndata: c\r\rdata: d\r\r",
      ["a\né", "c", "d"],
    ],
    [
      EVENTS,
      "\ufeff: comment\nid: 1\nretry: 5\nevent: tick\ndata: x\n\n",
      ["event: tick\nx"],
    ],
    [EVENTS, "event: message\ndata: x\n\n", ["x"]],
    [
      EVENTS,
      "event: none\n\ndata\n\ndata: two:  parts\n\n",
      ["", "two:  parts"],
    ],
    [EVENTS, "data: cut off", ["cut off"]],
    [EVENTS, "data: cut off\r", ["cut off"]],
    [LINES, '{"a":1}\n\n  {"b":"é"}\r\n3', ['{"a":1}', '{"b":"é"}', "3"]],
    [SEQUENCE, '\x1e{"a":\n1}\n\x1e2\n', ['{"a":\n1}', "2"]],
    [LINES, "", []],
  ])("of %s %j", async (contentType, text, want) => {
    expect((await read(contentType, text, size))?.data).toEqual(want);
  });
});

test("plain text of unknown length is one text, even in pieces of an application", async () => {
  const [data, pieces] = ["abcd", ["ab", "cd"]];
  const inPieces = await read("text/plain", data, 2, { pieces: true });
  expect(inPieces).toMatchObject({ data, pieces });
  const whole = await read("text/plain", data, 2, { maxEvents: 1 });
  expect(whole).toMatchObject({ data });
  expect(whole).not.toHaveProperty("pieces");
  expect(whole).not.toHaveProperty("note");
  expect(await read("text/plain", "", 2)).toMatchObject({ contentType: "" });
});

test.each(["application/json", "text/html", "image/png", ""])(
  "the type %j is not a stream",
  (contentType) => {
    expect(read(contentType, "1\n2\n", 9)).toBeUndefined();
  },
);

/** An API that writes events until its connection closes. */
async function startEndless(first: (response: ServerResponse) => void) {
  const events = new EventEmitter();
  const closed = once(events, "close");
  const api = await serve((_request, response) => {
    response.on("close", () => events.emit("close"));
    response.writeHead(200, { "content-type": EVENTS });
    first(response);
  });
  return { ...api, closed };
}

test("progress reports each event as it arrives", async () => {
  const told: string[] = [];
  const { baseUrl } = await startEndless((response) => {
    response.write("data: 1\n\n");
    const wait = setInterval(() => {
      if (told.length === 0) return;
      clearInterval(wait);
      response.end(`data: ${"é".repeat(150)}\n\n`);
    }, 5);
  });
  const ask = callerOf({ baseUrl, stream: streams() });
  const { data } = await ask({ progress: (message) => told.push(message) });
  expect(data).toEqual(["1", "é".repeat(150)]);
  expect(told).toEqual(["1", "é".repeat(100)]);
});

const limits: [
  string,
  number | undefined,
  object,
  number | undefined,
  string,
][] = [
  [
    "events",
    3,
    {},
    3,
    "Stopped after 3 events of the stream. There may be more.",
  ],
  [
    "bytes",
    undefined,
    { maxResponseBytes: 100 },
    10,
    "The stream was cut after 100 bytes.",
  ],
  [
    "time",
    undefined,
    { timeout: 1 },
    undefined,
    "Stopped reading the stream when the call's time limit was reached. There may be more.",
  ],
];
test.each(limits)(
  "a stream that never ends is stopped by the limit of %s, and its connection closes",
  async (_limit, maxEvents, options, count, note) => {
    const { baseUrl, closed } = await startEndless((response) => {
      const more = setInterval(() => response.write("data: tk\n\n"), 1);
      response.write("data: tk\n\n".repeat(30));
      response.on("close", () => clearInterval(more));
    });
    const stream = streams(maxEvents === undefined ? {} : { maxEvents });
    const answer = await callerOf({ baseUrl, stream, ...options })();
    await closed;
    expect(answer.note).toBe(note);
    if (count !== undefined) expect(answer.data).toHaveLength(count);
  },
);

test("a stream without an event in time is an error", async () => {
  const api = await startEndless((response) => response.write(": hello\n\n"));
  const ask = callerOf({ ...api, stream: streams(), timeout: 0.2 });
  await expect(ask()).rejects.toThrow(
    "GET /ask: no complete response within 0.2 s.",
  );
  await api.closed;
});

test("a stream that breaks off returns the part that arrived", async () => {
  const { baseUrl } = await startEndless((response) => {
    response.write("data: 1\n\n", () => response.destroy());
  });
  expect(await callerOf({ baseUrl, stream: streams() })()).toMatchObject({
    data: ["1"],
    note: "The connection closed before the end of the stream.",
  });
});

test("cancelling stops a stream at once", async () => {
  const controller = new AbortController();
  const api = await startEndless((response) => {
    response.write("data: 1\n\n");
    setTimeout(() => controller.abort(), 20);
  });
  const { signal } = controller;
  await expect(
    callerOf({ baseUrl: api.baseUrl, stream: streams() })({ signal }),
  ).rejects.toThrow("GET /ask: cancelled.");
  await api.closed;
});

test("an error response is not a stream", async () => {
  const { baseUrl } = await serve((_request, response) => {
    response.writeHead(500, { "content-type": EVENTS }).end("data: no\n\n");
  });
  await expect(callerOf({ baseUrl, stream: streams() })()).rejects.toThrow(
    "GET /ask → 500 Internal Server Error\ndata: no",
  );
});
