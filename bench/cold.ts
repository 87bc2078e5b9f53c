/**
 * Generating documents beside openapi-mcp-generator, which is installed for it: from nothing, with nothing changed and
 * an empty cache folder as in CI, and `--version`, in turns. The medians of CPU, clock and memory, and what counts:
 * their ratios.
 *
 *     npm run build && npx tsx bench/cold.ts <document>… [--rounds 5]
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { peersFor, prepare, run } from "./generators.js";
import { measure, middle, row, type Cost } from "./measure.js";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "5" } },
});
if (positionals.length === 0) throw new Error("Name a document.");

const PEER = "openapi-mcp-generator";
const cli = resolve("dist/cli.js");
const folder = mkdtempSync(join(tmpdir(), "toolwright-cold-"));
try {
  const heading = ["document", "run", "CPU, s", "×", "clock, s", "×", "MB"];
  const lines = [
    row(heading),
    row(["---", "---", ...Array<string>(5).fill("--:")]),
  ];
  for (const document of positionals) {
    const costs = await measureInTurns(document);
    const peer = mediansOf(costs.get(PEER) ?? []);
    for (const [name, runs] of costs) {
      const { cpu, seconds, peak } = mediansOf(runs);
      lines.push(
        row([
          ...[basename(document), name],
          ...[cpu.toFixed(2), (cpu / peer.cpu).toFixed(2)],
          ...[seconds.toFixed(2), (seconds / peer.seconds).toFixed(2)],
          peak.toFixed(0),
        ]),
      );
    }
  }
  process.stdout.write(`${lines.join("\n")}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Costs of each run by its name, in turns. */
async function measureInTurns(document: string): Promise<Map<string, Cost[]>> {
  const home = mkdtempSync(join(folder, "peer-"));
  const name = `document${extname(document)}`;
  cpSync(document, join(home, name));
  const peer = peersFor(name).find(({ packages }) =>
    String(packages).startsWith(`${PEER}@`),
  );
  if (peer === undefined) throw new Error("There is no such peer.");
  prepare(peer, home);
  // Each cold run has folders of its own: ext4 looks at what was deleted lately before it makes a file in its place.
  let place = home;
  const generate = () =>
    measure(
      [
        ...[cli, "generate", join(home, name), "--out", join(place, "out")],
        ...["--all-routes-as-tools", "--quiet"],
      ],
      { env: { XDG_CACHE_HOME: mkdtempSync(join(folder, "cache-")) } },
    );
  const runs: Readonly<Record<string, () => Promise<Cost>>> = {
    [PEER]: () => run(peer, home),
    "toolwright, cold": () => {
      place = mkdtempSync(join(folder, "place-"));
      return generate();
    },
    "toolwright, nothing changed, empty cache": generate,
    "toolwright --version": () => measure([cli, "--version"]),
  };
  const costs = new Map<string, Cost[]>();
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const [title, action] of Object.entries(runs))
      costs.set(title, [...(costs.get(title) ?? []), await action()]);
  return costs;
}

function mediansOf(runs: readonly Cost[]): Cost {
  return {
    cpu: middle(runs.map(({ cpu }) => cpu)),
    seconds: middle(runs.map(({ seconds }) => seconds)),
    peak: middle(runs.map(({ peak }) => peak)),
  };
}
