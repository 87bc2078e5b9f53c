import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ToolwrightError } from "../../../../generator/errors.js";
import { merge } from "../../../../generator/merge/merge.js";
import { reader } from "../../../../generator/output/folder.js";
import { nextLock, readLock } from "../../../../generator/output/lock.js";
import type { RenderedFile } from "../../../../generator/output/outcome.js";
import { recover, write } from "../../../../generator/output/write/write.js";
import { file } from "../../merge/files.js";
import { temporaryFolder } from "../../temporary.js";
import { filesIn, foldersIn } from "./folder.js";
import { buildChild, run } from "./process.js";

test("writes what changed and nothing else", async () => {
  const out = join(temporaryFolder(), "new/folder");
  const files = [file("README.md", "a\n"), file("src/tools/a.ts", "a\n")];
  expect(await generate(out, files)).toEqual([
    "README.md",
    "src/tools/a.ts",
    "toolwright.lock",
  ]);
  expect(await generate(out, files)).toEqual([]);
  const changed = [file("README.md", "b\n"), file("src/tools/a.ts", "a\n")];
  const before = statSync(join(out, "src/tools/a.ts"), { bigint: true });
  expect(await generate(out, changed)).toEqual([
    "README.md",
    "toolwright.lock",
  ]);
  const after = statSync(join(out, "src/tools/a.ts"), { bigint: true });
  expect(after.ino).toBe(before.ino);
  expect(Object.keys(filesIn(out))).toEqual([
    "README.md",
    "src/tools/a.ts",
    "toolwright.lock",
  ]);
});

test("removes files, and folders that are empty then", async () => {
  const out = temporaryFolder();
  await generate(out, [
    file("src/tools/deep/a.ts", "a\n"),
    file("src/resources/b.ts", "b\n"),
  ]);
  mkdirSync(join(out, "src/custom"));
  writeFileSync(join(out, "src/resources/own.txt"), "mine\n");
  await generate(out, [file("c.ts", "c\n")]);
  expect(foldersIn(out)).toEqual(["src", "src/custom", "src/resources"]);
  expect(Object.keys(filesIn(out))).toEqual([
    "c.ts",
    "src/resources/own.txt",
    "toolwright.lock",
  ]);
});

test("moves, also crosswise", async () => {
  const out = temporaryFolder();
  const [a, b] = [{ key: "a" }, { key: "b" }];
  await generate(out, [file("a.md", "a\n", a), file("b.md", "b\n", b)]);
  writeFileSync(join(out, "a.md"), "a\nby hand\n");
  await generate(out, [file("b.md", "a\n", a), file("a.md", "b\n", b)]);
  expect(filesIn(out)).toMatchObject({
    "a.md": "b\n",
    "b.md": "a\nby hand\n",
  });
});

test("keeps permissions and line ends", async () => {
  const out = temporaryFolder();
  await generate(out, [file("main.md", "a\nb\n")]);
  writeFileSync(join(out, "main.md"), "a\r\nb\r\n");
  chmodSync(join(out, "main.md"), 0o755);
  await generate(out, [file("main.md", "a\nc\n")]);
  expect(filesIn(out)).toMatchObject({ "main.md": "a\r\nc\r\n" });
  expect(statSync(join(out, "main.md")).mode & 0o777).toBe(0o755);
});

test("one refused file stops everything, and all are told", async () => {
  const out = temporaryFolder();
  writeFileSync(join(out, "a.md"), "mine\n");
  writeFileSync(join(out, "b.md"), "mine\n");
  const files = ["a.md", "b.md", "c.md"].map((path) => file(path, "x\n"));
  expect(await codes(generate(out, files))).toEqual([
    "a.md file-in-the-way",
    "b.md file-in-the-way",
  ]);
  expect(Object.keys(filesIn(out))).toEqual(["a.md", "b.md"]);
});

test.each(["../x", "/x", "src/custom/x.ts", ".git/x", "toolwright.lock"])(
  "never writes %s",
  async (path) => {
    const out = join(temporaryFolder(), "out");
    expect(await codes(generate(out, [file(path, "x\n")]))).toEqual([
      `${path} path-not-allowed`,
    ]);
    expect(existsSync(out)).toBe(false);
  },
);

test("never follows a link out of the folder", async () => {
  const temporary = temporaryFolder();
  const out = join(temporary, "out");
  mkdirSync(out);
  mkdirSync(join(temporary, "elsewhere"));
  symlinkSync(join(temporary, "elsewhere"), join(out, "src"));
  const files = [file("src/tools/a.ts", "a\n")];
  expect(await codes(generate(out, files))).toEqual(["src outside-output"]);
  expect(filesIn(join(temporary, "elsewhere"))).toEqual({});
});

test("a link or a folder in the place of a file is told", async () => {
  const out = temporaryFolder();
  mkdirSync(join(out, "a.md"));
  expect(await codes(generate(out, [file("a.md", "a\n")]))).toEqual([
    "a.md not-a-file",
  ]);
});

test("a file in the place of a folder is told, and nothing is written", async () => {
  const out = temporaryFolder();
  writeFileSync(join(out, "src"), "mine\n");
  const files = [file("README.md", "a\n"), file("src/a.ts", "a\n")];
  expect(await codes(generate(out, files))).toEqual([`${out} write-failed`]);
  expect(filesIn(out)).toEqual({ src: "mine\n" });
});

