/**
 * Generating a large document: cold, with nothing changed, with one operation changed; beside the
 * floor (parse the JSON, write the same bytes) and openapi-mcp-generator, all in one run.
 *
 *     npm run build && npx tsx bench/generate.ts <document.json> [--peer <its bin/openapi-mcp-generator.js>]
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { median, measure, table, type Cost } from "./measure.js";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { peer: { type: "string" }, runs: { type: "string", default: "3" } },
});
const document = positionals[0];
if (document === undefined) throw new Error("Name a JSON document.");

const runs = Number(values.runs);
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
const cli = resolve("dist/cli.js");
const out = join(folder, "out");
const env = { XDG_CACHE_HOME: join(folder, "cache") };
const changed = join(folder, "changed.json");
const copy = join(folder, "document.json");

try {
  cpSync(document, copy);
  writeFileSync(changed, changeOneOperation(document));
  const clean = () => {
    rmSync(out, { recursive: true, force: true });
    rmSync(env.XDG_CACHE_HOME, { recursive: true, force: true });
  };
  const generate = (from: string) =>
    measure([cli, "generate", from, "--out", out, "--quiet"], { env });

  const cold = await median(runs, () => {
    clean();
    return generate(copy);
  });
  const unchanged = await median(runs, () => generate(copy));
  const one = await median(runs, async () => {
    await generate(copy);
    return generate(changed);
  });
  await generate(copy);
  const floor = await median(runs, () => measure([floorScript(), copy, out]));
  const rows: [string, Cost][] = [
    ["floor: parse, write the same bytes", floor],
    ["toolwright, cold", cold],
    ["toolwright, nothing changed", unchanged],
    ["toolwright, one operation changed", one],
  ];
  if (values.peer !== undefined) {
    const peer = values.peer;
    const target = join(folder, "peer");
    rows.push([
      "openapi-mcp-generator, cold",
      await median(runs, async () => {
        rmSync(target, { recursive: true, force: true });
        const cost = await measure([peer, "--input", copy, "--output", target]);
        if (!existsSync(target)) throw new Error(`${peer} wrote nothing.`);
        return cost;
      }),
    ]);
  }
  process.stdout.write(
    table(rows, { heading: "× floor", cost: floor, digits: 1 }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** One optional query parameter more in the first operation. */
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
    `import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
const [document, from] = process.argv.slice(2);
JSON.parse(readFileSync(document, "utf8"));
const to = from + "-floor";
for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const source = join(entry.parentPath, entry.name);
  const target = source.replace(from, to);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, readFileSync(source));
}
rmSync(to, { recursive: true });
`,
  );
  return path;
}
