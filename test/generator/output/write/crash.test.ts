import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mergeFiles } from "../../../../generator/trace/merge-files.js";
import { reader } from "../../../../generator/output/folder.js";
import { nextLock, readLock } from "../../../../generator/output/lock.js";
import { recover, write } from "../../../../generator/output/write/write.js";
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

test("a run that ends at any of its steps leaves the old files or the new ones", async () => {
  const cache = ownCache();
  const trees = [await treeOf(1), await treeOf(1, 2)];
  let seen = "";
  for (let step = 0; ; step += 1) {
    const out = join(temporaryFolder(), "out");
    await generate(out, 1);
    const ended = await dyingAt(step, () => generate(out, 2));
    forgetRuns(cache);
    await recover(out);
    const which = trees.findIndex((tree) => sameTree(tree, filesIn(out)));
    expect({ step, which }).toEqual({ step, which: which < 1 ? 0 : 1 });
    seen += which;
    if (ended) break;
  }
  expect(seen).toMatch(/^0+1{20,}$/);
});

test("what a run left of which nothing is known, the next one finishes all the same", async () => {
  const cache = ownCache();
  const want = await treeOf(1, 2);
  for (let step = 0; ; step += 1) {
    const out = join(temporaryFolder(), "out");
    await generate(out, 1);
    const ended = await dyingAt(step, () => generate(out, 2));
    for (const file of fs.readdirSync(cache)) fs.rmSync(join(cache, file));
    await generate(out, 2);
    expect(sameTree(want, filesIn(out)) || step).toBe(true);
    if (ended) break;
  }
});

test("an error at any step of the switch-over puts the old files back", async () => {
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
  const outcomes = mergeFiles({ last, yours: reader(out), next });
  const lock = nextLock({ generator: `0.0.${n}`, last, next, outcomes });
  await write(out, outcomes, lock);
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

/** The process lives on, so what tells of its run has to go. */
function forgetRuns(cache: string): void {
  for (const name of fs.readdirSync(cache)) {
    if (name.includes(".run-")) fs.rmSync(join(cache, name));
  }
}
