/**
 * Search mode of emitted servers, without a model: whether questions find their operation through a real client of
 * MCP, what is in a model's context, what the way to a call costs, and how long searches take.
 *
 *     npm install --no-save gpt-tokenizer
 *     npx tsx bench/search.ts ../shared/corpus/github-api.json ../shared/queries/github.json
 *     npx tsx bench/search.ts ../shared/corpus/kubernetes.json
 *
 * Of questions that need several operations, recall is told. Without the tokenizer, tokens are characters ÷ 4.5.
 */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { build } from "esbuild";
import { generate, plan } from "../generator/index.js";
import type { Config } from "../generator/index.js";

interface Question {
  readonly query: string;
  /** `GET /pets`: any of them; of whole instructions, all. */
  readonly operations: readonly string[];
}

type Tokens = (text: string) => number;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pin: { type: "string", default: "0" } },
});
const [document = "", questions] = positionals;
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
try {
  await run();
} finally {
  rmSync(folder, { recursive: true });
}

async function run(): Promise<void> {
  const tokens = await tokenizer();
  const config: Config = {
    document: resolve(document),
    allRoutesAsTools: true,
  };
  const rows = await plan(config);
  const pin = rows.slice(0, Number(values.pin)).map(({ name }) => name);
  const client = await connect({
    ...config,
    tools: "search",
    alwaysListed: pin,
  });
  const nameOf = new Map(
    rows.map(({ method, name, path }) => [`${method} ${path}`, name]),
  );
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: args });
    return (content as { text: string }[]).map(({ text }) => text).join("\n");
  };
  const { tools } = await client.listTools();
  const descriptions = tools.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, inputSchema }),
  );
  const instructions = client.getInstructions() ?? "";
  print(
    `${basename(document)}: ${rows.length} operations`,
    `standing: ${tokens(descriptions.join("")) + tokens(instructions)} tokens, ${tokens(instructions)} of them instructions`,
  );
  const start = process.cpuUsage();
  await call("search_operations", { query: "create" });
  const { system, user } = process.cpuUsage(start);
  print(`first search: ${Math.round((system + user) / 1000)} ms of CPU`);
  const repeated = performance.now();
  for (let i = 0; i < 50; i += 1)
    await call("search_operations", { query: `create an item ${i}` });
  print(`later: ${((performance.now() - repeated) / 50).toFixed(1)} ms`);
  for (const { name, isWhole, all: queries } of readQuestions()) {
    const places: number[] = [];
    const costs: number[] = [];
    for (const { operations, query } of queries) {
      const answer = await call("search_operations", { query, limit: 10 });
      const hitNames = answer.split("\n").map((line) => line.split("(", 1)[0]);
      const wantedNames = operations.map((operation) => nameOf.get(operation));
      const at = wantedNames
        .map((wantedName) => hitNames.indexOf(wantedName))
        .filter((n) => n >= 0);
      places.push(
        ...(isWhole
          ? wantedNames.map((wantedName) => hitNames.indexOf(wantedName))
          : [Math.min(...at, Infinity)]),
      );
      const first = await call("search_operations", { query });
      const outline = await call("describe_operations", {
        names: [wantedNames[0]],
      });
      costs.push(tokens(query) + tokens(first) + tokens(outline));
    }
    const share = (k: number) => {
      const within = places.filter((at) => at >= 0 && at < k).length;
      return ((100 * within) / places.length).toFixed(1);
    };
    costs.sort((a, b) => a - b);
    const cost = (part: number) => costs[Math.floor(costs.length * part)];
    print(
      `${name}: ${isWhole ? "recall" : "hit"}@1/5/10 ${[1, 5, 10].map(share).join(" / ")} % of ${places.length}`,
      `search and describe: median ${cost(0.5)}, p95 ${cost(0.95)}, most ${costs.at(-1)} tokens`,
    );
  }
  await client.close();
}

/** Reads the set of a file, or the sets that are about this document. */
function readQuestions() {
  if (questions === undefined) return [];
  const file = JSON.parse(readFileSync(questions, "utf8")) as {
    readonly queries?: readonly Question[];
    readonly sets?: readonly {
      readonly document: string;
      readonly queries: readonly Question[];
    }[];
  };
  const name = basename(questions);
  if (file.queries) return [{ name, isWhole: false, all: file.queries }];
  return (file.sets ?? [])
    .filter((set) => basename(set.document) === basename(document))
    .map(({ queries: queryList }) => ({ name, isWhole: true, all: queryList }));
}

/** A client of an emitted server, in this process. */
async function connect(config: Config): Promise<Client> {
  const out = join(folder, "out");
  await generate({ ...config, out });
  symlinkSync(resolve("node_modules"), join(out, "node_modules"));
  const outfile = join(out, "dist", "server.mjs");
  await build({
    entryPoints: [join(out, "src", "server.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  const { createServer } = (await import(pathToFileURL(outfile).href)) as {
    createServer: (options: object) => Promise<{
      connect(transport: InMemoryTransport): Promise<void>;
    }>;
  };
  const [ours, serverTransport] = InMemoryTransport.createLinkedPair();
  await (await createServer({ env: process.env })).connect(serverTransport);
  const client = new Client({ name: dirname(out), version: "1" });
  await client.connect(ours);
  return client;
}

async function tokenizer(): Promise<Tokens> {
  const name = "gpt-tokenizer/encoding/o200k_base";
  try {
    const { encode } = (await import(name)) as {
      encode: (text: string) => readonly number[];
    };
    return (text) => encode(text).length;
  } catch {
    return (text) => Math.ceil(text.length / 4.5);
  }
}

function print(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}