test("what was changed after it was read is not overwritten", async () => {
  const out = temporaryFolder();
  await generate(out, [file("a.md", "a\n"), file("b.md", "a\n")]);
  const edit = () => writeFileSync(join(out, "b.md"), "by hand\n");
  const next = [file("a.md", "b\n"), file("b.md", "b\n")];
  expect(await codes(generate(out, next, edit))).toEqual([
    "b.md changed-meanwhile",
  ]);
  expect(filesIn(out)).toMatchObject({ "a.md": "a\n", "b.md": "by hand\n" });
});

test("of two runs that read the same lock, one writes", async () => {
  const out = temporaryFolder();
  await generate(out, [file("a.md", "a\n")]);
  const other = () => generate(out, [file("b.md", "b\n")]);
  const result = generate(out, [file("c.md", "c\n")], other);
  expect(await codes(result)).toEqual(["toolwright.lock changed-meanwhile"]);
  expect(Object.keys(filesIn(out))).toEqual(["b.md", "toolwright.lock"]);
});

test("a run that goes on is respected, one that died is not", async () => {
  const out = temporaryFolder();
  const stage = join(out, ".toolwright");
  mkdirSync(stage);
  writeFileSync(join(stage, "run-1-x"), "");
  const files = [file("a.md", "a\n")];
  expect(await codes(generate(out, files))).toEqual(["already-running"]);
  const dead = await run([process.execPath, "-p", "process.pid"]);
  renameSync(
    join(stage, "run-1-x"),
    join(stage, `run-${dead.stdout.trim()}-x`),
  );
  writeFileSync(join(stage, "draft"), "half");
  await generate(out, files);
  expect(Object.keys(filesIn(out))).toEqual(["a.md", "toolwright.lock"]);
});

test("an edit between a killed run and the next is not overwritten", async () => {
  const out = temporaryFolder();
  await generate(out, [file("a.md", "a\n")]);
  const stage = join(out, ".toolwright");
  mkdirSync(join(stage, "new"), { recursive: true });
  writeFileSync(join(stage, "new/0"), "b\n");
  const steps = [{ path: "a.md", before: "x".repeat(22), after: "y" }];
  writeFileSync(join(stage, "journal"), JSON.stringify(steps));
  expect(await codes(recover(out))).toEqual([
    "a.md changed-after-interruption",
  ]);
  expect(filesIn(out)["a.md"]).toBe("a\n");
});

test("a read-only folder and a full disk are told, and the old files stay", async () => {
  const temporary = temporaryFolder();
  chmodSync(temporary, 0o755);
  const child = await buildChild(temporary);
  const out = join(temporary, "out");
  await run([process.execPath, child, out, "1"]);
  const before = filesIn(out);
  // No file may have more than 4 blocks of 512 bytes, which is less than the lock has.
  const limited = `ulimit -f 4; exec "$0" "$@"`;
  const full = await run([
    "sh",
    "-c",
    limited,
    process.execPath,
    child,
    out,
    "2",
  ]);
  expect(full.stdout).toContain("The disk is full");
  expect(filesIn(out)).toEqual(before);
  chmodSync(out, 0o555);
  // The superuser may write anywhere, so somebody else tries.
  const nobody = process.getuid?.() === 0 ? { uid: 65534 } : {};
  const denied = await run([process.execPath, child, out, "2"], nobody);
  chmodSync(out, 0o755);
  expect(denied).toMatchObject({ code: 1, stderr: "" });
  expect(denied.stdout).toContain("may not write here");
  expect(filesIn(out)).toEqual(before);
});

test("of processes that start together, all end well or step back", async () => {
  const temporary = temporaryFolder();
  const child = await buildChild(temporary);
  const out = join(temporary, "out");
  const command = [process.execPath, child, out];
  await run([...command, "1"]);
  const ended = await Promise.all(
    [2, 3, 4].map((n) => run([...command, `${n}`])),
  );
  for (const { stdout, stderr } of ended) {
    expect(stderr).toBe("");
    expect(["", "already-running", "changed-meanwhile"]).toContain(
      /"code":"([^"]+)"/.exec(stdout)?.[1] ?? "",
    );
  }
  const last = readLock(out);
  const n = Number(last?.generator.split(".").at(-1));
  expect(n).toBeGreaterThan(1);
  await run([...command, `${n}`]);
  expect(readLock(out)?.stored).toBe(last?.stored);
  expect(
    Object.keys(filesIn(out)).filter((path) => path.startsWith(".")),
  ).toEqual([]);
});

async function generate(
  out: string,
  next: readonly RenderedFile[],
  meanwhile?: () => unknown,
): Promise<string[]> {
  const last = readLock(out);
  const outcomes = merge({ last, yours: reader(out), next });
  const lock = nextLock({ generator: "0.0.0", last, next, outcomes });
  await meanwhile?.();
  return write(out, outcomes, lock);
}

/** Place and code of every problem. */
async function codes(result: Promise<unknown>): Promise<string[]> {
  try {
    await result;
    return [];
  } catch (error) {
    if (!(error instanceof ToolwrightError)) throw error;
    return error.problems.map(({ file, code }) =>
      file === undefined ? code : `${file} ${code}`,
    );
  }
}
