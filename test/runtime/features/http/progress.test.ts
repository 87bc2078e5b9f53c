import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { createLog } from "../../../../runtime/features/observe/log.js";
import { MAX_TOKEN_LENGTH } from "../../../../runtime/index.js";
import type { Tool } from "../../../../runtime/index.js";
import { ask as send, message } from "../../ask.js";
import { pipesTo } from "../../pipes.js";
import { serviceOf } from "../../serving.js";
import { toolOf } from "../../upstream.js";
import { collectGarbage, listenOnHttp } from "./listening.js";

const MB = 1024 * 1024;
const EVENTS = 1000;
const HEADERS = { accept: "application/json, text/event-stream" };

let told = 0;
afterEach(() => (told = 0));

/** Tells a thousand events of so many bytes each, a turn of the event loop for each. */
function telling(bytes: number): Tool {
  return toolOf({
    name: "watch",
    request: "GET /events",
    async handler(_args, { progress }) {
      for (told = 0; told < EVENTS; told += 1) {
        progress("e".repeat(bytes));
        await new Promise(setImmediate);
      }
      return "done";
    },
  });
}

const call = (progressToken: string | number) =>
  message("tools/call", { name: "watch", _meta: { progressToken } });

const bytesUsed = () => {
  collectGarbage();
  const { arrayBuffers, external, heapUsed } = process.memoryUsage();
  return arrayBuffers + external + heapUsed;
};

test("progress is not sent for a token that is too long to repeat", async () => {
  const { url } = await listenOnHttp(serviceOf([telling(9)]));
  const body = call("t".repeat(3.9 * MB));
  const reply = await send(url, { headers: HEADERS, body });
  expect(reply.body).toContain('"text":"done"');
  expect(reply.body).not.toContain("notifications/progress");
  expect(reply.body.length).toBeLessThan(1000);
});

test.each([1, "t".repeat(MAX_TOKEN_LENGTH)])(
  "progress is sent completely to a client that reads: %s",
  async (token) => {
    const { url } = await listenOnHttp(serviceOf([telling(9)]));
    const reply = await send(url, { headers: HEADERS, body: call(token) });
    const events = reply.body.split("notifications/progress");
    expect(events).toHaveLength(EVENTS + 1);
    expect(reply.body).toContain(`"progress":${EVENTS}`);
  },
);

test("progress for a client that doesn't read is limited to a megabyte over HTTP", async () => {
  const { url } = await listenOnHttp(serviceOf([telling(200_000)]));
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  onTestFinished(() => void socket.destroy());
  const body = call(7);
  const before = bytesUsed();
  socket.write(
    `POST /mcp HTTP/1.1\r\nhost: localhost\r\naccept: ${HEADERS.accept}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(() => told, { interval: 20 }).toBe(EVENTS);
  expect(bytesUsed() - before).toBeLessThan(20 * MB);
});

test("progress for a client that doesn't read is limited to a megabyte on stdio", async () => {
  const { PassThrough } = await import("node:stream");
  const { connectStdio } = await import("../../../../runtime/sdk.js");
  const [input, output] = [new PassThrough(), new PassThrough()];
  const log = createLog({ level: "silent" });
  const service = serviceOf([telling(200_000)]);
  const connection = await connectStdio(service, log, { input, output });
  onTestFinished(() => connection.close());
  const before = bytesUsed();
  const client = { name: "t", version: "1" };
  const first = { protocolVersion: "2025-11-25", capabilities: {} };
  input.write(
    `${message("initialize", { ...first, clientInfo: client })}\n${call(7).replace('"id":1', '"id":2')}\n`,
  );
  await expect.poll(() => told, { interval: 20 }).toBe(EVENTS);
  expect(bytesUsed() - before).toBeLessThan(20 * MB);
  expect(output.writableLength + output.readableLength).toBeLessThan(3 * MB);
});

test("a request id that is too long is refused, and shortened in the log on stdio", async () => {
  const { url } = await listenOnHttp(serviceOf([telling(1)]));
  const id = "i".repeat(2 * MB);
  const long = message("ping").replace('"id":1', `"id":"${id}"`);
  for (const body of [long, `[${long}]`]) {
    const reply = await send(url, { headers: HEADERS, body });
    expect(reply.status).toBe(400);
    expect(reply.body).toContain("An id may have at most 256 characters.");
  }
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line) });
  const quick = toolOf({ name: "watch", handler: () => "done" });
  const transport = await pipesTo(serviceOf([quick]), log);
  const answered = new Promise((resolve) => {
    transport.onmessage = resolve;
  });
  await transport.start();
  const params = { name: "watch", arguments: {} };
  await transport.send({ jsonrpc: "2.0", id, method: "tools/call", params });
  await Promise.race([answered, delay(5000)]);
  expect(lines.join("").length).toBeLessThan(2000);
  await transport.close();
});
