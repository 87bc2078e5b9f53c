import { createServer } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { fetchTransport } from "../../runtime/features/app/fetch.js";
import { serverTransport } from "../../runtime/features/app/server.js";
import { toolOf } from "../runtime/upstream.js";
import { connectTo } from "./mcp.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // what the flag exposes

const answer = JSON.stringify({ text: "x".repeat(1000) });

const transports = {
  server: () =>
    serverTransport(async () =>
      createServer((_, response) =>
        response.setHeader("content-type", "application/json").end(answer),
      ),
    ),
  fetch: () =>
    fetchTransport(async () => ({ fetch: () => new Response(answer) })),
};

/** MB of the heap that are still in use. */
async function used(): Promise<number> {
  // Objects that timers and finalizers hold go in later rounds.
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
  }
  return process.memoryUsage().heapUsed / 1024 ** 2;
}

test.each(Object.entries(transports))(
  "memory stays flat over 1,500 calls: %s",
  async (_, make) => {
    const client = await connectTo(make(), [toolOf()]);
    const call = async (times: number) => {
      for (let done = 0; done < times; done += 50)
        await Promise.all(
          Array.from({ length: 50 }, () => client.callTool({ name: "tool" })),
        );
    };
    await call(1000);
    const before = await used();
    await call(1500);
    // 700 bytes kept for each call would show; bench/in-process.ts makes more of them.
    expect((await used()) - before).toBeLessThan(1);
  },
);
