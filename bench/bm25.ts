/**
 * Findability of tools in clients that search `tools/list` by themselves, without a model: the server of a document is
 * emitted with all routes as tools, listed through a client of MCP, and ranked by BM25 over name, title and description.
 *
 *     npx tsx bench/bm25.ts ../shared/corpus/github-api.json ../shared/queries/github.json
 *     npx tsx bench/bm25.ts ../shared/queries/spotify-openapi.json ../shared/queries/restbench.json
 *
 * A hit is one of the operations of a query among the first k. For instructions that need several operations, recall
 * is the share of these operations among the first k, and a hit is any of them. `--misses` lists the queries whose first tool
 * is another one, with the place of the best one that is meant. `--save` and `--list` write the listed tools to a file,
 * and rank those of a file instead of an emitted server.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { plan } from "../generator/index.js";
import { emitted } from "./emitted.js";
import { createRanking } from "../generator/extensions/evals/rank-bm25.js";

interface Query {
  readonly query: string;
  /** `GET /pets`: any of them, or all of them for a whole instruction. */
  readonly operations: readonly string[];
}

interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** Tools of a server with the operation of each: `GET /pets`. */
interface ListedServer {
  readonly tools: readonly ListedTool[];
  readonly operations: Readonly<Record<string, string>>;
}

/** Counts of first tools that are looked at. */
const DEPTHS = [1, 5, 10];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "string" },
    misses: { type: "boolean", default: false },
    save: { type: "string" },
  },
});
const [document, queryFile] = positionals;
if (document === undefined || queryFile === undefined)
  throw new Error("Name a document and a file of queries.");

const server =
  values.list === undefined
    ? await listServer(resolve(document))
    : (JSON.parse(readFileSync(values.list, "utf8")) as ListedServer);
if (values.save !== undefined)
  writeFileSync(values.save, JSON.stringify(server));
const { tools, operations } = server;
const bytes = Buffer.byteLength(JSON.stringify(tools));
print(`${basename(document)}: ${tools.length} tools, ${bytes} bytes`);
const rank = createRanking(
  tools.map(({ name, title = "", description = "" }) =>
    [name, title, description].join(" "),
  ),
);
// Places of the operations that each query means; one that isn't listed has none.
const placesByQuery = readQueries(queryFile, document).map((query) => ({
  query: query.query,
  places: placesOf(query),
}));
const label = DEPTHS.join("/");
const hits = toPercents((depth) =>
  placesByQuery.map(({ places }) => Math.min(...places) < depth),
);
print(`hit@${label}: ${hits} % of ${placesByQuery.length}`);
if (basename(queryFile) === "restbench.json") {
  const recall = toPercents((depth) =>
    placesByQuery.flatMap(({ places }) => places.map((place) => place < depth)),
  );
  print(`recall@${label}: ${recall} %`);
}
if (values.misses)
  for (const { query, places } of placesByQuery) {
    const place = Math.min(...places);
    if (place > 0)
      print(`${place + 1}\t${query}\t${tools[rank(query)[0] ?? 0]?.name}`);
  }

function placesOf({ query, operations: meant }: Query): number[] {
  const rankedOperations = rank(query).map(
    (index) => operations[tools[index]?.name ?? ""],
  );
  return meant.map((operation) => {
    const place = rankedOperations.indexOf(operation);
    return place < 0 ? Infinity : place;
  });
}

/** Queries of a file that are about a document. */
function readQueries(file: string, documentFile: string): readonly Query[] {
  const { queries, sets = [] } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly queries?: readonly Query[];
    readonly sets?: readonly {
      readonly document: string;
      readonly queries: readonly Query[];
    }[];
  };
  return (
    queries ??
    sets
      .filter((set) => basename(set.document) === basename(documentFile))
      .flatMap((set) => set.queries)
  );
}

/** Emits the server of a document, and lists its tools in this process. */
async function listServer(file: string): Promise<ListedServer> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
  process.env["LOG_LEVEL"] = "silent";
  try {
    const out = join(folder, "out");
    const entry = await emitted({ document: file, out }, "server");
    // The export of every emitted server.ts.
    const { createServer } = (await import(pathToFileURL(entry).href)) as {
      createServer: (
        options: object,
      ) => Promise<{ connect(transport: Transport): Promise<void> }>;
    };
    const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
    await (await createServer({ env: process.env })).connect(serverEnd);
    const client = new Client({ name: "bench", version: "1.0.0" });
    await client.connect(clientEnd);
    const listedTools: ListedTool[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listTools(
        cursor === undefined ? {} : { cursor },
      );
      listedTools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    await client.close();
    const rows = await plan({ document: file, out, allRoutesAsTools: true });
    return {
      tools: listedTools,
      operations: Object.fromEntries(
        rows.map(({ method, name, path }) => [name, `${method} ${path}`]),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Shares of what is found among the first 1, 5 and 10, in percent: `76.0 / 94.5 / 95.5`. */
function toPercents(isFound: (depth: number) => readonly boolean[]): string {
  return DEPTHS.map((depth) => {
    const outcomes = isFound(depth);
    const count = outcomes.filter(Boolean).length;
    return ((100 * count) / outcomes.length).toFixed(1);
  }).join(" / ");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
