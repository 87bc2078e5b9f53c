/**
 * Regenerates a folder as another process: `child <folder> <first generation> <how many>`. Says
 * when it begins, and what went wrong.
 */
import { ToolwrightError } from "../../../../generator/errors.js";
import { nextLock, readLock } from "../../../../generator/project/lock.js";
import { mergeFiles } from "../../../../generator/reconcile/merge-files.js";
import { reader } from "../../../../generator/project/folder.js";
import { refuse, write } from "../../../../generator/project/write/write.js";
import { generation } from "./generations.js";

const [out = "", first = "0", count = "1"] = process.argv.slice(2);

process.stdout.write("begin\n");
try {
  for (let n = Number(first); n < Number(first) + Number(count); n += 1) {
    const next = generation(n);
    const last = readLock(out);
    const outcomes = mergeFiles({ last, yours: reader(out), next });
    await refuse(outcomes, { out, last });
    const lock = nextLock({ generator: `0.0.${n}`, last, next, outcomes });
    await write(out, outcomes, lock);
  }
} catch (error) {
  if (!(error instanceof ToolwrightError)) throw error;
  process.stdout.write(JSON.stringify(error.problems));
  process.exitCode = 1;
}
