import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  writeFindScript,
  prependFindScript,
} from "../generator/emit/find-toolwright.js";
import { temporaryFolder } from "./generator/temporary.js";

interface Locked {
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

function packagesOf(lock: string): [path: string, Locked][] {
  const { packages } = JSON.parse(readFileSync(lock, "utf8")) as {
    packages: Record<string, Locked>; // npm's own form
  };
  return Object.entries(packages).filter(([path]) => path !== "");
}

const nameOf = (path: string) => path.replace(/.*node_modules\//, "");
const PACKAGES = packagesOf("package-lock.json");

test("packages of users have no install script", () => {
  const scripted = PACKAGES.filter(
    ([, { dev, hasInstallScript }]) => dev !== true && hasInstallScript,
  );
  expect(scripted).toEqual([]);
});

test("packages of users are 40 at most, with 45 MB", () => {
  const installed = PACKAGES.filter(([, { dev }]) => dev !== true);
  expect(installed.length).toBeLessThanOrEqual(40);
  // A package in another's folder is counted with it.
  const outer = installed.filter(
    ([path]) => path === `node_modules/${nameOf(path)}`,
  );
  const files = outer.flatMap(([path]) =>
    readdirSync(path, { recursive: true, encoding: "utf8" }).map((file) =>
      statSync(join(path, file)),
    ),
  );
  const sizes = files.map((file) => (file.isFile() ? file.size : 0));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(45_000_000);
});

test.each(["package-lock.json", "docs/package-lock.json"])(
  "packages of %s have one install script",
  (lock) => {
    const scripted = packagesOf(lock).filter(
      ([, { hasInstallScript }]) => hasInstallScript,
    );
    // It looks whether its binary fits, which works without.
    const names = scripted.map(([path]) => nameOf(path));
    expect(new Set(names)).toEqual(new Set(["esbuild"]));
  },
);

test.each([
  "package-lock.json",
  "docs/package-lock.json",
  "test/conformance/package-lock.json",
  "test/wire/package-lock.json",
])("packages of %s don't report installs", (lock) => {
  const names = packagesOf(lock).map(([path]) => nameOf(path));
  expect(names.filter((name) => name.startsWith("@scarf/"))).toEqual([]);
});

test("emitted files never download toolwright by its name", () => {
  const texts = readdirSync("templates").map(
    (name) => [name, readFileSync(`templates/${name}`, "utf8")] as const,
  );
  texts.push(["action.yml", readFileSync("action.yml", "utf8")]);
  texts.push(
    ["find", writeFindScript()],
    ["script", prependFindScript("check")],
  );
  for (const [name, text] of texts)
    expect(text, name).not.toMatch(
      /\b(?:npx|npm (?:i|install|exec|x)) (?:-\S+ )*["'`]?toolwright|"toolwright": "/,
    );
});

test.each([
  ["is not installed, its scripts say how to install it", false],
  ["is on the path, its scripts run it", true],
])("scripts of a project: if toolwright %s", (_, isThere) => {
  const folder = temporaryFolder();
  const bin = join(folder, "bin");
  mkdirSync(bin);
  if (isThere)
    writeFileSync(join(bin, "toolwright"), '#!/bin/sh\necho "ran $*"\n', {
      mode: 0o755,
    });
  const scripts = {
    check: prependFindScript("check"),
    "find-toolwright": writeFindScript(),
  };
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ type: "module", scripts }),
  );
  // Without the folders of this repository's own packages, of which one may be toolwright.
  const path = (process.env["PATH"] ?? "")
    .split(":")
    .filter((one) => !one.includes("node_modules"));
  const { status, stderr, stdout } = spawnSync(
    "npm",
    ["run", "--silent", "check", "--", "--out", "x"],
    {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PATH: [bin, ...path].join(":") },
    },
  );
  expect(status).toBe(isThere ? 0 : 1);
  if (isThere) expect(stdout).toBe("ran check --out x\n");
  else
    expect(stderr).toMatch(
      /^toolwright is not installed: npm install --save-dev .*\.\n$/,
    );
});
