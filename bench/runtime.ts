/**
 * What a call costs: an emitted tool beside bare axios and beside a hand-written server, over the same transport and
 * in one run, in turns.
 *
 *     npx tsx bench/runtime.ts [--calls 96] [--rounds 40]
 *
 * What makes it fair:
 * - The hand-written server does what a careful developer writes: the SDK's McpServer, arguments checked by zod, one
 *   axios instance with a timeout, calls that end when the client cancels, the answer as text and as
 *   `structuredContent`, errors of the API told to the model.
 * - Both share one copy of the SDK and of axios, and Node's own agent, which keeps connections. Neither writes a log.
 * - The emitted server runs as its users build it, by the esbuild of its own `npm run bundle`; from tsx, which names
 *   every function anew each time it is made, it would be slower than it is.
 * - It does what the hand-written one does not: OpenAPI's styles of parameters, fields stripped that the document does
 *   not know, exact large integers, limits of size, masked secrets, text given for numbers understood.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import axios from "axios";
import type { AxiosResponse } from "axios";
import { build } from "esbuild";
import { z } from "zod";
import { generate } from "../generator/index.js";
import { row } from "./measure.js";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "96" },
    rounds: { type: "string", default: "40" },
  },
});

process.env["LOG_LEVEL"] = "silent";

/** One way to make both calls. */
interface Way {
  readonly name: string;
  readonly read: () => Promise<unknown>;
  readonly write: () => Promise<unknown>;
}

const petId = 7;
const query = { kind: "cat", tags: ["small", "old"], verbose: false };
const pet = {
  name: "Rex",
  kind: "dog",
  age: 3,
  tags: ["small", "old"],
  owner: { name: "Ann", email: "ann@example.com" },
};

const upstream = await startUpstream();
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
try {
  const ways = [
    bareAxios(upstream.url),
    await handWritten(upstream.url),
    await emitted(upstream.url),
  ];
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
  for (const call of ["read", "write"] as const) {
    const single = await times(ways, call, 1);
    const many = await times(ways, call, 16);
    for (const [index, { name }] of ways.entries())
      lines.push(
        row([call, name, ...cells(single, index), ...cells(many, index)]),
      );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
} finally {
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Microseconds a call of each way, in its fastest round: others work on this machine as well. */
async function times(
  ways: readonly Way[],
  call: "read" | "write",
  width: number,
): Promise<number[]> {
  const measured = ways.map((): number[] => []);
  for (let round = -2; round < Number(values.rounds); round++) {
    for (const [index, way] of ways.entries()) {
      const start = performance.now();
      for (let done = 0; done < Number(values.calls); done += width)
        await Promise.all(Array.from({ length: width }, () => way[call]()));
      const spent = performance.now() - start;
      if (round >= 0)
        measured[index]?.push((spent * 1000) / Number(values.calls));
    }
  }
  return measured.map((all) => Math.min(...all));
}

function cells(all: readonly number[], index: number): string[] {
  const [, base = NaN] = all;
  const own = all[index] ?? NaN;
  return [own.toFixed(0), (own / base).toFixed(2)];
}

function bareAxios(baseURL: string): Way {
  const client = axios.create({ baseURL });
  return {
    name: "bare axios",
    read: () => client.get(`/pets/${petId}`, { params: query }),
    write: () => client.post("/pets", pet, { params: { dry_run: false } }),
  };
}

/** As people write it: one tool by hand for each operation. */
async function handWritten(baseURL: string): Promise<Way> {
  const api = axios.create({ baseURL, timeout: 30_000 });
  const server = new McpServer({ name: "hand", version: "1.0.0" });
  server.registerTool(
    "getPet",
    {
      description: "Gets a pet.",
      inputSchema: {
        petId: z.number().int(),
        kind: z.string().optional(),
        tags: z.array(z.string()).optional(),
        verbose: z.boolean().optional(),
      },
    },
    ({ petId, ...params }, { signal }) =>
      toResult(api.get(`/pets/${petId}`, { params, signal })),
  );
  server.registerTool(
    "addPet",
    {
      description: "Adds a pet.",
      inputSchema: {
        dry_run: z.boolean().optional(),
        name: z.string(),
        kind: z.enum(["cat", "dog"]).optional(),
        age: z.number().int().optional(),
        tags: z.array(z.string()).optional(),
        owner: z
          .object({ name: z.string(), email: z.string().optional() })
          .optional(),
      },
    },
    ({ dry_run, ...body }, { signal }) =>
      toResult(api.post("/pets", body, { params: { dry_run }, signal })),
  );
  return asWay(
    "hand-written server",
    await connect((end) => server.connect(end)),
  );
}

async function toResult(
  answered: Promise<AxiosResponse<Record<string, unknown>>>,
): Promise<CallToolResult> {
  try {
    const { data } = await answered;
    return {
      content: [{ type: "text", text: JSON.stringify(data) }],
      structuredContent: data,
    };
  } catch (error) {
    if (!axios.isAxiosError(error)) throw error;
    const { message, response } = error;
    const text = `${message}\n${JSON.stringify(response?.data ?? "")}`;
    return { content: [{ type: "text", text }], isError: true };
  }
}

async function emitted(baseUrl: string): Promise<Way> {
  await generate({
    document: resolve("bench/pets.yaml"),
    out: folder,
    baseUrl,
    allRoutesAsTools: true,
  });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const outfile = join(folder, "dist/server.js");
  await build({
    entryPoints: [join(folder, "src/server.ts")],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    format: "esm",
  });
  const url = pathToFileURL(outfile).href;
  // What every emitted server.ts exports.
  const { createServer } = (await import(url)) as {
    createServer: () => { connect(transport: Transport): Promise<void> };
  };
  return asWay(
    "emitted server",
    await connect((end) => createServer().connect(end)),
  );
}

async function connect(
  serve: (end: Transport) => Promise<void>,
): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "bench", version: "1.0.0" });
  await Promise.all([serve(there), client.connect(here)]);
  return client;
}

function asWay(name: string, client: Client): Way {
  const call = async (tool: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name: tool, arguments: args });
    if (result.isError) throw new Error(JSON.stringify(result.content));
  };
  return {
    name,
    read: () => call("getPet", { petId, ...query }),
    write: () => call("addPet", { dry_run: false, ...pet }),
  };
}

/** An API in a process of its own, so that its work does not count. */
async function startUpstream() {
  const answer = JSON.stringify({ id: petId, ...pet, notes: "x".repeat(1000) });
  const script = `require("node:http").createServer((request, response) => {
    request.resume().on("end", () => response.setHeader("content-type", "application/json").end(${JSON.stringify(answer)}));
  }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;
  const child = spawn(process.execPath, ["-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once("data", (data: Buffer) =>
      resolve(data.toString().trim()),
    ),
  );
  return { url: `http://127.0.0.1:${port}`, close: () => child.kill() };
}
