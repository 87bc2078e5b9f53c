import { EventEmitter, once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { readTexts } from "../../../runtime/answer/stream.js";
import type { StreamKind } from "../../../runtime/answer/stream.js";
import { call, startUpstream, toolOf } from "../upstream.js";

async function* inChunks(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

async function all(texts: AsyncIterable<string>) {
  const list: string[] = [];
  for await (const text of texts) list.push(text);
  return list;
}

describe.each([1, 2, 3, 1000])("in chunks of %i bytes", (size) => {
  test.each<[StreamKind, string, string[]]>([
    ["events", "data: a\n\ndata:b\n\n", ["a", "b"]],
    [
      "events",
      "data: a\r\ndata: é\r\n\r\ndata: c\r\rdata: d\r\r",
      ["a\né", "c", "d"],
    ],
    [
      "events",
      "\ufeff: comment\nid: 1\nretry: 5\nevent: tick\ndata: x\n\n",
      ["event: tick\nx"],
    ],
    ["events", "event: message\ndata: x\n\n", ["x"]],
    [
      "events",
      "event: none\n\ndata\n\ndata: two:  parts\n\n",
      ["", "two:  parts"],
    ],
    ["events", "data: cut off", ["cut off"]],
    ["lines", '{"a":1}\n\n  {"b":"é"}\r\n3', ['{"a":1}', '{"b":"é"}', "3"]],
    ["sequence", '\x1e{"a":\n1}\n\x1e2\n', ['{"a":\n1}', "2"]],
    ["lines", "", []],
  ])("%s %j", async (kind, text, want) => {
    const texts = await all(readTexts(inChunks(text, size), kind));
    expect(texts).toEqual(want);
  });
});

/** An API that writes events until its connection closes. */
async function startEndless(first: (response: ServerResponse) => void) {
  const events = new EventEmitter();
  const closed = once(events, "close");
  const api = await startUpstream((_request, response) => {
    response.on("close", () => events.emit("close"));
    response.writeHead(200, { "content-type": "text/event-stream" });
    first(response);
  });
  return { ...api, closed };
}

test("each event is told as it arrives", async () => {
  const progress: string[] = [];
  const api = await startEndless((response) => {
    response.write("data: 1\n\n");
    const wait = setInterval(() => {
      if (progress.length === 0) return;
      clearInterval(wait);
      response.end(`data: ${"é".repeat(150)}\n\n`);
    }, 5);
  });
  const answer = await call(toolOf({}), {}, { baseUrl: api.baseUrl, progress });
  expect(answer.data).toEqual(["1", "é".repeat(150)]);
  expect(progress).toEqual(["1", "é".repeat(100)]);
});

test.each([
  [
    "events",
    { maxEvents: 3 },
    3,
    "The stream was left after 3 events; there may be more.",
  ],
  [
    "bytes",
    { maxResponseBytes: 100 },
    10,
    "The stream was cut after 100 bytes.",
  ],
  [
    "seconds",
    { timeout: 0.3 },
    undefined,
    "The stream was left when the time of this call was up; there may be more.",
  ],
])(
  "a stream without end is left by %s, and its connection closed",
  async (_limit, options, count, note) => {
    const api = await startEndless((response) => {
      const more = setInterval(() => response.write("data: tk\n\n"), 1);
      response.write("data: tk\n\n".repeat(30));
      response.on("close", () => clearInterval(more));
    });
    const answer = await call(
      toolOf({}),
      {},
      { baseUrl: api.baseUrl, ...options },
    );
    await api.closed;
    expect(answer.note).toBe(note);
    if (count !== undefined) expect(answer.data).toHaveLength(count);
  },
);

test("a stream without an event in time is an error", async () => {
  const api = await startEndless((response) => response.write(": hello\n\n"));
  await expect(
    call(toolOf({}), {}, { baseUrl: api.baseUrl, timeout: 0.2 }),
  ).rejects.toThrow("GET /: no complete answer within 0.2 s.");
  await api.closed;
});

test("a stream that breaks off gives what arrived", async () => {
  const api = await startEndless((response) => {
    response.write("data: 1\n\n", () => response.destroy());
  });
  const answer = await call(toolOf({}), {}, { baseUrl: api.baseUrl });
  expect(answer).toMatchObject({
    data: ["1"],
    note: "The connection broke off before the end of the stream.",
  });
});

test("cancelling stops a stream at once", async () => {
  const controller = new AbortController();
  const api = await startEndless((response) => {
    response.write("data: 1\n\n");
    setTimeout(() => controller.abort(), 20);
  });
  await expect(
    call(toolOf({}), {}, { baseUrl: api.baseUrl, signal: controller.signal }),
  ).rejects.toThrow("GET /: cancelled.");
  await api.closed;
});

test("an error answer is no stream", async () => {
  const api = await startUpstream((_request, response) => {
    response
      .writeHead(500, { "content-type": "text/event-stream" })
      .end("data: no\n\n");
  });
  await expect(call(toolOf({}), {}, { baseUrl: api.baseUrl })).rejects.toThrow(
    "GET / → 500 Internal Server Error\ndata: no",
  );
});
