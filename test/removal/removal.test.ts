import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyRepository, removeFeature } from "./remove-feature.js";

/** Features that are removed, each with all that belongs to it. */
const FAMILIES = [
  "audit",
  "files",
  "limits",
  "redis",
  "search",
  "skills",
  "telemetry",
];

/** Features without which all other tests run as well: `TOOLWRIGHT_REMOVED=limits,redis`, or `all`. */
const { TOOLWRIGHT_REMOVED: tested = "" } = process.env;
const TESTED = tested === "all" ? FAMILIES : tested.split(",");

test.each(FAMILIES)("without %s, everything else is whole", async (family) => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-removal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const paths = copyRepository(folder);
  const { tests } = await removeFeature(folder, family, paths);
  expect(tests).not.toEqual([]);
  const compiler = resolve("node_modules/typescript-7/bin/tsc");
  expect(run(folder, compiler)).toBe("");
  if (!TESTED.includes(family)) return;
  const vitest = resolve("node_modules/vitest/vitest.mjs");
  // Tables of the docs are made of the features that there are.
  run(folder, vitest, "run", "test/docs/made.test.ts", "--update");
  expect(run(folder, vitest, "run", "--reporter=dot")).toContain(" passed");
});

/** Runs a script of a package in a folder; returns what it prints. An error of it is what it printed. */
function run(folder: string, script: string, ...args: string[]): string {
  try {
    return execFileSync(process.execPath, [script, ...args], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1e8,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    const { stderr = "", stdout = "" } = error as Partial<
      Record<"stderr" | "stdout", string>
    >;
    throw new Error(`${script} ${args.join(" ")}:\n${stdout}${stderr}`, {
      cause: error,
    });
  }
}
