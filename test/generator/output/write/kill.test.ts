import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mergeFiles } from "../../../../generator/trace/merge-files.js";
import { reader } from "../../../../generator/output/folder.js";
import { nextLock, readLock } from "../../../../generator/output/lock.js";
import { recover, write } from "../../../../generator/output/write/write.js";
import { ownCache, temporaryFolder } from "../../temporary.js";
import { filesIn } from "./folder.js";
import { generation } from "./generations.js";
import { buildChild, run } from "./process.js";

/** `npm run test:kill` makes 200. */
const kills = Number(process.env["TOOLWRIGHT_KILLS"] ?? 15);

test(
  `${kills} killed runs leave the old files or the new ones`,
  { timeout: 20_000 + kills * 1000 },
  async () => {
    ownCache();
    const temporary = temporaryFolder();
    const child = await buildChild(temporary);
    const out = join(temporary, "out");
    mkdirSync(join(out, "src/custom"), { recursive: true });
    await generate(out, 0);
    appendFileSync(join(out, "README.md"), "By hand.\n");
    writeFileSync(join(out, "src/custom/own.ts"), "mine\n");
    for (let kill = 0; kill < kills; kill += 1) {
      const start = generationOf(out) + 1;
      const killAfter = Math.random() * 60;
      const command = [process.execPath, child, out, `${start}`, "1000"];
      const ended = await run(command, { killAfter });
      expect(ended).toMatchObject({ code: null, stderr: "" });
      await recover(out);
      expect(filesIn(out)).toEqual(expected(generationOf(out), filesIn(out)));
    }
  },
);

async function generate(out: string, n: number): Promise<void> {
  const next = generation(n);
  const last = readLock(out);
  const outcomes = mergeFiles({ last, yours: reader(out), next });
  const lock = nextLock({ generator: `0.0.${n}`, last, next, outcomes });
  await write(out, outcomes, lock);
}

/** The lock tells which generation the files are of. */
function generationOf(out: string): number {
  return Number(readLock(out)?.generator.split(".").at(-1));
}

function expected(
  n: number,
  present: Record<string, string>,
): Record<string, string> {
  const files = generation(n).map(({ path, text }) => [path, text] as const);
  return {
    ...Object.fromEntries(files),
    "README.md": `# API ${n}\n\nGenerated.\n\nEnd.\nBy hand.\n`,
    "src/custom/own.ts": "mine\n",
    "toolwright.lock": present["toolwright.lock"] ?? "",
  };
}
