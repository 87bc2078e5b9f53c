import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "publishable-"));
afterAll(() => rmSync(folder, { recursive: true }));

const script = resolve(".ci/publishable.mjs");
const run = (...args: string[]) =>
  spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: "utf8",
  });

test("a release is refused until one script has said where the repository is", () => {
  for (const file of [
    "package.json",
    "CHANGELOG.md",
    "docs/when-the-api-changes.md",
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  const before = run();
  expect(before.status).toBe(1);
  for (const field of ["author", "repository", "homepage", "bugs"])
    expect(before.stderr).toContain(`package.json has no ${field}`);
  expect(run("nobody").status).toBe(2);
  expect(run("someone/toolwright", "Some One").status).toBe(0);
  expect(run()).toMatchObject({ status: 0, stderr: "" });
  const text = readFileSync(join(folder, "package.json"), "utf8");
  expect(JSON.parse(text)).toMatchObject({
    author: "Some One",
    repository: { url: "git+https://github.com/someone/toolwright.git" },
    bugs: "https://github.com/someone/toolwright/issues",
  });
  const page = readFileSync(join(folder, "docs/when-the-api-changes.md"));
  expect(page.toString()).toContain("uses: someone/toolwright@");
});

test("what is released is tested, and says where it was built", () => {
  const text = readFileSync(".github/workflows/release.yml", "utf8");
  const steps = [...text.matchAll(/- run: (.*)/g)].map(([, step]) => step);
  expect(steps.at(0)).toBe("node .ci/publishable.mjs");
  expect(steps.slice(-2)).toEqual([
    "npm test",
    "npm publish --provenance --access public",
  ]);
  expect(text).toContain("id-token: write");
});
