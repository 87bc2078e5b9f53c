/**
 * From the start of a server to its whole first list: an emitted one beside that of openapi-mcp-generator, which is
 * installed and built for it. On stdio, in turns, all operations as tools; CPU of all threads, and the clock. Linux tells the CPU.
 *
 *     npx tsx bench/starts.ts <document>… [--rounds 15]
 */
import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { emitted } from "./emitted.js";
import { install, peersFor, prepare, run } from "./generators.js";
import { middle, row } from "./measure.js";
import { INITIALIZE, stdioOf } from "./stdio.js";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "15" } },
});
if (positionals.length === 0) throw new Error("Name a document.");

const NAMES = ["emitted server", "openapi-mcp-generator's"];
const folder = mkdtempSync(join(tmpdir(), "toolwright-starts-"));
try {
  const lines = [
    row([
      ...["document", "server", "tools", "kB of list"],
      ...["CPU, ms", "×", "clock, ms", "×"],
    ]),
    row(["---", "---", ...Array<string>(6).fill("--:")]),
  ];
  for (const document of positionals) {
    const scripts = [await buildOwn(document), await buildPeer(document)];
    const starts: Start[][] = [[], []];
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const [index, script] of scripts.entries())
        starts[index]?.push(await start(script));
    const [toolwrightStart, peerStart] = starts.map((runs) => ({
      ...{ tools: runs[0]?.tools ?? 0, bytes: runs[0]?.bytes ?? 0 },
      cpu: middle(runs.map(({ cpu }) => cpu)),
      clock: middle(runs.map(({ clock }) => clock)),
    }));
    for (const [index, server] of [toolwrightStart, peerStart].entries())
      if (server !== undefined && peerStart !== undefined)
        lines.push(
          row([
            ...[basename(document), NAMES[index] ?? ""],
            ...[server.tools, Math.round(server.bytes / 1000)],
            ...[server.cpu.toFixed(0), (server.cpu / peerStart.cpu).toFixed(2)],
            server.clock.toFixed(0),
            (server.clock / peerStart.clock).toFixed(2),
          ]),
        );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Start {
  readonly tools: number;
  readonly bytes: number;
  /** Milliseconds of CPU up to the list. */
  readonly cpu: number;
  /** Milliseconds up to the list. */
  readonly clock: number;
}

function buildOwn(document: string): Promise<string> {
  const out = mkdtempSync(join(folder, "own-"));
  const baseUrl = "http://127.0.0.1:9";
  return emitted({ document: resolve(document), out, baseUrl });
}

async function buildPeer(document: string): Promise<string> {
  const home = mkdtempSync(join(folder, "peer-"));
  const name = `document${extname(document)}`;
  cpSync(document, join(home, name));
  const peer = peersFor(name).find(({ packages }) =>
    String(packages).startsWith("openapi-mcp-generator@"),
  );
  if (peer === undefined) throw new Error("There is no such peer.");
  prepare(peer, home);
  await run(peer, home);
  const out = join(home, "out");
  install(out, []);
  try {
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc"], {
      cwd: out,
      stdio: "ignore",
    });
  } catch {
    // Of a large document its types fail; its code is there.
  }
  mkdirSync(join(out, "build"), { recursive: true });
  return join(out, "build/index.js");
}

/** Starts a server, lists its tools, and ends it. */
async function start(script: string): Promise<Start> {
  const begun = performance.now();
  const child = spawn(process.execPath, [script], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });
  const { ask, send } = stdioOf(child);
  await ask("initialize", INITIALIZE);
  send({ method: "notifications/initialized" });
  const list = await ask("tools/list");
  const clock = performance.now() - begun;
  const cpu = cpuOf(child.pid);
  child.kill();
  const { result } = JSON.parse(list) as { result: { tools: object[] } };
  return { tools: result.tools.length, bytes: list.length, cpu, clock };
}

/** Milliseconds that the threads of a process have run. */
function cpuOf(pid: number | undefined): number {
  const tasks = `/proc/${pid}/task`;
  const times = readdirSync(tasks).map((task) =>
    Number(readFileSync(join(tasks, task, "schedstat"), "utf8").split(" ")[0]),
  );
  return times.reduce((sum, time) => sum + time, 0) / 1e6;
}
