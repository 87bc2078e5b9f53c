import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import { createServer as createServerOfTwo } from "node:http2";
import { createServer as createTlsServer } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { fetchTransport } from "../../../../runtime/features/app/fetch.js";
import { toServerApp } from "../../../../runtime/features/app/frameworks.js";
import { importApp } from "../../../../runtime/features/app/import.js";
import { serverTransport } from "../../../../runtime/features/app/server.js";
import { importTypeScriptApp } from "../../../../runtime/features/app/typescript.js";
import type { Transport } from "../../../../runtime/index.js";
import { callerOf, textOf } from "../calls.js";
import type { Options } from "../../upstream.js";
import { concurrency } from "../../../../runtime/features/transport/concurrency.js";
import { contextOf } from "../../upstream.js";

type Fetch = (request: Request) => Response | Promise<Response>;

const byServer = (listener: RequestListener) =>
  serverTransport(async () => listener);
const byFetch = (fetch: Fetch) => fetchTransport(async () => ({ fetch }));

function askerOf(transport: Transport, options: Partial<Options> = {}) {
  return callerOf({ baseUrl: "http://app.local/v1", transport, ...options });
}

const PEOPLE: Fetch = async (request) => {
  const { host, ...headers } = Object.fromEntries(request.headers);
  const body = await request.text();
  const answer = { host, user: headers["x-user"], url: request.url, body };
  return Response.json(answer, {
    status: 201,
    headers: [
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
    ],
  });
};

const people: RequestListener = (request, response) => {
  const { headers } = request;
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const url = `http://${headers.host}${request.url}`;
    const body = Buffer.concat(chunks).toString();
    response
      .writeHead(201, {
        "content-type": "application/json",
        "set-cookie": ["a=1", "b=2"],
      })
      .end(
        JSON.stringify({
          host: headers.host,
          user: headers["x-user"],
          url,
          body,
        }),
      );
  });
};

test.each([
  ["a listener", "POST", byServer(people)],
  ["a listener", "DELETE", byServer(people)],
  ["a Fetch handler", "POST", byFetch(PEOPLE)],
])(
  "%s gets the request (%s) unchanged, and returns its response",
  async (_, method, transport) => {
    const ask = askerOf(transport, { headers: { "X-User": "ann" } });
    const tool = {
      request: `${method} /people?a=b`,
      body: { type: "object", properties: { name: { type: "string" } } },
    };
    expect(await ask({ tool, args: { name: "é" } })).toMatchObject({
      status: 201,
      contentType: "application/json",
      headers: { "set-cookie": "a=1, b=2" },
      data: {
        host: "app.local",
        user: "ann",
        url: "http://app.local/v1/people?a=b",
        body: '{"name":"é"}',
      },
    });
  },
);

test.each([
  ["TLS", createTlsServer()],
  ["HTTP/2", createServerOfTwo()],
])("a server of %s gets its requests unchanged", async (_, server) => {
  server.on("request", people);
  const ask = askerOf(serverTransport(async () => server));
  const answer = await ask();
  expect(answer.data).toMatchObject({ url: "http://app.local/v1/ask" });
});

test("a Fetch handler gets no body with a GET", async () => {
  const ask = askerOf(byFetch(PEOPLE));
  const tool = { body: { type: "object" } };
  expect(await textOf(ask({ tool }))).toBe(
    "Error: CallError: GET /ask: a Fetch handler can't receive a GET request with a body.",
  );
});

test.each(["two\nlines", "a key… pasted"])(
  "a header can't contain %j, and the error does not show it",
  async (key) => {
    const ask = askerOf(byFetch(PEOPLE), { headers: { "X-Key": key } });
    const told = await textOf(ask());
    expect(told).toMatch("GET /ask: the header x-key has an invalid value");
    expect(told).not.toContain(key);
  },
);

const hidden = new Error("at /srv/secret.js");
test.each<[string, Transport]>([
  [
    "a Fetch handler",
    byFetch(() => {
      throw hidden;
    }),
  ],
  ["a Fetch handler, later", byFetch(() => Promise.reject(hidden))],
  [
    "a stream that breaks off",
    byFetch(
      () =>
        new Response(
          new ReadableStream({ pull: (stream) => stream.error(hidden) }),
        ),
    ),
  ],
  ["a start", serverTransport(() => Promise.reject(hidden))],
  ["a listener that hangs up", byServer((request) => request.destroy())],
])("an application that throws fails the call: %s", async (_, transport) => {
  await expect(askerOf(transport)()).rejects.toThrow();
});

test.each([
  ["a listener", byServer(() => undefined)],
  ["a Fetch handler", byFetch(() => new Promise(() => undefined))],
])(
  "%s that never responds is abandoned at the timeout",
  async (_, transport) => {
    await expect(askerOf(transport, { timeout: 0.1 })()).rejects.toThrow(
      "GET /ask: no complete response within 0.1 s.",
    );
  },
);

