import { expect, test } from "vitest";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import { globalFetch } from "../../../../runtime/features/transport/fetch.js";
import { startUpstream, contextOf } from "../../upstream.js";
import { callerOf, textOf } from "../calls.js";
import { retry } from "../../../../runtime/features/transport/retry.js";

/** An API that responds with these statuses, in this order, and then with 200. */
async function answering(
  statuses: readonly number[],
  headers: Record<string, string> = {},
) {
  const times: number[] = [];
  const api = await startUpstream((_request, response) => {
    const status = statuses[times.length] ?? 200;
    times.push(performance.now());
    response.writeHead(status, status === 200 ? {} : headers).end("said");
  });
  return { ...api, times };
}

const METHODS: [method: string, requests: number][] = [
  ["GET", 2],
  ["HEAD", 2],
  ["OPTIONS", 2],
  ["PUT", 2],
  ["DELETE", 2],
  ["POST", 1],
  ["PATCH", 1],
];

test.each(METHODS)(
  "the request of a %s is sent %i times",
  async (method, requests) => {
    const { baseUrl, received } = await answering([503], {
      "retry-after": "0",
    });
    const ask = callerOf({
      baseUrl,
      transport: retry(2)(axiosTransport(), contextOf()),
    });
    await ask({ tool: { request: `${method} /ask` } }).catch(() => undefined);
    expect(received).toHaveLength(requests);
  },
);

test.each([
  [429, 3],
  [503, 3],
  [500, 1],
  [502, 1],
  [404, 1],
])("a %i response causes %i requests", async (status, requests) => {
  const statuses = [status, status, status, status];
  const api = await answering(statuses, { "retry-after": "0" });
  const transport = retry(2)(axiosTransport(), contextOf());
  const text = await textOf(callerOf({ baseUrl: api.baseUrl, transport })());
  expect(text).toContain(String(status));
  expect(api.received).toHaveLength(requests);
});

test("a retry waits as long as the API says, and sends the same body", async () => {
  const { baseUrl, received, times } = await answering([429], {
    "retry-after": "1",
  });
  const ask = callerOf({
    baseUrl,
    transport: retry(1)(axiosTransport(), contextOf()),
  });
  const tool = {
    request: "PUT /ask",
    body: { type: "object", properties: { a: { type: "string" } } },
  };
  await ask({ tool, args: { a: "b" } });
  expect(received.map(({ body }) => body)).toEqual(['{"a":"b"}', '{"a":"b"}']);
  const [first = 0, second = 0] = times;
  expect(second - first).toBeGreaterThan(950);
});

test.each([
  ["seconds", () => "30"],
  ["seconds with a fraction", () => "29.5"],
  ["a date", () => new Date(Date.now() + 30_000).toUTCString()],
])(
  "a wait longer than the timeout is reported at once: %s",
  async (_form, say) => {
    const { baseUrl, received } = await answering([429, 429], {
      "retry-after": say(),
    });
    const transport = retry(2)(axiosTransport(), contextOf());
    const started = performance.now();
    const text = await textOf(callerOf({ baseUrl, transport, timeout: 5 })());
    expect(performance.now() - started).toBeLessThan(2000);
    expect(text).toContain("429 Too Many Requests");
    expect(text).toContain("retry-after: ");
    expect(received).toHaveLength(1);
  },
);

test("all attempts share the timeout of the call", async () => {
  const { baseUrl, received } = await answering([503, 503, 503, 503]);
  const transport = retry(5)(axiosTransport(), contextOf());
  const started = performance.now();
  const text = await textOf(callerOf({ baseUrl, transport, timeout: 2 })());
  expect(performance.now() - started).toBeLessThan(2000);
  expect(text).toContain("503 Service Unavailable");
  expect(received).toHaveLength(2);
});

test("an abort ends the wait", async () => {
  const { baseUrl, received } = await answering([503], { "retry-after": "10" });
  const controller = new AbortController();
  const ask = callerOf({
    baseUrl,
    transport: retry(1)(axiosTransport(), contextOf()),
  });
  const text = textOf(ask({ signal: controller.signal }));
  await expect.poll(() => received).toHaveLength(1);
  controller.abort();
  expect(await text).toContain("cancelled");
  expect(received).toHaveLength(1);
});

test.each([
  ["a body that never ends", "limit"],
  ["a body that never begins", ""],
])("a 429 with %s is still a 429", async (_name, start) => {
  const { closed, ...api } = await stalling(start);
  const transport = retry(1)(axiosTransport(), contextOf());
  const startTime = performance.now();
  const text = await textOf(
    callerOf({ baseUrl: api.baseUrl, transport, timeout: 4 })(),
  );
  expect(text).toContain("429 Too Many Requests");
  expect(text).toContain(start);
  expect(performance.now() - startTime).toBeLessThan(3_500);
  expect(api.received).toHaveLength(2);
  await expect.poll(() => closed).toHaveLength(2);
});

test("an error whose body never ends is told within a short time limit, and by fetch", async () => {
  const { baseUrl } = await stalling("limit");
  for (const transport of [axiosTransport(), globalFetch()]) {
    const ask = callerOf({ baseUrl, transport, timeout: 0.6 });
    expect(await textOf(ask())).toContain("429 Too Many Requests");
  }
});

/** An API whose responses are 429 and never end. Keeps the connections that were closed. */
async function stalling(start: string) {
  const closed: unknown[] = [];
  const api = await startUpstream((_request, response) => {
    response.once("close", () => closed.push(response));
    response.writeHead(429, { "retry-after": "0" });
    response.flushHeaders();
    response.write(start);
  });
  return { ...api, closed };
}
