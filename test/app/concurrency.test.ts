import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { fetchTransport } from "../../runtime/features/app/fetch.js";
import { serverTransport } from "../../runtime/features/app/server.js";
import type { Transport } from "../../runtime/index.js";
import { toolOf, contextOf } from "../runtime/upstream.js";
import { connectTo } from "./mcp.js";
import { concurrency } from "../../runtime/features/transport/concurrency.js";

const limit = 5;

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

function ofServer({ enter, leave }: Counter): Transport {
  return serverTransport(async () =>
    createServer((request, response) => {
      enter();
      response.once("close", leave);
      setTimeout(() => response.end(request.url), 5);
    }),
  );
}

function ofFetch({ enter, leave }: Counter): Transport {
  const fetch = async ({ url, signal }: Request) => {
    enter();
    await pause(5, undefined, { signal }).finally(leave);
    return new Response(new URL(url).search);
  };
  return fetchTransport(async () => ({ fetch }));
}

test.each([
  ["node:http", ofServer],
  ["Fetch", ofFetch],
])(
  "%s: 200 concurrent calls keep within the limit, even if callers cancel",
  async (_, make) => {
    const count = counter();
    const tool = toolOf({
      arguments: { number: { in: "query", type: "integer" } },
    });
    const transport = concurrency(limit)(make(count), contextOf());
    const client = await connectTo(transport, [tool]);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async (_, number) => {
        const gone = new AbortController();
        // Some before they have a place, some while they run, some never.
        if (number % 3 === 0) setTimeout(() => gone.abort(), number % 40);
        const asked = client.callTool(
          { name: "tool", arguments: { number } },
          undefined,
          { signal: gone.signal },
        );
        return asked.then(
          ({ content }) => [number, JSON.stringify(content)] as const,
          () => [number, "cancelled"] as const,
        );
      }),
    );
    for (const [number, text] of outcomes) {
      if (number % 3 !== 0 || text !== "cancelled")
        expect(text).toContain(`?number=${number}"`);
    }
    const cancelled = outcomes.filter(([, text]) => text === "cancelled");
    expect(cancelled.length).toBeGreaterThan(10);
    await expect.poll(count.counts).toEqual({ running: 0, most: limit });
    // No place was lost.
    const again = Array.from({ length: limit }, (_, number) =>
      client.callTool({ name: "tool", arguments: { number } }),
    );
    expect(await Promise.all(again)).toHaveLength(limit);
  },
);

test("calls over HTTP to the same application do not count", async () => {
  const waiting: (() => void)[] = [];
  const app = createServer((request, response) => {
    if (request.url === "/direct") response.end("direct");
    else waiting.push(() => response.end("tool"));
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const address = app.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const client = await connectTo(
    concurrency(1)(
      serverTransport(async () => app),
      contextOf(),
    ),
    [toolOf({ request: "GET /tool" })],
  );
  const held = client.callTool({ name: "tool" });
  await expect.poll(() => waiting.length).toBe(1);
  const direct = Array.from({ length: 10 }, async () =>
    (await fetch(`http://127.0.0.1:${port}/direct`)).text(),
  );
  expect(new Set(await Promise.all(direct))).toEqual(new Set(["direct"]));
  waiting[0]?.();
  expect(await held).toMatchObject({ content: [{ text: "tool" }] });
  app.closeAllConnections();
  app.close();
});

/** An application that takes its time and listens to no one. */
const deaf = {
  "node:http": ({ enter, leave }: Counter) =>
    serverTransport(async () =>
      createServer((_request, response) => {
        enter();
        setTimeout(() => {
          leave();
          response.end();
        }, 300);
      }),
    ),
  Fetch: ({ enter, leave }: Counter) =>
    fetchTransport(async () => ({
      fetch: async () => {
        enter();
        await pause(300).finally(leave);
        return new Response();
      },
    })),
};

test.each(Object.entries(deaf))(
  "%s: a slot is free when the application has responded, not when its caller has left",
  async (_, make) => {
    const count = counter();
    const client = await connectTo(
      concurrency(1)(make(count), contextOf()),
      [toolOf()],
      {
        timeout: 0.1,
      },
    );
    const calls = Array.from({ length: 3 }, () =>
      client.callTool({ name: "tool" }),
    );
    for (const { isError } of await Promise.all(calls))
      expect(isError).toBe(true);
    await expect.poll(count.counts).toEqual({ running: 0, most: 1 });
  },
);
