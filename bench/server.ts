/**
 * A whole server, beside the SDK alone or one written by hand (`by-hand.ts`), each its own process, built as
 * `npm run bundle` does, in turns.
 *
 *     npx tsx bench/server.ts <document> [--rounds 7]
 *
 * - Start, and lists of tools: the document's server on stdio beside the SDK's low-level one that has the same list as
 *   text, from the start of the process to the response to `initialize`, and from a request to the last byte of the list.
 * - 64 clients over HTTP that call one tool of `pets.yaml` as fast as they can: one server a request, and with sessions.
 * - The heap that an idle session holds, and a call whose answer the API holds back.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { Agent, request } from "node:http";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { bundled, emitted } from "./emitted.js";
import { middle, row } from "./measure.js";
import { INITIALIZE, stdioOf } from "./stdio.js";
import { petId, query, startUpstream } from "./upstream.js";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "7" } },
});
const rounds = Number(values.rounds);
const CLIENTS = 64;
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
const upstream = await startUpstream();

/** Two ways of one thing, by their measurements. */
type Measurements = Record<string, number>;

/** Responds to any message with what its process has used. */
const PROBE = `process.on("message", (what) => {
  const { user, system } = process.cpuUsage();
  if (what === "heap") gc();
  const { heapUsed, external } = process.memoryUsage();
  process.send({ cpu: (user + system) / 1000, heap: heapUsed + external });
});`;

const callOf = (petId: number, id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "getPet", arguments: { petId, ...query } },
});

try {
  const [document] = positionals;
  if (document) await compareStarts(document);
  await compareCalls();
} finally {
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
}

async function compareStarts(document: string): Promise<void> {
  const ours = await emitted({ document, out: join(folder, "large") });
  const bare = join(folder, "bare/bare.ts");
  const { tools } = await talk(ours);
  mkdirSync(join(folder, "bare"));
  symlinkSync(resolve("node_modules"), join(folder, "bare/node_modules"));
  writeFileSync(bare, bareServer(tools));
  const bareFile = await bundled(bare, join(folder, "large"));
  await print(`${tools.length} tools on stdio`, {
    "the SDK alone": async () => (await talk(bareFile)).told,
    "emitted server": async () => (await talk(ours)).told,
  });
}

function bareServer(tools: readonly object[]): string {
  return `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
const tools = JSON.parse(${JSON.stringify(JSON.stringify(tools))});
const server = new Server({ name: "bare", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
await server.connect(new StdioServerTransport());
`;
}

/** Starts a server on stdio and lists its tools several times. */
async function talk(script: string) {
  const begun = performance.now();
  const child = start(script);
  const { ask } = stdioOf(child);
  await ask("initialize", INITIALIZE);
  const started = performance.now() - begun;
  const atStart = await statusOf(child, "cpu");
  const times: number[] = [];
  const costs: number[] = [];
  let list = "";
  let lastUsage = atStart;
  for (let asks = 0; asks < 10; asks += 1) {
    const askTime = performance.now();
    list = await ask("tools/list");
    times.push(performance.now() - askTime);
    const after = await statusOf(child, "cpu");
    costs.push(after.cpu - lastUsage.cpu);
    lastUsage = after;
  }
  const { heap } = await statusOf(child, "heap");
  child.kill();
  const { result } = JSON.parse(list) as { result: { tools: object[] } };
  const measurements: Measurements = {
    "start, ms": started,
    "its CPU, ms": atStart.cpu,
    "first list, ms": times[0] ?? NaN,
    "its CPU, ms ": costs[0] ?? NaN,
    "later list, CPU ms": middle(costs.slice(3)),
    "heap, MB": heap / 1e6,
  };
  return { tools: result.tools, told: measurements };
}

async function compareCalls(): Promise<void> {
  const document = resolve("bench/pets.yaml");
  const [out, baseUrl] = [join(folder, "pets"), upstream.url];
  const features = ["sessions"] as const;
  const ours = await emitted({ document, out, baseUrl, features });
  const hand = join(folder, "hand/by-hand.ts");
  mkdirSync(join(folder, "hand"));
  symlinkSync(resolve("node_modules"), join(folder, "hand/node_modules"));
  writeFileSync(
    hand,
    `import { serve } from ${JSON.stringify(resolve("bench/by-hand.ts"))};\nserve(...process.argv.slice(2));`,
  );
  const handFile = await bundled(hand, out);
  for (const mode of ["without sessions", "with sessions"] as const) {
    const isKept = mode === "with sessions";
    const servers = [
      await listening(handFile, (port) => [upstream.url, port, mode]),
      await listening(ours, (port) => [
        ...["--transport", "streamable-http", "--port", port],
        ...(isKept ? ["--sessions"] : []),
      ]),
    ];
    const [first, second] = servers.map((server) => () => load(server, isKept));
    if (first && second)
      await print(`${CLIENTS} clients, ${mode}`, {
        "hand-written server": first,
        "emitted server": second,
      });
    const [held, ownUsage] = await Promise.all(
      servers.map((server) => hold(server, isKept)),
    );
    if (held && ownUsage)
      await print(`kept in memory, ${mode}`, {
        "hand-written server": async () => held,
        "emitted server": async () => ownUsage,
      });
    for (const { child } of servers) child.kill();
  }
}

interface Listening {
  readonly child: ChildProcess;
  readonly url: string;
}

