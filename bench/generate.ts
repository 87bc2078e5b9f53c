/**
 * Generating a large document: cold, from JSON and from YAML, with nothing changed, with one operation
 * changed; checking it; and generating a small one; beside the floor (parse the JSON, write the same bytes) and, with `--peers`, other generators, which are
 * installed for it; all in one run.
 *
 *     npm run build && npx tsx bench/generate.ts <document.json> [--peers]
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { dump } from "js-yaml";
import { peersFor, prepare, run } from "./generators.js";
import { median, measure, table, type Cost } from "./measure.js";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    peers: { type: "boolean" },
    runs: { type: "string", default: "5" },
  },
});
const document = positionals[0];
if (document === undefined) throw new Error("Name a JSON document.");

const SMALL = "samples/bookshop/openapi.yaml";

const runs = Number(values.runs);
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
const cli = resolve("dist/cli.js");
// Each cold run has its own folders: ext4 looks at what was deleted lately before it makes a file in its place.
let place = mkdtempSync(join(folder, "place-"));
const changed = join(folder, "changed.json");
const copy = join(folder, "document.json");

try {
  cpSync(document, copy);
  writeFileSync(changed, changeOneOperation(document));
  const yaml = join(folder, "document.yaml");
  writeFileSync(yaml, dump(JSON.parse(readFileSync(copy, "utf8"))));
  const toolwright = (command: string, from: string) =>
    measure([cli, command, from, "--out", join(place, "out"), "--quiet"], {
      env: { XDG_CACHE_HOME: join(place, "cache") },
    });
  const generate = (from: string) => toolwright("generate", from);

  const coldly = (from: string) =>
    median(runs, () => {
      place = mkdtempSync(join(folder, "place-"));
      return generate(from);
    });

  const cold = await coldly(copy);
  const unchanged = await median(runs, () => generate(copy));
  const oneChange = await median(runs, async () => {
    await generate(copy);
    return generate(changed);
  });
  await generate(copy);
  const check = await median(runs, () => toolwright("check", copy));
  const out = join(place, "out");
  const floor = await median(runs, () => {
    const to = join(mkdtempSync(join(folder, "floor-")), "out");
    return measure([floorScript(), copy, out, to]);
  });
  const rows: [string, Cost][] = [
    ["floor: parse, write the same bytes", floor],
    ["toolwright, cold", cold],
    ["toolwright, nothing changed", unchanged],
    ["toolwright, one operation changed", oneChange],
    ["toolwright, check", check],
    ["toolwright, cold, of YAML", await coldly(yaml)],
    ["toolwright, cold, of 17 operations", await coldly(SMALL)],
  ];
  const failures: string[] = [];
  for (const peer of values.peers ? peersFor("document.json").slice(1) : []) {
    const home = mkdtempSync(join(folder, "peer-"));
    cpSync(document, join(home, "document.json"));
    prepare(peer, home);
    const outFolder = join(home, "out");
    try {
      const cost = await median(runs, () => {
        if (existsSync(outFolder))
          renameSync(outFolder, mkdtempSync(`${outFolder}-`));
        return run(peer, home);
      });
      if (!existsSync(outFolder)) throw new Error("it wrote nothing");
      rows.push([`${peer.name}, cold`, cost]);
    } catch (error) {
      const [reason = error] =
        /\b\w*Error: .*/.exec(String(error).slice(7)) ?? [];
      failures.push(`${peer.name} fails: ${String(reason)}\n`);
    }
  }
  process.stdout.write(
    table(rows, { heading: "× floor", cost: floor, digits: 1 }),
  );
  process.stdout.write(failures.join(""));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Adds an optional query parameter to the first operation. */
function changeOneOperation(path: string): string {
  const value = JSON.parse(readFileSync(path, "utf8")) as {
    paths: Record<string, Record<string, { parameters?: unknown[] }>>;
  };
  const [first] = Object.values(value.paths);
  const operation = first?.["get"] ?? first?.["post"];
  if (operation === undefined)
    throw new Error("The first path has no operation.");
  operation.parameters = [
    ...(operation.parameters ?? []),
    { name: "bench", in: "query", schema: { type: "string" } },
  ];
  return JSON.stringify(value);
}

function floorScript(): string {
  const path = join(folder, "floor.mjs");
  writeFileSync(
    path,
    `import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
const [document, from, to] = process.argv.slice(2);
JSON.parse(readFileSync(document, "utf8"));
for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const source = join(entry.parentPath, entry.name);
  const target = source.replace(from, to);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, readFileSync(source));
}
`,
  );
  return path;
}
