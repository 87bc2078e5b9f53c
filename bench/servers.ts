/**
 * An emitted server beside those that read the document when they start, or leave it to the user: FastMCP's bridge in
 * Python, and a tool by hand with fastmcp for TypeScript. All on stdio, in turns; what is not installed is left out.
 *
 *     npx tsx bench/servers.ts <document.json> [--python <with fastmcp>] [--fastmcp <folder with node_modules/fastmcp>]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { load } from "js-yaml";
import { emitted } from "./emitted.js";
import { middle, row } from "./measure.js";
import { INITIALIZE, stdioOf } from "./stdio.js";
import { petId, query, startUpstream } from "./upstream.js";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    python: { type: "string" },
    fastmcp: { type: "string" },
    rounds: { type: "string", default: "5" },
  },
});
const [large] = positionals;
if (large === undefined) throw new Error("Name a JSON document.");

const BRIDGE = `import json, sys, httpx2
from fastmcp import FastMCP
client = httpx2.AsyncClient(base_url=sys.argv[2])
FastMCP.from_openapi(openapi_spec=json.load(open(sys.argv[1])), client=client).run(show_banner=False)
`;

const BY_HAND = `import { FastMCP } from "fastmcp";
import { z } from "zod";
const server = new FastMCP({ name: "hand", version: "1.0.0" });
server.addTool({
  name: "getPet",
  description: "Gets a pet.",
  parameters: z.object({ petId: z.number().int(), kind: z.string().optional(), tags: z.array(z.string()).optional(), verbose: z.boolean().optional() }),
  execute: async ({ petId, ...params }) => {
    const url = new URL("/pets/" + petId, process.argv[2]);
    for (const [name, value] of Object.entries(params)) for (const one of [value].flat()) url.searchParams.append(name, one);
    return await (await fetch(url)).text();
  },
});
await server.start({ transportType: "stdio" });
`;

const upstream = await startUpstream();
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
try {
  const pets = join(folder, "pets.json");
  writeFileSync(
    pets,
    JSON.stringify(load(readFileSync("bench/pets.yaml", "utf8"))),
  );
  const lines = [
    row(["server", "tools", "start, ms", "first list, ms", "one call, ms"]),
    row(["---", "--:", "--:", "--:", "--:"]),
  ];
  for (const document of [pets, resolve(large)])
    for (const [name, command] of await servers(document)) {
      const runs: number[][] = [];
      for (let round = 0; round < Number(values.rounds); round += 1)
        runs.push(await talk(command, document === pets));
      const medians = [0, 1, 2, 3].map((at) =>
        middle(runs.map((run) => run[at] ?? NaN)),
      );
      const [tools = 0, ...times] = medians;
      lines.push(
        row([
          name,
          tools,
          ...times.map((ms) =>
            Number.isNaN(ms) ? "" : ms.toFixed(ms < 20 ? 1 : 0),
          ),
        ]),
      );
    }
  process.stdout.write(`${lines.join("\n")}\n`);
} finally {
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
}

async function servers(document: string): Promise<[string, string[]][]> {
  const out = mkdtempSync(join(folder, "out-"));
  const candidates: [string, string[]][] = [
    [
      "toolwright, emitted",
      ["node", await emitted({ document, out, baseUrl: upstream.url })],
    ],
  ];
  if (values.python) {
    const script = join(folder, "bridge.py");
    writeFileSync(script, BRIDGE);
    candidates.push([
      "FastMCP from_openapi (Python)",
      [values.python, script, document, upstream.url],
    ]);
  }
  if (values.fastmcp && document.endsWith("pets.json")) {
    const script = join(values.fastmcp, "toolwright-bench.mjs");
    writeFileSync(script, BY_HAND);
    candidates.push([
      "fastmcp (TypeScript), one tool by hand",
      ["node", script, upstream.url],
    ]);
  }
  return candidates;
}

/** The number of tools; milliseconds to the response to `initialize`, of the first list and of a call. */
async function talk(
  [program = "", ...args]: readonly string[],
  calls: boolean,
): Promise<number[]> {
  const begun = performance.now();
  const child = spawn(program, args, {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });
  const { ask, send } = stdioOf(child);
  await ask("initialize", INITIALIZE);
  const started = performance.now();
  send({ method: "notifications/initialized" });
  const list = await ask("tools/list");
  const listed = performance.now();
  const { result } = JSON.parse(list) as { result: { tools: object[] } };
  const times: number[] = [];
  for (let done = 0; calls && done < 100; done += 1) {
    const askTime = performance.now();
    const reply = await ask("tools/call", {
      name: "getPet",
      arguments: { petId, ...query },
    });
    if (!reply.includes("Rex")) throw new Error(reply);
    times.push(performance.now() - askTime);
  }
  child.kill();
  return [
    result.tools.length,
    started - begun,
    listed - started,
    middle(times),
  ];
}
