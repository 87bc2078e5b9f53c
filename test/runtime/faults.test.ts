import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { EventEmitter, once } from "node:events";
import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { globalFetch } from "../../runtime/features/transport/fetch.js";
import { CallError } from "../../runtime/index.js";
import { call, startUpstream, toolOf } from "./upstream.js";

const tool = toolOf({ request: "GET /x" });

/** A server below HTTP: it answers a request with these bytes, then does this with the connection. */
async function startRaw(
  answer: string | Buffer,
  then: (socket: Socket) => void,
) {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.write(answer, () => then(socket)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { baseUrl: `http://127.0.0.1:${String(port)}` };
}

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const end = (socket: Socket) => void socket.end();

describe("an error of the connection has its own message", () => {
  test.each<[string, string | Buffer, (socket: Socket) => void, string]>([
    [
      "reset before the response",
      "",
      (socket) => void socket.resetAndDestroy(),
      "\\((ECONNRESET|HPE_\\w+|ERR_\\w+)\\) the API's response was cut off",
    ],
    [
      "reset in mid-body",
      `${head}content-length: 100\r\n\r\n{"a`,
      (socket) => void socket.resetAndDestroy(),
      "\\((ECONNRESET|HPE_\\w+|ERR_\\w+)\\) the API's response was cut off",
    ],
    [
      "closed in mid-body",
      `${head}content-length: 100\r\n\r\n{"a`,
      end,
      "\\((ECONNRESET|HPE_\\w+|ERR_\\w+)\\) the API's response was cut off",
    ],
    [
      "chunks cut off",
      `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"a`,
      end,
      "\\((ECONNRESET|HPE_\\w+|ERR_\\w+)\\) the API's response was cut off",
    ],
    [
      "bad chunks",
      `${head}transfer-encoding: chunked\r\n\r\nzz\r\n`,
      end,
      "\\((ECONNRESET|HPE_\\w+|ERR_\\w+)\\) the API's response was cut off",
    ],
    [
      "no HTTP",
      "SSH-2.0-OpenSSH_9.6\r\n",
      end,
      "\\(HPE_\\w+\\) .*is not valid HTTP",
    ],
    [
      "two lengths",
      `${head}content-length: 1\r\ncontent-length: 2\r\n\r\nab`,
      end,
      "\\(HPE_\\w+\\) .*is not valid HTTP",
    ],
    [
      "a flood of headers",
      `${head}${"x: y\r\n".repeat(20_000)}\r\n`,
      end,
      "\\(HPE_HEADER_OVERFLOW\\) ",
    ],
    [
      "broken gzip",
      `${head}content-encoding: gzip\r\ncontent-length: 4\r\n\r\nnope`,
      end,
      "\\((Z_|ERR_)\\w+\\) ",
    ],
    [
      "broken brotli",
      Buffer.concat([
        Buffer.from(
          `${head}content-encoding: br\r\ncontent-length: 64\r\n\r\n`,
        ),
        Buffer.alloc(64, 0xfe),
      ]),
      end,
      "\\((Z_|ERR_)\\w+\\) ",
    ],
  ])("%s", async (_case, answer, then, want) => {
    const { baseUrl } = await startRaw(answer, then);
    const error: unknown = await call(tool, {}, { baseUrl }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({
      message: expect.stringMatching(`^GET /x: .*${want}`) as string,
    });
  });

  test.each<[string, string, string]>([
    ["closed before the response", "", "UND_ERR_SOCKET"],
    ["closed in mid-body", "content-length: 100\r\n\r\n{", "UND_ERR_SOCKET"],
    [
      "no gzip",
      "content-encoding: gzip\r\ncontent-length: 4\r\n\r\nnope",
      "Z_DATA_ERROR",
    ],
  ])("by fetch: %s", async (_case, rest, code) => {
    const { baseUrl } = await startRaw(rest && head + rest, end);
    const transport = globalFetch();
    await expect(call(tool, {}, { baseUrl, transport })).rejects.toThrow(
      `GET /x: (${code}) the API's response was cut off`,
    );
  });

  test("bytes after the content length are not read", async () => {
    const { baseUrl } = await startRaw(
      `${head}content-length: 2\r\n\r\n{}garbage`,
      end,
    );
    expect((await call(tool, {}, { baseUrl })).data).toEqual({});
  });
});

describe("time limits and cancellation", () => {
  test.each([
    ["no response", ""],
    ["half a head", head],
    ["a slow drip", `${head}content-length: 100\r\n\r\n`],
  ])(
    "%s ends with the timeout, and its connection closes",
    async (_case, answer) => {
      const events = new EventEmitter();
      const closed = once(events, "closed");
      const { baseUrl } = await startRaw(answer, (opened) => {
        const isDripping = answer.endsWith("\r\n\r\n");
        const drip = setInterval(() => isDripping && opened.write(" "), 10);
        opened.on("close", () => {
          clearInterval(drip);
          events.emit("closed");
        });
      });
      await expect(call(tool, {}, { baseUrl, timeout: 0.2 })).rejects.toThrow(
        "GET /x: no complete response within 0.2 s. Try again, ask for less, or ask this server's owner to raise the timeout.",
      );
      await closed;
    },
  );

  test("a module's timeout overrides that of the client", async () => {
    const { baseUrl } = await startRaw("", () => undefined);
    const slow = toolOf({ name: "slow", timeout: 0.1 });
    await expect(call(slow, {}, { baseUrl, timeout: 9 })).rejects.toThrow(
      "within 0.1 s",
    );
  });

  test.each([1.005, 1e9])("a timeout may be %s seconds", async (timeout) => {
    const { baseUrl } = await startUpstream();
    const answer = await call(toolOf(), {}, { baseUrl, timeout });
    expect(answer.status).toBe(200);
  });

  test.each([
    ["before the request", 0],
    ["while waiting for the response", 50],
  ])("cancelling %s ends the call", async (_case, ms) => {
    const controller = new AbortController();
    const { signal } = controller;
    const { baseUrl } = await startRaw("", () => undefined);
    if (ms === 0) controller.abort();
    else setTimeout(() => controller.abort(), ms);
    await expect(call(tool, {}, { baseUrl, signal })).rejects.toThrow(
      "GET /x: cancelled.",
    );
  });

  test("a transport that ignores the signal does not delay the end", async () => {
    const transport = () => new Promise<never>(() => undefined);
    await expect(
      call(tool, {}, { baseUrl: "http://x", transport, timeout: 0.05 }),
    ).rejects.toThrow("within 0.05 s");
  });

  test(
    "a body that never ends does not delay the end",
    { timeout: 5000 },
    async () => {
      const transport = () =>
        Promise.resolve({
          status: 200,
          headers: {},
          body: {
            [Symbol.asyncIterator]: () => ({
              next: () => new Promise<never>(() => undefined),
            }),
          },
        });
      await expect(
        call(tool, {}, { baseUrl: "http://x", transport, timeout: 0.05 }),
      ).rejects.toThrow("within 0.05 s");
    },
  );
});

describe("the limit of a response", () => {
  async function serve(type: string, body: string | Buffer, encoding?: string) {
    return startUpstream((_request, response) => {
      if (encoding) response.setHeader("content-encoding", encoding);
      response.setHeader("content-type", type).end(body);
    });
  }

  test.each([
    ["application/json", JSON.stringify("x".repeat(10_000_000))],
    ["text/plain", "x".repeat(10_000_000)],
  ])("truncates 10 MB of %s at 4 MB, with a note", async (type, body) => {
    const { baseUrl } = await serve(type, body);
    const answer = await call(tool, {}, { baseUrl });
    expect(answer.data).toHaveLength(4 * 1024 * 1024);
    expect(answer).toMatchObject({
      contentType: "text/plain",
      note: "The response was cut after 4 MB. Ask for less: use a filter, a page or fewer fields.",
    });
  });

  test("truncates text between characters", async () => {
    const { baseUrl } = await serve("text/plain", "aé€😀");
    const answer = await call(tool, {}, { baseUrl, maxResponseBytes: 9 });
    expect(answer.data).toBe("aé€");
  });

  test("refuses longer bytes, since half a file is useless", async () => {
    const { baseUrl } = await serve("application/zip", Buffer.alloc(2_000_000));
    await expect(
      call(tool, {}, { baseUrl, maxResponseBytes: 1024 * 1024 }),
    ).rejects.toThrow(
      "GET /x: the response (application/zip) is larger than 1 MB, the limit of this server.",
    );
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
  ] as const)("stops a %s bomb", async (encoding, pack) => {
    const { baseUrl } = await serve(
      "text/plain",
      pack(Buffer.alloc(100_000_000)),
      encoding,
    );
    const before = process.memoryUsage().arrayBuffers;
    const answer = await call(tool, {}, { baseUrl });
    expect(answer.data).toHaveLength(4 * 1024 * 1024);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(
      50_000_000,
    );
  });
});

test("compressed responses are unpacked", async () => {
  const api = await startUpstream((_request, response) => {
    response
      .writeHead(200, {
        "content-type": "application/json",
        "content-encoding": "gzip",
      })
      .end(gzipSync('{"a":1}'));
  });
  expect((await call(tool, {}, { baseUrl: api.baseUrl })).data).toEqual({
    a: 1,
  });
});
