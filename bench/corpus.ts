/**
 * Generating each of many documents from nothing: time, memory, what comes out, and how long the
 * two compilers take for it. Also one of 3,000 operations, made of three copies of the largest.
 *
 *     npm run build && npx tsx bench/corpus.ts ../shared/corpus/*.{json,yaml}
 */
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { measure, row } from "./measure.js";

const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
const cli = resolve("dist/cli.js");
const documents = process.argv.slice(2);

try {
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const largest = documents
    .filter((path) => path.endsWith(".json") && statSync(path).size > 5e6)
    .sort((a, b) => statSync(b).size - statSync(a).size)[0];
  const head = [
    "Document",
    "MB",
    "seconds",
    "peak MB",
    "files",
    "MB out",
    "tsc 7 s",
    "tsc 5.9 s",
  ];
  print([row(head), row(head.map(() => "---"))]);
  for (const document of documents)
    print(await rowOf(document, basename(document)));
  if (largest !== undefined)
    print(await rowOf(multiplied(largest), "3,000 operations"));
} finally {
  rmSync(folder, { recursive: true });
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

/** Nothing for a document that gives no server. */
async function rowOf(document: string, name: string): Promise<string[]> {
  const out = join(folder, "out");
  rmSync(out, { recursive: true, force: true });
  const env = { XDG_CACHE_HOME: mkdtempSync(join(folder, "cache-")) };
  try {
    const args = [cli, "generate", resolve(document), "--out", out, "--quiet"];
    const cost = await measure(args, { env });
    const files = readdirSync(out, {
      recursive: true,
      encoding: "utf8",
    }).filter((file) => statSync(join(out, file)).isFile());
    const bytes = files.reduce(
      (sum, file) => sum + statSync(join(out, file)).size,
      0,
    );
    const check = (compiler: string) =>
      measure([`node_modules/${compiler}/bin/tsc`, "--noEmit", "-p", out]);
    const [quick, slow] = [
      await check("typescript-7"),
      await check("typescript"),
    ];
    return [
      row([
        name,
        megabytes(statSync(document).size),
        cost.seconds.toFixed(1),
        Math.round(cost.peak),
        files.length,
        megabytes(bytes),
        quick.seconds.toFixed(1),
        slow.seconds.toFixed(1),
      ]),
    ];
  } catch (error) {
    process.stderr.write(`${name}: ${String(error).slice(0, 200)}\n`);
    return [];
  }
}

/** Three copies of a document, side by side, up to 3,000 operations. */
function multiplied(path: string): string {
  const document = JSON.parse(readFileSync(path, "utf8")) as Api;
  const { paths } = document;
  const { schemas } = document.components;
  const combinedApi: Api = {
    ...document,
    paths: { ...paths },
    components: { ...document.components, schemas: { ...schemas } },
  };
  let operations = Object.values(paths).flatMap(Object.keys).length;
  for (const copy of ["b", "c"]) {
    const text = JSON.stringify({ paths, schemas }).replaceAll(
      '"#/components/schemas/',
      `"#/components/schemas/${copy}-`,
    );
    const copiedParts = JSON.parse(text) as {
      paths: Api["paths"];
      schemas: object;
    };
    for (const [name, schema] of Object.entries(copiedParts.schemas))
      combinedApi.components.schemas[`${copy}-${name}`] = schema;
    for (const [template, item] of Object.entries(copiedParts.paths)) {
      if (operations >= 3_000) break;
      operations += Object.keys(item).length;
      for (const operation of Object.values(item))
        operation.operationId = `${copy}/${operation.operationId}`;
      combinedApi.paths[`/${copy}${template}`] = item;
    }
  }
  const to = join(folder, "multiplied.json");
  writeFileSync(to, JSON.stringify(combinedApi));
  return to;
}

interface Api {
  paths: Record<string, Record<string, { operationId: string }>>;
  components: { schemas: Record<string, unknown> };
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
