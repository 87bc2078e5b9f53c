/**
 * CPU time of a call: an emitted tool beside bare axios and beside a hand-written server, over the same transport and
 * in one run, in turns.
 *
 *     npx tsx bench/runtime.ts [--calls 96] [--rounds 11]
 *
 * Conditions of a fair comparison:
 * - The hand-written server is `by-hand.ts`.
 * - Each way has processes of its own (`ways.ts`), as servers have: beside others, Node compiles axios for all of them. It
 *   has several, since Node does not compile the same code alike in each of them.
 * - All are built as users build an emitted server, by the esbuild of its own `npm run bundle`; from tsx, which names
 *   every function again each time it is made, they would be slower than they are. Neither server writes a log.
 * - The emitted one does what the hand-written one does not: OpenAPI's styles of parameters, fields stripped that the document
 *   does not know, exact large integers, limits of size, masked secrets, text given for numbers understood.
 * - Messages go as text, as over any real transport.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundled, emitted } from "./emitted.js";
import { middle, row } from "./measure.js";
import { startUpstream } from "./upstream.js";
import { CALLS, WAYS, type Round } from "./ways.js";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "96" },
    rounds: { type: "string", default: "11" },
  },
});

/** Number of processes of each way. */
const PROCESSES = 3;

const upstream = await startUpstream();
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
const children: ChildProcess[] = [];
try {
  const out = join(folder, "pets");
  const document = resolve("bench/pets.yaml");
  const server = await emitted(
    { document, out, baseUrl: upstream.url },
    "server",
  );
  const wayFiles = await buildWays(out);
  const names = Object.keys(WAYS);
  for (const name of Array<string[]>(PROCESSES).fill(names).flat())
    children.push(
      fork(wayFiles, [name, upstream.url, server], {
        env: { ...process.env, LOG_LEVEL: "silent" },
      }),
    );
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
    const single = await times(call, 1);
    const many = await times(call, 16);
    for (const [index, name] of names.entries())
      lines.push(
        row([call, name, ...cells(single, index), ...cells(many, index)]),
      );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
} finally {
  for (const child of children) child.kill();
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
}

async function buildWays(project: string): Promise<string> {
  const file = join(folder, "ways/ways.ts");
  mkdirSync(join(folder, "ways"));
  symlinkSync(resolve("node_modules"), join(folder, "ways/node_modules"));
  const source = JSON.stringify(resolve("bench/ways.ts"));
  // Exports are kept, in a package without side effects.
  writeFileSync(file, `export * from ${source};\n`);
  return bundled(file, project, { packages: "external" }); // one copy for client and server
}

/** Microseconds of CPU a call of each way, the middle of all rounds: others work on this machine as well. */
async function times(call: Round["call"], width: number): Promise<number[]> {
  const measured = Object.keys(WAYS).map((): number[] => []);
  const isLarge = call === "1 MB";
  const calls = isLarge ? 16 : Number(values.calls);
  // First as many as it takes until Node has compiled what runs often.
  for (let round = isLarge ? -2 : -60; round < Number(values.rounds); round++) {
    for (const [index, child] of children.entries()) {
      child.send({ call, calls, width } satisfies Round);
      const [cost] = (await once(child, "message")) as [number];
      if (round >= 0) measured[index % measured.length]?.push(cost);
    }
  }
  return measured.map(middle);
}

function cells(medians: readonly number[], index: number): string[] {
  const [, base = NaN] = medians;
  const ownMedian = medians[index] ?? NaN;
  return [ownMedian.toFixed(0), (ownMedian / base).toFixed(2)];
}
