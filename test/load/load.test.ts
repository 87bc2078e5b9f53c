import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle, emit, serve } from "../emitted/project.js";
import type { Served } from "../emitted/project.js";
import { startItems } from "./api.js";
import { load } from "./load.js";

const calls = Number(process.env["CALLS"] ?? 20_000);
let api: Awaited<ReturnType<typeof startItems>>;
let file: string;
let served: Served | undefined;

beforeAll(async () => {
  api = await startItems();
  const document = "test/load/openapi.json";
  const wanted = { allRoutesAsTools: true, features: ["sessions"] };
  file = await bundle(await emit({ document, ...wanted }));
});
afterAll(async () => {
  await served?.stop();
  api.close();
});

test.each([
  ["without sessions", []],
  ["with sessions", ["--sessions"]],
])(
  "%s, no call of 64 clients is lost or made twice, and memory stays",
  async (name, args) => {
    api.asked.clear();
    served = await serve(file, {
      args,
      env: {
        API_BASE_URL: api.baseUrl,
        NODE_OPTIONS: "--max-old-space-size=128",
      },
    });
    const pid = served.child.pid ?? 0;
    const outcome = await load(served.url, {
      calls,
      clients: 64,
      pid,
      onSample: (memory, done) =>
        process.stdout.write(`${done} calls, ${memory} MB\n`),
    });
    const { latency, memory, seconds, wrong } = outcome;
    process.stdout.write(
      `${JSON.stringify({ name, calls, seconds, rate: Math.round(calls / seconds), latency, memory })}\n`,
    );
    expect(wrong).toEqual([]);
    expect(api.asked.size).toBe(calls);
    expect([...api.asked.values()].filter((times) => times > 1)).toEqual([]);
    expect(
      served.lines.filter((line) => line.includes('"level":"error"')),
    ).toEqual([]);
    // What is held after two tenths is what is held in the end, give or take a collection.
    expect(memory.at(-1)).toBeLessThan((memory[1] ?? 0) * 1.5);
    await served.stop();
  },
);
