import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { TRUSTED_CHECKOUT } from "../../../generator/checkout/checkout.js";
import {
  withFilesAt,
  type FilesAtRef,
} from "../../../generator/checkout/files-at-ref.js";
import { load } from "../../../generator/load/load.js";
import { temporaryFolder } from "../temporary.js";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
  git("init", "--quiet", "--initial-branch", "main");
});

function git(...args: string[]): void {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
  execFileSync("git", [...identity, ...args], { cwd: folder });
}

const pathOf = (path: string) => join(folder, path);

function write(path: string, text: string): void {
  mkdirSync(dirname(pathOf(path)), { recursive: true });
  writeFileSync(pathOf(path), text);
}

function commit(): void {
  git("add", ".");
  git("commit", "--quiet", "--message", "One");
}

const readAt = <Result>(
  use: (files: FilesAtRef) => Promise<Result>,
  ref = "HEAD",
) => withFilesAt(ref, TRUSTED_CHECKOUT, use);

test("a document at a git ref resolves references to files of the same ref", async () => {
  const pet = { $ref: "../models/pet.json" };
  write("models/pet.json", '{ "title": "old" }');
  write("api/api.json", JSON.stringify({ openapi: "3.1.0", pet }));
  commit();
  write("models/pet.json", '{ "title": "new" }');
  const { document } = await readAt((files) =>
    load(pathOf("api/api.json"), { files }),
  );
  expect(document["x-files"]).toEqual({
    "../models/pet.json": { title: "old" },
  });
});

test("a file at a ref is read by its bytes, also if it is empty, large, or gone from the disk", async () => {
  const texts = {
    "a.json": "",
    "b b/ü.json": "x".repeat(3_000_000),
    "c.json": "\0\n\r\n",
  };
  for (const [path, text] of Object.entries(texts)) write(path, text);
  commit();
  execFileSync("rm", ["-r", pathOf("b b"), pathOf("a.json")]);
  await readAt(async (files) => {
    for (const [path, text] of Object.entries(texts)) {
      expect((await files.readBytes(pathOf(path))).toString()).toBe(text);
      expect(await files.has(pathOf(path))).toBe(true);
    }
    expect(await files.has(pathOf("new.json"))).toBe(false);
    await expect(files.readBytes(pathOf("new.json"))).rejects.toMatchObject({
      code: "ENOENT",
    });
  });
});

test.each([
  ["a file", "real.json", true],
  ["a folder", "../folder/real.json", true],
  ["itself", "link.json", false],
  ["a file outside", "../../outside.json", false],
  ["an absolute path", "/etc/passwd", false],
])(
  "a link to %s at a ref leads nowhere but into the repository",
  async (_kind, target, isFollowed) => {
    write("folder/real.json", "real");
    symlinkSync(target, pathOf("folder/link.json"));
    symlinkSync("folder", pathOf("linked"));
    commit();
    await readAt(async (files) => {
      for (const path of ["folder/link.json", "linked/link.json"])
        expect(await files.has(pathOf(path))).toBe(isFollowed);
      if (isFollowed)
        expect(await files.realPath(pathOf("linked/link.json"))).toBe(
          pathOf("folder/real.json"),
        );
    });
  },
);

test.each(["gone", "-h", "--output=x", "HEAD:missing", ""])(
  "the ref %j is refused with words",
  async (ref) => {
    write("a.json", "{}");
    commit();
    await expect(
      readAt((files) => files.has(pathOf("a.json")), ref),
    ).rejects.toThrow(/is not a file, a URL or a git ref/);
  },
);

describe("git starts nothing that a repository names:", () => {
  /** A program that leaves a trace. */
  function createTrap(name: string): string {
    const path = pathOf(`.git/${name}`);
    writeFileSync(path, `#!/bin/sh\ntouch "${pathOf(".git/ran")}"\ncat\n`);
    chmodSync(path, 0o755);
    return path;
  }

  test.each<[string, () => void]>([
    [
      "a smudge filter",
      () => {
        write(".gitattributes", "* filter=evil\n");
        git("config", "filter.evil.smudge", createTrap("smudge"));
        git("config", "filter.evil.process", createTrap("process"));
      },
    ],
    [
      "a textconv",
      () => {
        write(".gitattributes", "* diff=evil\n");
        git("config", "diff.evil.textconv", createTrap("textconv"));
      },
    ],
    ["a pager", () => git("config", "core.pager", createTrap("pager"))],
    [
      "a file system monitor",
      () => git("config", "core.fsmonitor", createTrap("monitor")),
    ],
    [
      "hooks",
      () => {
        mkdirSync(pathOf(".git/evil"));
        for (const name of ["post-checkout", "post-index-change"])
          createTrap(`evil/${name}`);
        git("config", "core.hooksPath", pathOf(".git/evil"));
      },
    ],
    [
      "an archive command",
      () => git("config", "tar.tar.command", createTrap("tar")),
    ],
  ])("%s", async (_name, harm) => {
    write("a.json", "{}");
    commit();
    harm();
    execFileSync("rm", ["-f", pathOf(".git/ran")]);
    const text = await readAt((files) => files.readBytes(pathOf("a.json")));
    expect(text.toString()).toBe("{}");
    expect(existsSync(pathOf(".git/ran"))).toBe(false);
  });

  test("a promisor remote of an object that is missing", async () => {
    write("a.json", "{}");
    commit();
    git("config", "remote.evil.promisor", "true");
    git("config", "remote.evil.url", `ext::${createTrap("remote")}`);
    git("config", "protocol.ext.allow", "always");
    git("config", "extensions.partialClone", "evil");
    removeObject(
      execFileSync("git", ["rev-parse", "HEAD:a.json"], {
        cwd: folder,
        encoding: "utf8",
      }),
    );
    await readAt(async (files) => {
      await expect(files.readBytes(pathOf("a.json"))).rejects.toThrow();
      expect(await files.has(pathOf("a.json"))).toBe(true);
    });
    expect(existsSync(pathOf(".git/ran"))).toBe(false);
  });

  function removeObject(object: string): void {
    const [start, end] = [object.slice(0, 2), object.slice(2).trim()];
    const path = pathOf(`.git/objects/${start}`);
    expect(readdirSync(path)).toContain(end);
    execFileSync("rm", ["-rf", path]);
  }
});
