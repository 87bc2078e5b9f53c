/**
 * Regenerating a large document over fifty files that were edited by hand: nothing changed, one
 * operation changed, all operations changed; over all files edited, with a fifth of the operations
 * changed; and `check`. Beside generating it cold.
 *
 *     npm run build && npx tsx bench/regenerate.ts <document.json>
 */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { measure, median, table, type Cost } from "./measure.js";

interface Operation {
  parameters?: unknown[];
}

const EDITED = 50;

/** So many operations share GitHub's page size. */
const SOME = 257;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "3" } },
});
const document = positionals[0];
if (document === undefined) throw new Error("Name a JSON document.");

const runs = Number(values.runs);
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
const out = join(folder, "out");
const edited = join(folder, "edited");
const env = { XDG_CACHE_HOME: join(folder, "cache") };
const command = (name: string, from = "") =>
  measure(
    [
      resolve("dist/cli.js"),
      name,
      from,
      "--out",
      out,
      "--quiet",
      "--all-routes-as-tools",
    ],
    { env },
  );
const generate = (from?: string) => command("generate", from);

try {
  const [unchangedPath, oneChangePath, someChangesPath, allChangesPath] = [
    0,
    1,
    SOME,
    Infinity,
  ].map(withChanges);
  const cold = await median(runs, () => {
    rmSync(out, { recursive: true, force: true });
    rmSync(env.XDG_CACHE_HOME, { recursive: true, force: true });
    return generate(unchangedPath);
  });
  await editByHand(EDITED, unchangedPath);
  const unchanged = await median(runs, () => generate(unchangedPath));
  const after = (from = "") =>
    median(runs, async () => {
      rmSync(out, { recursive: true });
      cpSync(edited, out, { recursive: true });
      await generate(unchangedPath);
      return generate(from);
    });
  const rows: [string, Cost][] = [
    ["cold", cold],
    ["nothing changed", unchanged],
    ["one operation changed", await after(oneChangePath)],
    ["all operations changed", await after(allChangesPath)],
  ];
  rmSync(out, { recursive: true });
  await generate(unchangedPath);
  await editByHand(Infinity, unchangedPath);
  rows.push([
    `${SOME} changed, every file edited`,
    await after(someChangesPath),
  ]);
  await generate(unchangedPath);
  rows.push([
    "check",
    await median(runs, () => command("check", unchangedPath)),
  ]);
  process.stdout.write(
    table(rows, { heading: "÷ cold", cost: cold, digits: 2 }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Writes the document with one optional parameter more in the first operations. */
function withChanges(count: number): string {
  const value = JSON.parse(readFileSync(document ?? "", "utf8")) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.values(value.paths).flatMap((item) =>
    Object.entries(item).flatMap(([method, operation]) =>
      /^(get|put|post|delete|patch)$/.test(method) ? [operation] : [],
    ),
  );
  for (const operation of operations.slice(0, count)) {
    const added = { name: "bench", in: "query", schema: { type: "string" } };
    operation.parameters = [...(operation.parameters ?? []), added];
  }
  const path = join(folder, `${count}.json`);
  writeFileSync(path, JSON.stringify(value));
  return path;
}

/** Edits so many handlers, and a tag beside each, and keeps the project as the one to begin with. */
async function editByHand(count: number, from = ""): Promise<void> {
  const tools = join(out, "src", "tools");
  const files = readdirSync(tools).filter((name) => name !== "index.ts");
  const step = Math.max(1, Math.floor(files.length / count));
  for (const [index, name] of files.entries()) {
    if (index % step > 0) continue;
    const file = join(tools, name);
    const text = readFileSync(file, "utf8")
      .replace("send(args)", "send({ ...args })")
      .replace(/^ {2}tags: \[/m, '$&"ours", ');
    writeFileSync(file, text);
  }
  await generate(from);
  rmSync(edited, { recursive: true, force: true });
  cpSync(out, edited, { recursive: true });
}