describe("the lifecycle", () => {
  test("of an application has one start and one close", async () => {
    const life: string[] = [];
    const transport = fetchTransport(async () => {
      life.push("start");
      return {
        fetch: () => new Response("hi"),
        close: async () => void life.push("close"),
      };
    });
    const ask = askerOf(transport);
    await Promise.all([transport.start?.(), ask(), ask()]);
    await Promise.all([transport.close?.(), transport.close?.()]);
    expect(life).toEqual(["start", "close"]);
  });

  test.each([
    [
      fetchTransport(async () => ({})),
      "The application does not have a fetch method.",
    ],
    [serverTransport(async () => "app"), "can't be called in this process."],
    [serverTransport(async () => null), "can't be called in this process."],
    [
      serverTransport(async () => {
        throw new AggregateError([new Error("refused ::1"), new Error("no")]);
      }),
      "refused ::1",
    ],
  ])(
    "fails at the start if the module exports no application (%#)",
    async (transport, want) => {
      await expect(transport.start?.()).rejects.toThrow(want);
      await expect(transport.close?.()).resolves.toBeUndefined();
    },
  );

  test("runs the hooks of a framework", async () => {
    const life: string[] = [];
    const log = (line: string) => async () => void life.push(line);
    const server = createServer();
    const fastify = { ready: log("ready"), close: log("close"), server };
    const nest = {
      init: log("init"),
      close: log("close"),
      getHttpServer: () => server,
      getHttpAdapter: () => ({ getInstance: () => fastify }),
    };
    for (const app of [fastify, nest]) {
      const started = await toServerApp(app);
      expect(started.server).toBe(server);
      await started.close?.();
    }
    expect(life).toEqual(["ready", "close", "init", "ready", "close"]);
    const koa = await toServerApp({ callback: () => () => undefined });
    expect(koa.server.listening).toBe(false);
  });
});

describe("the module of an application", () => {
  const here = (name: string) => new URL(name, import.meta.url);
  const module = here("../../../app/apps/express.js");

  test("exports the application or a function that returns it", async () => {
    const fixed = await importApp(module, "app");
    expect(typeof fixed).toBe("function");
    const made = importTypeScriptApp(
      here("../calls.ts"),
      "textOf",
      Promise.resolve({ data: 1 }),
    );
    expect(await made).toBe("1");
  });

  test.each([
    [module, "none", `${fileURLToPath(module)} does not export "none".`],
    [here("./lost.js"), "app", "could not be loaded: file not found:"],
  ])("can't be loaded from %s as %s", async (url, name, want) => {
    await expect(importApp(url, name)).rejects.toThrow(want);
  });
});

describe("concurrent calls", () => {
  /** Counts the calls that an application handles at the same time. */
  function counter() {
    let running = 0;
    let most = 0;
    return {
      enter: () => {
        running += 1;
        most = Math.max(most, running);
      },
      leave: () => void (running -= 1),
      counts: () => ({ running, most }),
    };
  }
  type Counter = ReturnType<typeof counter>;

  const ofServer = ({ enter, leave }: Counter) =>
    byServer((request, response) => {
      enter();
      response.once("close", leave);
      setTimeout(() => response.end(request.url), 5);
    });
  const ofFetch = ({ enter, leave }: Counter) =>
    byFetch(async ({ url, signal }) => {
      enter();
      await pause(5, undefined, { signal }).finally(leave);
      return new Response(new URL(url).search);
    });

  test.each([
    ["node:http", ofServer],
    ["Fetch", ofFetch],
  ])(
    "of %s: 200 calls keep within the limit, even if callers cancel",
    async (_, make) => {
      const limit = 5;
      const count = counter();
      const ask = askerOf(concurrency(limit)(make(count), contextOf()));
      const call = (number: number, signal = new AbortController().signal) =>
        textOf(ask({ signal, tool: { request: `GET /?number=${number}` } }));
      const texts = await Promise.all(
        Array.from({ length: 200 }, (_, number) => {
          const gone = new AbortController();
          // Some before they have a place, some while they run, some never.
          if (number % 3 === 0) setTimeout(() => gone.abort(), number % 40);
          return call(number, gone.signal);
        }),
      );
      const cancelled = texts.filter((text, number) => {
        const isCancelled = number % 3 === 0 && text.endsWith("cancelled.");
        if (!isCancelled) expect(text).toMatch(`?number=${number}`);
        return isCancelled;
      });
      expect(cancelled.length).toBeGreaterThan(10);
      await expect.poll(count.counts).toEqual({ running: 0, most: limit });
      // No place was lost.
      const again = Array.from({ length: limit }, (_, number) => call(number));
      expect(await Promise.all(again)).toHaveLength(limit);
    },
  );
});
