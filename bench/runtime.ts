/**
 * What a call costs of CPU: an emitted tool beside bare axios and beside a hand-written server, over the same transport and
 * in one run, in turns.
 *
 *     npx tsx bench/runtime.ts [--calls 96] [--rounds 21]
 *
 * What makes it fair:
 * - The hand-written server is `by-hand.ts`.
 * - Both share one copy of the SDK and of axios, and Node's own agent, which keeps connections. Neither writes a log.
 * - The emitted server runs as its users build it, by the esbuild of its own `npm run bundle`; from tsx, which names
 *   every function anew each time it is made, it would be slower than it is.
 * - It does what the hand-written one does not: OpenAPI's styles of parameters, fields stripped that the document does
 *   not know, exact large integers, limits of size, masked secrets, text given for numbers understood.
 * - Messages go as text, as over any real transport.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { byHand, clientOf } from "./by-hand.js";
import { emitted } from "./emitted.js";
import { middle, row } from "./measure.js";
import { pet, petId, query, startUpstream } from "./upstream.js";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "96" },
    rounds: { type: "string", default: "21" },
  },
});

process.env["LOG_LEVEL"] = "silent";

const CALLS = ["read", "write", "1 MB"] as const;

/** One way to make all calls. */
type Way = Readonly<Record<(typeof CALLS)[number], () => Promise<unknown>>>;

const upstream = await startUpstream();
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
try {
  const ways = new Map([
    ["bare axios", bareAxios(upstream.url)],
    ["hand-written server", await handWritten(upstream.url)],
    ["emitted server", await fromDocument(upstream.url)],
  ]);
  const lines = [
    row([
      "call",
      "way",
      "µs, one by one",
      "× hand-written",
      "µs, 16 at once",
      "× hand-written",
    ]),
    row(["---", "---", "--:", "--:", "--:", "--:"]),
  ];
  for (const call of CALLS) {
    const single = await times([...ways.values()], call, 1);
    const many = await times([...ways.values()], call, 16);
    for (const [index, name] of [...ways.keys()].entries())
      lines.push(
        row([call, name, ...cells(single, index), ...cells(many, index)]),
      );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
} finally {
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Microseconds of CPU a call of each way, the middle of all rounds: others work on this machine as well. */
async function times(
  ways: readonly Way[],
  call: keyof Way,
  width: number,
): Promise<number[]> {
  const measured = ways.map((): number[] => []);
  const isLarge = call === "1 MB";
  const calls = isLarge ? 16 : Number(values.calls);
  // First as many as it takes until Node has compiled what runs often.
  for (let round = isLarge ? -2 : -30; round < Number(values.rounds); round++) {
    for (const [index, way] of ways.entries()) {
      const start = process.cpuUsage();
      for (let done = 0; done < calls; done += width)
        await Promise.all(Array.from({ length: width }, () => way[call]()));
      const { system, user } = process.cpuUsage(start);
      if (round >= 0) measured[index]?.push((system + user) / calls);
    }
  }
  return measured.map(middle);
}

function cells(all: readonly number[], index: number): string[] {
  const [, base = NaN] = all;
  const own = all[index] ?? NaN;
  return [own.toFixed(0), (own / base).toFixed(2)];
}

function bareAxios(baseURL: string): Way {
  const client = clientOf(baseURL);
  return {
    read: () => client.get(`/pets/${petId}`, { params: query }),
    write: () => client.post("/pets", pet, { params: { dry_run: false } }),
    "1 MB": () => client.get("/pets"),
  };
}

async function handWritten(baseURL: string): Promise<Way> {
  const server = byHand(clientOf(baseURL));
  return asWay(await connect((end) => server.connect(end)));
}

async function fromDocument(baseUrl: string): Promise<Way> {
  const document = resolve("bench/pets.yaml");
  const file = await emitted({ document, out: folder, baseUrl }, "server");
  // What every emitted server.ts exports.
  const { createServer } = (await import(pathToFileURL(file).href)) as {
    createServer: () => { connect(transport: Transport): Promise<void> };
  };
  return asWay(await connect((end) => createServer().connect(end)));
}

async function connect(
  serve: (end: Transport) => Promise<void>,
): Promise<Client> {
  const ends = InMemoryTransport.createLinkedPair();
  for (const end of ends) {
    const send = end.send.bind(end);
    end.send = (message, options) =>
      send(JSON.parse(JSON.stringify(message)) as JSONRPCMessage, options);
  }
  const [here, there] = ends;
  const client = new Client({ name: "bench", version: "1.0.0" });
  await Promise.all([serve(there), client.connect(here)]);
  return client;
}

function asWay(client: Client): Way {
  const call = async (tool: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name: tool, arguments: args });
    if (result.isError) throw new Error(JSON.stringify(result.content));
  };
  return {
    read: () => call("getPet", { petId, ...query }),
    write: () => call("addPet", { dry_run: false, ...pet }),
    "1 MB": () => call("listPets", {}),
  };
}
