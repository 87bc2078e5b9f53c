/**
 * CPU time of structured content in a server: calls without and with `outputSchemas`, in one process and in turns.
 * Messages are written as text, as for any real transport; the client's work is not counted.
 *
 *     npx tsx bench/structured.ts [--calls 96] [--rounds 61]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { emitted } from "./emitted.js";
import { middle, row } from "./measure.js";
import { pet, petId, query, startUpstream } from "./upstream.js";

const CALLS = {
  read: { name: "getPet", arguments: { petId, ...query } },
  write: { name: "addPet", arguments: { dry_run: false, ...pet } },
  "1 MB": { name: "listPets" },
};

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "96" },
    rounds: { type: "string", default: "61" },
  },
});

const upstream = await startUpstream();
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
process.env["LOG_LEVEL"] = "silent";
try {
  const document = resolve("bench/pets.yaml");
  const variants = [];
  for (const outputSchemas of ["off", "typed"] as const) {
    const out = join(folder, outputSchemas);
    const options = { document, out, baseUrl: upstream.url, outputSchemas };
    const server = await emitted(options, "server");
    variants.push(await open(server));
  }
  const lines = [row(["call", "µs off", "µs typed", "+ %"])];
  lines.push(row(["---", "--:", "--:", "--:"]));
  for (const [call, params] of Object.entries(CALLS)) {
    const calls = call === "1 MB" ? 3 : Number(values.calls);
    const [off = [], typed = []] = await times(variants, params, calls);
    const increases = typed.map(
      (time, at) => 100 * (time / (off[at] ?? NaN) - 1),
    );
    const cells = [middle(off).toFixed(0), middle(typed).toFixed(0)];
    lines.push(row([call, ...cells, middle(increases).toFixed(1)]));
  }
  process.stdout.write(`${lines.join("\n")}\n`);
} finally {
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Microseconds of CPU a call, by way and round. */
async function times(variants: readonly Way[], params: object, calls: number) {
  const measured = variants.map((): number[] => []);
  for (let round = -20; round < Number(values.rounds); round += 1)
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const start = process.cpuUsage();
      for (let done = 0; done < calls; done += 1) await variants[at]?.(params);
      const { system, user } = process.cpuUsage(start);
      if (round >= 0) measured[at]?.push((system + user) / calls);
    }
  return measured;
}

type Way = (params: object) => Promise<void>;

/** Calls tools of a built server, one after the other. */
async function open(file: string): Promise<Way> {
  // Exports of every emitted server.ts.
  const { createServer } = (await import(pathToFileURL(file).href)) as {
    createServer: (
      options: object,
    ) => Promise<{ connect(transport: Transport): Promise<void> }>;
  };
  let answered: (text: string) => void = () => {};
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => answered(JSON.stringify(message)),
  };
  await (await createServer({ env: process.env })).connect(transport);
  return async (params) => {
    const answer = new Promise<string>((resolve) => (answered = resolve));
    const message = { jsonrpc: "2.0" as const, id: 1, method: "tools/call" };
    transport.onmessage?.({ ...message, params: { ...params } });
    const text = await answer;
    if (!text.startsWith('{"result":{"content"')) throw new Error(text);
  };
}
