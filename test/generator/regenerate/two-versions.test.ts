import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { VERSION } from "../../../generator/package.js";
import { pack } from "../../../generator/project/lock/pack.js";
import { compareGenerator } from "../../../generator/project/lock/compare-generator.js";
import { lockPath } from "../../../generator/project/paths.js";
import { digest } from "../../../generator/shared/hash.js";
import { toolwright } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

const DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/pets": {
      post: {
        operationId: "addPet",
        responses: { 204: { description: "Added." } },
      },
    },
  },
});

const [major = 0, minor = 0, patch = 0] = VERSION.split(".").map(Number);
const NEWER = `${major}.${minor + 1}.0`;
const NEWER_PATCH = `${major}.${minor}.${patch + 1}`;
const OLDER = "0.0.1";

/** A project as another version of toolwright left it, in which its files differ from what this one writes. */
async function projectOf(version: string) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "openapi.json"), DOCUMENT);
  const run = (...words: string[]) => toolwright(words, { cwd: folder });
  await run("generate", "openapi.json", "--out", "shop-mcp");
  const file = (path: string) => join(folder, "shop-mcp", path);
  const read = (path: string) => readFileSync(file(path), "utf8");
  const lock = read(lockPath).replace(
    `generator ${VERSION}`,
    `generator ${version}`,
  );
  /** Gives files the text of the other version, on disk and in the lock. */
  const texts = {
    "src/runtime/index.ts": `${read("src/runtime/index.ts")}// ${version}\n`,
    // Handlers of older versions are known, those of newer ones can't be.
    ...(version !== OLDER && {
      "src/tools/add-pet.ts": read("src/tools/add-pet.ts").replace(
        "return send(args);",
        "return await send(args);",
      ),
    }),
  };
  let otherLock = lock;
  for (const [path, text] of Object.entries(texts)) {
    writeFileSync(file(path), text);
    otherLock = otherLock.replace(
      new RegExp(`^(${path}\teditable\t)[^\t]*(\t.*\t)[^\t\n]*$`, "m"),
      (_, start: string, middle: string) =>
        start + digest(text) + middle + pack(text),
    );
  }
  writeFileSync(file(lockPath), otherLock);
  return { read, run };
}

test.each([
  ["0.1.0", "0.1.0", "same"],
  ["0.1.0", "0.2.0", "older"],
  ["0.2.0", "0.1.9", "newer"],
  ["1.0.0", "0.9.0", "newer"],
  ["0.1.10", "0.1.9", "newer-patch"],
  ["0.1.0-next.1", "0.1.0", "older"],
  ["0.1.0", "0.1.0-next.1", "newer-patch"],
  ["none", "0.1.0", "same"],
])("compareGenerator(%s, %s) is %s", (lock, version, want) => {
  expect(compareGenerator(lock, version)).toBe(want);
});

describe("a project of a newer version", () => {
  it("is refused with its version, and not reported as tampered with", async () => {
    const { read, run } = await projectOf(NEWER);
    const before = read("src/runtime/index.ts");
    for (const command of ["generate", "check", "diff"]) {
      const { code, stderr } = await run(command, "--out", "shop-mcp");
      expect(code, command).toBe(2);
      expect(stderr).toContain(`was written by toolwright ${NEWER}`);
      expect(stderr).toContain("--allow-older");
      expect(stderr).not.toContain("never writes");
    }
    expect(read("src/runtime/index.ts")).toBe(before);
  });

  it("is accepted with --allow-older", async () => {
    const { read, run } = await projectOf(NEWER);
    const { code, stderr, stdout } = await run(
      ...["generate", "--out", "shop-mcp", "--allow-older"],
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n")[0]).toBe(
      `toolwright ${NEWER} wrote this, and this is ${VERSION}: 2 files differ, for that reason or because the document changed.`,
    );
    expect(read("src/tools/add-pet.ts")).toContain("    return send(args);");
    expect(read(lockPath)).toContain(`generator ${VERSION}`);
  });

  it("is refused for a newer patch version, too", async () => {
    const { run } = await projectOf(NEWER_PATCH);
    const { code, stderr } = await run("generate", "--out", "shop-mcp");
    expect(code).toBe(2);
    expect(stderr).toContain(`was written by toolwright ${NEWER_PATCH}`);
    expect(stderr).not.toContain("never writes");
  });
});

test("a project of an older version is reported in the first line", async () => {
  const { run } = await projectOf(OLDER);
  const first = `toolwright ${OLDER} wrote this, and this is ${VERSION}`;
  const checked = await run("check", "--out", "shop-mcp");
  expect(checked.code).toBe(1);
  expect(checked.stdout.split("\n")[0]).toContain(first);
  expect(checked.stdout).toContain("1 stale (--json lists all)");
  expect(checked.stdout).not.toContain("@@");
  expect(checked.stdout).toContain(`install ${OLDER}`);
  const compared = await run("diff", "--out", "shop-mcp");
  expect(compared.stdout.split("\n")[0]).toContain(first);
  expect(compared.stdout).toContain("Nothing changes for callers.");
});
