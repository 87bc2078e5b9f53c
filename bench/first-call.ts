/**
 * The first call of every tool of a document, in one process: its arguments and its response have all that their schemas
 * declare. The runtime compiles no schema, so what is slow the first time is what it reads of one.
 *
 *     npx tsx bench/first-call.ts <document> …
 */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  toInputSchema,
  schemasIn,
  propertiesOf,
  resolveRef,
} from "../runtime/index.js";
import type {
  ResponseFields,
  Caller,
  JsonSchema,
  Schemas,
  McpService,
} from "../runtime/index.js";
import { bundled, emitted } from "./emitted.js";
import { middle, row } from "./measure.js";

process.env["LOG_LEVEL"] = "silent";

/** Levels that a sample has. */
const LEVELS = 6;

process.setSourceMapsEnabled(false); // tsx reads the map of all of it for one error's stack
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

let answer = "{}";
let requestCount = 0;
const api = createServer((request, response) => {
  requestCount += 1;
  request.resume().on("end", () => {
    response.setHeader("content-type", "application/json").end(answer);
  });
}).listen(0, "127.0.0.1");
await once(api, "listening");

const lines = [
  row(["document", "tools", "median, CPU ms", "slowest", "second slowest"]),
  row(["---", "--:", "--:", "---", "---"]),
];
for (const document of process.argv.slice(2)) {
  const out = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
  const costs = await firstCalls(document, out);
  rmSync(out, { recursive: true, force: true });
  costs.sort((a, b) => b.ms - a.ms);
  const slowest = costs.slice(0, 2).map(({ ms, name }) => {
    return `${ms.toFixed(0)} ms: ${name}`;
  });
  const median = middle(costs.map(({ ms }) => ms)).toFixed(1);
  lines.push(row([basename(document), costs.length, median, ...slowest]));
}
process.stdout.write(`${lines.join("\n")}\n`);
api.close();
api.closeAllConnections();

/** Exports with which a server is opened. */
interface OpenableServer {
  readonly server: object;
  openServer(
    this: void,
    server: object,
    options: object,
  ): Promise<{ readonly service: McpService }>;
}

async function firstCalls(document: string, out: string) {
  const { port } = api.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  process.env["API_BASE_URL"] = baseUrl;
  await emitted({ document, out, baseUrl });
  const entryFile = join(out, "src/all.ts");
  writeFileSync(
    entryFile,
    'export { server } from "./server.js";\nexport { openServer } from "./runtime/features/open.js";\nexport { answers } from "./answers.js";\n',
  );
  // Features of every emitted server.
  const { answers, openServer, server } = (await import(
    pathToFileURL(await bundled(entryFile, out)).href
  )) as { answers: ResponseFields } & OpenableServer;
  const { service } = await openServer(server, { env: process.env });
  const call = service.handlers["tools/call"];
  if (!call) throw new Error(`${document} has no tools.`);
  const timed = async ({
    component,
    source,
  }: McpService["entries"][number]) => {
    const { name, request } = component;
    // Not the entry's own, which the runtime reads at the first call.
    const schema = toInputSchema(component, source.schemas);
    const args = sampleOf(schema, source.schemas.$defs);
    const responseSchema = answers.operations[request] ?? {};
    answer = JSON.stringify(sampleOf(responseSchema, answers.$defs) ?? {});
    const startUsage = process.cpuUsage();
    await call({ name, arguments: args }, callerOf());
    const { system, user } = process.cpuUsage(startUsage);
    return { name, ms: (system + user) / 1000 };
  };
  requestCount = 0;
  collect(); // what generating has left
  const costs: { name: string; ms: number }[] = [];
  for (const entry of service.entries) {
    const isLoaded = requestCount > 0; // axios, by the first request that is sent
    const cost = await timed(entry);
    if (isLoaded) costs.push(cost);
  }
  return costs;
}

function callerOf(): Caller {
  const nothing = () => undefined;
  return {
    id: 1,
    headers: {},
    progress: nothing,
    signal: new AbortController().signal,
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
  };
}

/**
 * A value with all that a schema declares, as deep as that; nearly right is enough, since an error is a call as well.
 */
function sampleOf(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  level = 0,
): unknown {
  const samplePart = (part: JsonSchema) => sampleOf(part, $defs, level + 1);
  const { anyOf, const: only, enum: values, items, oneOf, type } = schema;
  const parts = [
    resolveRef(schema, $defs)?.schema ?? [],
    schemasIn(schema["allOf"]),
  ];
  const [branch] = [...schemasIn(anyOf), ...schemasIn(oneOf)];
  const [kind] = [type].flat();
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  if (kind === "integer" || kind === "number") return 1;
  if (kind === "boolean") return true;
  if (kind === "string") return "text";
  if (level > LEVELS) return undefined;
  if (kind === "array") return [samplePart(Object(items) as JsonSchema)];
  const fields = propertiesOf(schema).map(([name, property]) => [
    name,
    samplePart(property),
  ]);
  const samples = [...parts.flat(), ...(branch ? [branch] : [])].map(
    samplePart,
  );
  const [scalar] = samples.filter((part) => typeof part !== "object");
  return scalar ?? Object.assign({}, ...samples, Object.fromEntries(fields));
}
