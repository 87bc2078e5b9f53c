/**
 * Regenerates a folder as another process: `child <folder> <first generation> <how many>`. Says
 * when it begins, and what went wrong.
 */
import { ToolwrightError } from "../../../../generator/errors.js";
import { buildLock, readLock } from "../../../../generator/project/lock.js";
import { mergeFiles } from "../../../../generator/reconcile/merge-files.js";
import { pairFiles } from "../../../../generator/reconcile/pair-files.js";
import { createProjectReader } from "../../../../generator/project/folder.js";
import {
  assertNotRefused,
  writeProject,
} from "../../../../generator/project/write/write.js";
import { generation } from "./generations.js";

const [out = "", first = "0", count = "1"] = process.argv.slice(2);

process.stdout.write("begin\n");
try {
  for (let n = Number(first); n < Number(first) + Number(count); n += 1) {
    const next = generation(n);
    const last = readLock(out);
    const outcomes = mergeFiles(
      pairFiles({
        baseLock: last,
        readCurrent: createProjectReader(out),
        incoming: next,
      }),
    );
    await assertNotRefused(outcomes, { out, baseLock: last });
    const lock = buildLock({
      generator: `0.0.${n}`,
      baseLock: last,
      incoming: next,
      outcomes,
    });
    await writeProject(out, outcomes, lock);
  }
} catch (error) {
  if (!(error instanceof ToolwrightError)) throw error;
  process.stdout.write(JSON.stringify(error.problems));
  process.exitCode = 1;
}
