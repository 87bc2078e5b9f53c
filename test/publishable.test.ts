import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { load } from "js-yaml";
import { afterAll, expect, test } from "vitest";

interface Job {
  readonly needs?: string;
  readonly permissions?: object;
  readonly steps: readonly { readonly run?: string }[];
}

interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = mkdtempSync(join(tmpdir(), "publishable-"));
afterAll(() => rmSync(folder, { recursive: true }));

const script = resolve(".ci/publishable.mjs");
const run = (...args: string[]) =>
  spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: "utf8",
  });

test("a release is refused until a script has set the repository", () => {
  for (const file of ["package.json", "CHANGELOG.md", "docs/reviews.md"]) {
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
  const page = readFileSync(join(folder, "docs/reviews.md"));
  expect(page.toString()).toContain("uses: someone/toolwright@");
});

test("a release is tested, and has the place of its build", () => {
  const text = readFileSync(".github/workflows/release.yml", "utf8");
  const { jobs, permissions } = load(text) as Workflow;
  const { pack, publish } = jobs;
  const commandsOf = (job: Job | undefined) =>
    job?.steps.flatMap(({ run: command = [] }) => command);
  expect(commandsOf(pack)?.at(0)).toBe("node .ci/publishable.mjs");
  expect(commandsOf(pack)?.slice(-2)).toEqual(["npm test", "npm pack"]);
  // The publishing job runs nothing that others wrote: no install, no test, no script of the package.
  expect(commandsOf(publish)).toEqual([
    "npm publish ./toolwright-*.tgz --ignore-scripts --provenance --access public",
  ]);
  expect(publish?.needs).toBe("pack");
  expect(permissions).toEqual({ contents: "read" });
  expect(pack?.permissions).toBeUndefined();
  expect(publish?.permissions).toEqual({ "id-token": "write" });
});

test.each(["ci", "release"])(
  "actions of %s.yml are pinned by commit",
  (name) => {
    const text = readFileSync(`.github/workflows/${name}.yml`, "utf8");
    const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses)
      expect(action).toMatch(/^actions\/[\w-]+@[\da-f]{40} # v[\d.]+$/);
  },
);

test("README, First steps and the site say how to get the package before it is published", () => {
  for (const page of ["README.md", "docs/first-steps.md", "docs/index.md"])
    expect(readFileSync(page, "utf8")).toContain(
      "Not on npm yet: run `npm ci && npm pack` in a checkout",
    );
});

test("`release:check` lists what is missing, and says who takes the name", () => {
  const { status, stdout } = spawnSync("npm", ["run", "-s", "release:check"], {
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stdout).toContain("- package.json has no repository");
  expect(stdout).toContain(
    "- README.md links to CONTRIBUTING.md, which is not in the package",
  );
  expect(stdout).not.toMatch(/^- (?:publint|attw|npm publish)/m);
  expect(stdout).toContain("You take the name toolwright on npm");
});
