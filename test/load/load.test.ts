import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle, emit, serve } from "../emitted/project.js";
import type { Served } from "../emitted/project.js";
import { startItems } from "./api.js";
import { load } from "./load.js";

const calls = Number(process.env["CALLS"] ?? 20_000);
let api: Awaited<ReturnType<typeof startItems>>;
const files = new Map<string, string>();
let served: Served | undefined;

beforeAll(async () => {
  api = await startItems();
  const document = "test/load/openapi.json";
  const wanted = { allRoutesAsTools: true, features: ["sessions"] };
  for (const sdk of ["v1", "v2"] as const)
    files.set(sdk, await bundle(await emit({ document, sdk, ...wanted })));
});
afterAll(async () => {
  await served?.stop();
  api.close();
});

test.each([
  ["v1", "v1", "without sessions", []],
  ["v1", "v1", "with sessions", ["--sessions"]],
  ["v2", "v1", "without sessions", []],
  ["v2", "v1", "with sessions", ["--sessions"]],
  ["v2", "v2", "without sessions", []],
] as const)(
  "SDK %s, clients %s %s: calls of 64 clients are all made once, in flat memory",
  async (sdk, client, name, args) => {
    api.asked.clear();
    served = await serve(files.get(sdk) ?? "", {
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
      client,
      pid,
      onSample: (memory, done) =>
        process.stdout.write(`${done} calls, ${memory} MB\n`),
    });
    const { latency, memory, seconds, wrong } = outcome;
    process.stdout.write(
      `${JSON.stringify({ sdk, client, name, calls, seconds, rate: Math.round(calls / seconds), latency, memory })}\n`,
    );
    expect(wrong).toEqual([]);
    expect(api.asked.size).toBe(calls);
    expect([...api.asked.values()].filter((times) => times > 1)).toEqual([]);
    expect(
      served.lines.filter((line) => line.includes('"level":"error"')),
    ).toEqual([]);
    // Memory after two tenths is the memory at the end, give or take a collection.
    expect(memory.at(-1)).toBeLessThan((memory[1] ?? 0) * 1.5);
    await served.stop();
  },
);
