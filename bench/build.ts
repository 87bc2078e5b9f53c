/**
 * Building what was generated: the type check by both compilers, the bundle by the project's own
 * script, and what the bundle weighs once it is minified, by package.
 *
 *     npm run build && npx tsx bench/build.ts <document.json> [--runs 5]
 */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleProject } from "../test/emitted/bundle.js";
import { measure, median, row, table, type Cost } from "./measure.js";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "5" } },
});
const [document] = positionals;
if (document === undefined) throw new Error("Name a document.");

const runs = Number(values.runs);
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
const out = join(folder, "out");
const modules = join(out, "node_modules");
const env = { XDG_CACHE_HOME: join(folder, "cache") };
const meta = join(out, "dist/meta.json");

try {
  const cli = resolve("dist/cli.js");
  const args = ["generate", resolve(document), "--out", out, "--quiet"];
  await measure([cli, ...args], { env });
  symlinkSync(resolve("node_modules"), modules);
  const check = (compiler: string) =>
    median(runs, () =>
      measure([join(modules, compiler, "bin/tsc"), "--noEmit", "-p", out]),
    );
  const quick = await check("typescript-7");
  const rows: [string, Cost][] = [
    ["tsc 7", quick],
    ["tsc 5.9", await check("typescript")],
    [
      "bundle",
      await median(runs, () => measure([join(out, "build.mjs")], { cwd: out })),
    ],
  ];
  process.stdout.write(
    `${table(rows, { heading: "÷ tsc 7", cost: quick, digits: 2 })}\n`,
  );
  await bundleProject(out, { metafile: true, minify: true });
  process.stdout.write(weights());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** KB of the minified bundle, by package. */
function weights(): string {
  const { outputs } = JSON.parse(readFileSync(meta, "utf8")) as {
    outputs: Record<
      string,
      { bytes: number; inputs: Record<string, { bytesInOutput: number }> }
    >;
  };
  const { bytes = 0, inputs = {} } = outputs["dist/main.js"] ?? {};
  const sums = new Map<string, number>();
  for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
    const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
    const name =
      packageName ?? (/\/runtime\//.test(file) ? "runtime" : "modules");
    sums.set(name, (sums.get(name) ?? 0) + bytesInOutput);
  }
  const parts = [...sums].sort(([, a], [, b]) => b - a);
  const lines: [string, number][] = [["all", bytes], ...parts];
  return [
    row(["part of the bundle", "KB, minified"]),
    row(["---", "--:"]),
    ...lines.map(([name, size]) => row([name, (size / 1000).toFixed(1)])),
    "",
  ].join("\n");
}
