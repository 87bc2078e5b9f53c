import { appendFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ToolwrightError } from "../../../../generator/errors.js";
import { mergeFiles } from "../../../../generator/reconcile/merge-files.js";
import { pairFiles } from "../../../../generator/reconcile/pair-files.js";
import { createProjectReader } from "../../../../generator/project/folder.js";
import { buildLock, readLock } from "../../../../generator/project/lock.js";
import {
  assertNotRefused,
  writeProject,
} from "../../../../generator/project/write/write.js";
import { ownCache, temporaryFolder } from "../../temporary.js";
import { filesIn } from "./folder.js";
import { generation } from "./generations.js";
import { buildChild, run } from "./process.js";

/** `npm run test:kill` makes 200. */
const kills = Number(process.env["TOOLWRIGHT_KILLS"] ?? 15);

test(
  `${kills} killed runs are completed by the next run, or merged with another document`,
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
      const begun = generationOf(out) + 1;
      if (kill % 3 === 0) await expectTold(out, begun + 1);
      await generate(out, begun);
      expect(filesIn(out)).toEqual(expected(begun, filesIn(out)));
    }
  },
);

/** Another document than the killed run's: what it had written is neither the last nor the next, so all is brought together in a copy, or nothing is changed. */
async function expectTold(from: string, n: number): Promise<void> {
  const out = join(temporaryFolder(), "out");
  cpSync(from, out, { recursive: true });
  const left = filesIn(out);
  try {
    await generate(out, n);
  } catch (error) {
    if (!(error instanceof ToolwrightError)) throw error;
    expect(error.problems.every(({ hint }) => hint)).toBe(true);
    expect(filesIn(out)).toEqual(left);
  }
  expect(filesIn(out)).toMatchObject({
    "README.md": expect.stringContaining("By hand.\n") as string,
    "src/custom/own.ts": "mine\n",
  });
}

async function generate(out: string, n: number): Promise<void> {
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

/** The lock shows which generation the files are of. */
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
