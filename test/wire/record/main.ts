/**
 * Recorder of everything that emitted servers list, send and return: recorded with one checkout of toolwright, repeated
 * with another, and compared to the byte. Both checkouts are built before; `../shared/corpus` is beside this one, or is
 * named.
 *
 *     npx tsx test/wire/record/main.ts record <checkout> <folder> [--like <earlier folder>] [--corpus <folder>] [--only <id,…>]
 *     npx tsx test/wire/record/main.ts compare <folder> <other folder> [--examples 3] [--json <file>]
 *
 * `--like` asks what the earlier recording asked, so that only toolwright differs.
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { CORPUS } from "../../corpus/documents.js";
import { applications } from "./applications.js";
import { compare } from "./differences.js";
import type { Difference } from "./difference.js";
import type { Tallies } from "./differences.js";
import { documentsOf } from "./documents.js";
import type { Recorded } from "./documents.js";
import { record } from "./record.js";
import { readRecording, recorded, writeRecording } from "./recording.js";
import { report } from "./report.js";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    like: { type: "string" },
    corpus: { type: "string", default: CORPUS },
    only: { type: "string" },
    examples: { type: "string", default: "3" },
    json: { type: "string" },
  },
});
const [command, first, second] = positionals;
if (
  first === undefined ||
  second === undefined ||
  !(command === "record" || command === "compare")
)
  throw new Error(
    "Say `record <checkout> <folder>` or `compare <folder> <folder>`.",
  );
if (command === "record") await recordAll(first, second);
else compareAll(first, second);

async function recordAll(checkout: string, folder: string): Promise<void> {
  const only = values.only?.split(",");
  const made = await applications(join(values.like ?? folder, "documents"));
  for (const document of [...made, ...documentsOf(values.corpus)]) {
    if (only?.includes(document.id) === false) continue;
    const said = await recordOne(checkout, folder, document).catch(
      (error: unknown) => {
        process.exitCode = 1;
        return `not recorded: ${String(error)}`;
      },
    );
    process.stderr.write(`${document.id}: ${said}\n`);
  }
}

async function recordOne(
  checkout: string,
  folder: string,
  document: Recorded,
): Promise<string> {
  const start = performance.now();
  const earlier =
    values.like === undefined
      ? undefined
      : readRecording(values.like, document.id);
  const recording = await record(resolve(checkout), document, earlier);
  writeRecording(folder, recording);
  const calls = recording.passes.flatMap(({ calls }) => calls);
  const sent = calls.filter(({ requests }) => requests.length > 0);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return `${String(calls.length)} calls, ${String(sent.length)} sent, ${seconds} s`;
}

function compareAll(before: string, after: string): void {
  const rows: [string, Tallies][] = [];
  const all: Difference[] = [];
  for (const document of new Set([...recorded(before), ...recorded(after)])) {
    const [was, is] = [
      readRecording(before, document),
      readRecording(after, document),
    ];
    if (was === undefined || is === undefined) {
      process.stderr.write(`${document} is in one recording alone.\n`);
      process.exitCode = 1;
      continue;
    }
    const { differences, tallies } = compare(was, is);
    rows.push([document, tallies]);
    all.push(...differences);
  }
  process.stdout.write(`${report(rows, all, Number(values.examples))}\n`);
  if (values.json !== undefined)
    writeFileSync(values.json, JSON.stringify(all, null, 1));
  if (all.length > 0) process.exitCode = 1;
}