/** A server that takes connections. */
async function listening(
  script: string,
  argsOf: (port: string) => readonly string[],
): Promise<Listening> {
  const port = await freePort();
  const child = start(script, argsOf(port));
  const url = `http://127.0.0.1:${port}/mcp`;
  const isUp = () =>
    once(connect(Number(port), "127.0.0.1"), "connect").then(
      () => true,
      () => false,
    );
  while (!(await isUp())) await new Promise((wait) => setTimeout(wait, 50));
  return { child, url };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return String(port);
}

/** Calls of all clients as fast as they go. */
async function load(server: Listening, isKept: boolean): Promise<Measurements> {
  const agent = new Agent({ keepAlive: true });
  const sessions = await Promise.all(
    Array.from({ length: CLIENTS }, async () =>
      isKept ? open(server, agent) : undefined,
    ),
  );
  const startUsage = await statusOf(server.child, "cpu");
  const begun = performance.now();
  const callCount = 20;
  await Promise.all(
    sessions.map(async (session) => {
      for (let done = 0; done < callCount; done += 1) {
        const reply = await post(
          server,
          agent,
          callOf(petId, done + 2),
          session,
        );
        if (!reply.body.includes("Rex")) throw new Error(reply.body);
      }
    }),
  );
  const calls = CLIENTS * callCount;
  const seconds = (performance.now() - begun) / 1000;
  const after = await statusOf(server.child, "cpu");
  agent.destroy();
  return {
    "calls a second": calls / seconds,
    "CPU, µs a call": ((after.cpu - startUsage.cpu) * 1000) / calls,
  };
}

/** Measures the memory of idle sessions and calls. */
async function hold(server: Listening, isKept: boolean): Promise<Measurements> {
  const agent = new Agent({ keepAlive: true });
  const count = 500;
  const sessions: (string | undefined)[] = [];
  await post(
    server,
    agent,
    callOf(petId, 1),
    isKept ? await open(server, agent) : undefined,
  );
  const empty = await statusOf(server.child, "heap");
  for (let index = 0; index < count; index += 1)
    sessions.push(isKept ? await open(server, agent) : undefined);
  const idle = await statusOf(server.child, "heap");
  for (const session of sessions)
    post(server, agent, callOf(0, 2), session).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const busy = await statusOf(server.child, "heap");
  agent.destroy();
  const toShare = (bytes: number) => bytes / count / 1024;
  return {
    ...(isKept && { "KB an idle session": toShare(idle.heap - empty.heap) }),
    "KB a call in flight": toShare(busy.heap - idle.heap),
  };
}

async function open(server: Listening, agent: Agent): Promise<string> {
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: INITIALIZE,
  };
  const { session } = await post(server, agent, message);
  if (!session) throw new Error("It gave no session.");
  await post(
    server,
    agent,
    { jsonrpc: "2.0", method: "notifications/initialized" },
    session,
  );
  return session;
}

async function post(
  { url }: Listening,
  agent: Agent,
  message: object,
  session?: string,
) {
  const outgoing = request(url, {
    method: "POST",
    agent,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
      ...(session && { "mcp-session-id": session }),
    },
  }).end(JSON.stringify(message));
  const answered = new Promise<import("node:http").IncomingMessage>(
    (resolve, reject) => {
      outgoing.once("response", resolve);
      outgoing.once("error", reject);
    },
  );
  const response = await answered;
  const body = await text(response);
  const { "mcp-session-id": sessionId } = response.headers;
  return { body, session: String(sessionId ?? "") };
}

function start(script: string, args: readonly string[] = []): ChildProcess {
  const probe = `data:text/javascript,${encodeURIComponent(PROBE)}`;
  return fork(script, args, {
    execArgv: ["--expose-gc", "--import", probe],
    stdio: ["pipe", "pipe", "inherit", "ipc"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });
}

/** Milliseconds of CPU so far; bytes that are in use. */
async function statusOf(
  child: ChildProcess,
  metric: "cpu" | "heap",
): Promise<{ cpu: number; heap: number }> {
  child.send(metric);
  const [status] = (await once(child, "message")) as [
    { cpu: number; heap: number },
  ];
  return status;
}

/** Medians of all rounds, the second way beside the first. */
async function print(
  title: string,
  runners: Readonly<Record<string, () => Promise<Measurements>>>,
): Promise<void> {
  const results = new Map(
    Object.keys(runners).map((name) => [name, [] as Measurements[]]),
  );
  for (let round = 0; round < rounds; round += 1)
    for (const [name, way] of Object.entries(runners))
      results.get(name)?.push(await way());
  const names = Object.keys([...results.values()][0]?.[0] ?? {});
  const medians = [...results].map(
    ([name, measurementList]) =>
      [
        name,
        ...names.map((metric) =>
          middle(measurementList.map((of) => of[metric] ?? NaN)),
        ),
      ] as const,
  );
  const [base] = medians;
  process.stdout.write(
    [
      row([title, ...names.flatMap((name) => [name.trim(), "×"])]),
      row(["---", ...names.flatMap(() => ["--:", "--:"])]),
      ...medians.map(([name, ...cells]) =>
        row([
          name,
          ...cells.flatMap((cell, index) => [
            cell.toFixed(cell < 10 ? 1 : 0),
            (cell / Number(base?.[index + 1])).toFixed(2),
          ]),
        ]),
      ),
      "",
      "",
    ].join("\n"),
  );
}
