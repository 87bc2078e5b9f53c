import fs, { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ToolwrightError } from "../../../../generator/errors.js";
import { mergeFiles } from "../../../../generator/reconcile/merge-files.js";
import { pairFiles } from "../../../../generator/reconcile/pair-files.js";
import { createProjectReader } from "../../../../generator/project/folder.js";
import {
  assertLockNotLost,
  buildLock,
  readLock,
} from "../../../../generator/project/lock.js";
import {
  assertNotRefused,
  writeProject,
} from "../../../../generator/project/write/write.js";
import { ownCache, temporaryFolder } from "../../temporary.js";
import { filesIn } from "./folder.js";
import { generation } from "./generations.js";

const calls = [
  "chmodSync",
  "mkdirSync",
  "renameSync",
  "rmSync",
  "rmdirSync",
  "writeFileSync",
] as const;

test.each([
  ["a first run", () => undefined],
  ["a run over edits", editedIn],
])(
  "the next run completes what %s left that ended at any step",
  async (_name, prepare) => {
    const cache = ownCache();
    const whole = await startedIn(prepare);
    await generate(whole, 2);
    const want = filesIn(whole);
    for (let step = 0; ; step += 1) {
      const out = await startedIn(prepare);
      const ended = await dyingAt(step, () => generate(out, 2));
      forgetRuns(cache);
      if (!isWhole(out)) await generate(out, 2);
      expect(sameTree(want, filesIn(out)) || step).toBe(true);
      if (ended) break;
    }
  },
);

test("a run of another document after an ended run merges, or names the remedy", async () => {
  const cache = ownCache();
  const told = new Set<string>();
  for (let step = 0; ; step += 3) {
    const out = await startedIn(editedIn);
    const ended = await dyingAt(step, () => generate(out, 2));
    forgetRuns(cache);
    const left = filesIn(out);
    try {
      await generate(out, 3);
    } catch (error) {
      if (!(error instanceof ToolwrightError)) throw error;
      for (const { code, hint } of error.problems) {
        expect(hint).toBeTruthy();
        told.add(code);
      }
      expect(filesIn(out)).toEqual(left);
      // The document of the killed run completes it.
      if (!isWhole(out)) await generate(out, 2);
    }
    const all = Object.values(filesIn(out)).join("\n");
    for (const words of handwritten) expect(all).toContain(words);
    if (ended) break;
  }
  expect([...told].sort()).toEqual([
    "file-in-the-way",
    "fixed-file-edited",
    "unresolved-conflict",
  ]);
});

async function editedIn(out: string): Promise<void> {
  await generate(out, 1);
  for (const [path, edit] of edits) edit(join(out, path));
}

/** Edits by hand: at the end of files that stay and that move, and at lines that the next run changes. */
const edits = [
  ["README.md", (path: string) => appendFileSync(path, "Mine in README.\n")],
  [
    "src/tools/tool-2.ts",
    (path: string) => appendFileSync(path, "// Mine in a tool.\n"),
  ],
  [
    "src/tools/tool-6.ts",
    (path: string) => appendFileSync(path, "// Mine in one that moves.\n"),
  ],
  [
    "src/tools/tool-10.ts",
    (path: string) =>
      writeFileSync(
        path,
        readFileSync(path, "utf8").replace("version 1", "Mine of two"),
      ),
  ],
] as const;

const handwritten = [
  "Mine in README.",
  "Mine in a tool.",
  "Mine in one that moves.",
  "Mine of two",
];

test("an error at any step of the switch-over restores the old files", async () => {
  ownCache();
  const trees = [await treeOf(1), await treeOf(1, 2)];
  let seen = "";
  for (let step = 0; ; step += 1) {
    const out = join(temporaryFolder(), "out");
    await generate(out, 1);
    const ended = await failingAt(step, () => generate(out, 2));
    const which = trees.findIndex((tree) => sameTree(tree, filesIn(out)));
    expect({ step, which }).toEqual({ step, which: ended ? 1 : 0 });
    seen += which;
    if (ended) break;
  }
  expect(seen).toMatch(/^0{20,}1$/);
});

async function generate(out: string, n: number): Promise<void> {
  const next = generation(n);
  const last = readLock(out);
  const yours = createProjectReader(out);
  assertLockNotLost(last, next, yours);
  const outcomes = mergeFiles(
    pairFiles({
      baseLock: last,
      readCurrent: yours,
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

/** True if all files were written; a conflict in them is left to the user. */
function isWhole(out: string): boolean {
  return readLock(out)?.generator === "0.0.2";
}

async function startedIn(prepare: (out: string) => unknown): Promise<string> {
  const out = join(temporaryFolder(), "out");
  await prepare(out);
  return out;
}

async function treeOf(...numbers: number[]): Promise<Record<string, string>> {
  const out = temporaryFolder();
  for (const n of numbers) await generate(out, n);
  return filesIn(out);
}

function sameTree(
  a: Record<string, string>,
  b: Record<string, string>,
): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Does something whose writing calls all fail from one of them on, as if the process had died there. True if it came to its end before. */
function dyingAt(step: number, action: () => Promise<void>): Promise<boolean> {
  return withFailures(({ count }) => count > step, action);
}

/** Does something of which one rename of a draft fails. True if there were fewer. */
function failingAt(
  step: number,
  action: () => Promise<void>,
): Promise<boolean> {
  let renames = 0;
  return withFailures(
    ({ name, first }) =>
      name === "renameSync" &&
      String(first).endsWith(".toolwright") &&
      renames++ === step,
    action,
  );
}

async function withFailures(
  fails: (call: { count: number; name: string; first: unknown }) => boolean,
  action: () => Promise<void>,
): Promise<boolean> {
  const originals = Object.fromEntries(calls.map((name) => [name, fs[name]]));
  let count = 0;
  let failed = false;
  for (const name of calls) {
    // Each replacement passes on whatever it is given.
    const original = fs[name] as (...args: unknown[]) => unknown;
    const replacement = (...args: unknown[]) => {
      count += 1;
      if (!fails({ count, name, first: args[0] })) return original(...args);
      failed = true;
      throw Object.assign(new Error("no more"), { code: "EIO" });
    };
    Object.assign(fs, { [name]: replacement });
  }
  syncBuiltinESMExports();
  try {
    await action();
  } catch (error) {
    if (!failed) throw error;
  } finally {
    Object.assign(fs, originals);
    syncBuiltinESMExports();
  }
  return !failed;
}

/** The process lives on, so the mark of its run has to go. */
function forgetRuns(cache: string): void {
  for (const name of fs.readdirSync(cache)) {
    if (name.includes(".run-")) fs.rmSync(join(cache, name));
  }
}
