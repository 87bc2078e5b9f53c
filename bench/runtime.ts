/**
 * CPU time of a call: emitted tools beside bare axios and beside hand-written servers, over the same transport and
 * in one run, in turns. A server is compared with the one by hand whose results have the same form.
 *
 *     npx tsx bench/runtime.ts [--calls 96] [--rounds 11] [--only read] [--other <server.mjs>]
 *
 * `--other` adds the built server of another commit.
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
    only: { type: "string" },
    other: { type: "string" },
  },
});

/** Number of processes of each way. */
const PROCESSES = 3;

const upstream = await startUpstream();
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
const children: ChildProcess[] = [];
try {
  const servers = {
    off: await emittedFor("off"),
    typed: await emittedFor("typed"),
  };
  const waysFile = await buildWays(join(folder, "typed"));
  const names = Object.keys(WAYS).filter(
    (name) => name !== "other" || values.other !== undefined,
  );
  for (const name of Array<string[]>(PROCESSES).fill(names).flat())
    children.push(
      fork(waysFile, [name, upstream.url, serverOf(name)], {
        env: {
          ...process.env,
          LOG_LEVEL: "silent",
          API_BASE_URL: upstream.url,
        },
      }),
    );
  const calls = CALLS.filter((call) => call === (values.only ?? call));
  const widths = ["µs, one by one", "µs, 16 at once"];
  print(["call", "way", ...widths.flatMap((width) => [width, "× by hand"])]);
  print(["---", "---", "--:", "--:", "--:", "--:"]);
  for (const call of calls) {
    const single = await times(call, names, 1);
    const many = await times(call, names, 16);
    for (const name of names)
      print([call, name, ...cells(single, name), ...cells(many, name)]);
  }

  function serverOf(name: string): string {
    const { outputSchemas } = WAYS[name] ?? {};
    return outputSchemas ? servers[outputSchemas] : resolve(values.other ?? "");
  }
} finally {
  for (const child of children) child.kill();
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
}

function print(cells: readonly string[]): void {
  process.stdout.write(`${row(cells)}\n`);
}

function emittedFor(outputSchemas: "off" | "typed"): Promise<string> {
  const document = resolve("bench/pets.yaml");
  const out = join(folder, outputSchemas);
  return emitted(
    { document, out, baseUrl: upstream.url, outputSchemas },
    "server",
  );
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

type Costs = ReadonlyMap<string, number>;

/** Microseconds of CPU a call of each way, the middle of all rounds: others work on this machine as well. */
async function times(
  call: Round["call"],
  names: readonly string[],
  width: number,
): Promise<Costs> {
  const measured = names.map((): number[] => []);
  const isLarge = call === "1 MB";
  const calls = isLarge ? 16 : Number(values.calls);
  // First as many as it takes until Node has compiled what runs often.
  const warmUp = isLarge ? 2 : width === 1 ? 60 : 10;
  for (let round = -warmUp; round < Number(values.rounds); round++) {
    for (const [index, child] of children.entries()) {
      child.send({ call, calls, width } satisfies Round);
      const [cost] = (await once(child, "message")) as [number];
      if (round >= 0) measured[index % names.length]?.push(cost);
    }
  }
  return new Map(
    names.map((name, index) => [name, middle(measured[index] ?? [])]),
  );
}

/** Formats the cost of a way, and how many times that of its base it is. */
function cells(costs: Costs, name: string): string[] {
  const cost = costs.get(name) ?? NaN;
  const base = costs.get(WAYS[name]?.base ?? "") ?? NaN;
  return [cost.toFixed(0), (cost / base).toFixed(2)];
}
