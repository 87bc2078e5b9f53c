import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { ToolwrightError } from "../../../../generator/errors.js";
import { mergeFiles } from "../../../../generator/reconcile/merge-files.js";
import { pairFiles } from "../../../../generator/reconcile/pair-files.js";
import { createProjectReader } from "../../../../generator/project/folder.js";
import { buildLock, readLock } from "../../../../generator/project/lock.js";
import type { RenderedFile } from "../../../../generator/project/outcome.js";
import { folderCacheFileOf } from "../../../../generator/project/write/run-lock.js";
import {
  assertNotRefused,
  writeProject,
} from "../../../../generator/project/write/write.js";
import { file, moduleText } from "../../merge/files.js";
import { ownCache, temporaryFolder } from "../../temporary.js";
import { filesIn, foldersIn } from "./folder.js";
import { buildChild, run } from "./process.js";

beforeEach(() => void ownCache());

test("writing changes only the files that differ", async () => {
  const out = join(temporaryFolder(), "new/folder");
  const files = [file("README.md", "a\n"), file("src/server.ts", "a\n")];
  expect(await generate(out, files)).toEqual([
    "README.md",
    "src/server.ts",
    "toolwright.lock",
  ]);
  expect(await generate(out, files)).toEqual([]);
  const changed = [file("README.md", "b\n"), file("src/server.ts", "a\n")];
  const before = statSync(join(out, "src/server.ts"), { bigint: true });
  expect(await generate(out, changed)).toEqual([
    "README.md",
    "toolwright.lock",
  ]);
  const after = statSync(join(out, "src/server.ts"), { bigint: true });
  expect(after.ino).toBe(before.ino);
  expect(Object.keys(filesIn(out))).toEqual([
    "README.md",
    "src/server.ts",
    "toolwright.lock",
  ]);
});

test("writing removes files, and folders that become empty", async () => {
  const out = temporaryFolder();
  await generate(out, [
    file("src/runtime/deep/er/a.ts", "a\n"),
    file("src/runtime/b.ts", "b\n"),
  ]);
  mkdirSync(join(out, "src/custom"));
  writeFileSync(join(out, "src/runtime/own.txt"), "mine\n");
  await generate(out, [file("README.md", "c\n")]);
  expect(foldersIn(out)).toEqual(["src", "src/custom", "src/runtime"]);
  expect(Object.keys(filesIn(out))).toEqual([
    "README.md",
    "src/runtime/own.txt",
    "toolwright.lock",
  ]);
});

const tool = (name: string, title: string) =>
  file(`src/tools/${name}.ts`, moduleText(title), {
    key: `tool GET /${title}`,
  });

test.each([
  ["crosswise", [tool("b", "a"), tool("a", "b")]],
  ["onto a removed file", [tool("b", "a")]],
])("writing moves files %s", async (_name, next) => {
  const out = temporaryFolder();
  await generate(out, [tool("a", "a"), tool("b", "b")]);
  appendFileSync(join(out, "src/tools/a.ts"), "// By hand.\n");
  await generate(out, next);
  expect(filesIn(out)).toEqual({
    ...Object.fromEntries(next.map(({ path, text }) => [path, text])),
    "src/tools/b.ts": `${moduleText("a")}// By hand.\n`,
    "toolwright.lock": readLock(out)?.storedText,
  });
});

test("writing keeps permissions and line ends", async () => {
  const out = temporaryFolder();
  await generate(out, [file("src/main.ts", "a\nb\n")]);
  writeFileSync(join(out, "src/main.ts"), "a\r\nb\r\n");
  chmodSync(join(out, "src/main.ts"), 0o755);
  await generate(out, [file("src/main.ts", "a\nc\n")]);
  expect(filesIn(out)).toMatchObject({ "src/main.ts": "a\r\nc\r\n" });
  expect(statSync(join(out, "src/main.ts")).mode & 0o777).toBe(0o755);
});

test("one refused file stops the whole run, and all refused files are reported", async () => {
  const out = temporaryFolder();
  writeFileSync(join(out, "README.md"), "mine\n");
  writeFileSync(join(out, "package.json"), "mine\n");
  const files = ["README.md", "package.json", "tsconfig.json"].map((path) =>
    file(path, "x\n"),
  );
  expect(await codes(generate(out, files))).toEqual([
    "README.md file-in-the-way",
    "package.json file-in-the-way",
  ]);
  expect(Object.keys(filesIn(out))).toEqual(["README.md", "package.json"]);
});

test.each(["../x", "/x", "src/custom/x.ts", ".git/x", "toolwright.lock"])(
  "writing never changes %s",
  async (path) => {
    const out = join(temporaryFolder(), "out");
    expect(await codes(generate(out, [file(path, "x\n")]))).toEqual([
      `${path} path-not-allowed`,
    ]);
    expect(existsSync(out)).toBe(false);
  },
);

test("writing never follows a link out of the folder", async () => {
  const temporary = temporaryFolder();
  const out = join(temporary, "out");
  mkdirSync(out);
  mkdirSync(join(temporary, "elsewhere"));
  symlinkSync(join(temporary, "elsewhere"), join(out, "src"));
  const files = [file("src/main.ts", "a\n")];
  expect(await codes(generate(out, files))).toEqual(["src outside-output"]);
  expect(filesIn(join(temporary, "elsewhere"))).toEqual({});
});

test("a link or a folder in place of a file is reported", async () => {
  const out = temporaryFolder();
  mkdirSync(join(out, "README.md"));
  expect(await codes(generate(out, [file("README.md", "a\n")]))).toEqual([
    "README.md not-a-file",
  ]);
});

test("a file in place of a folder is reported, and nothing is written", async () => {
  const out = temporaryFolder();
  writeFileSync(join(out, "src"), "mine\n");
  const files = [file("README.md", "a\n"), file("src/main.ts", "a\n")];
  expect(await codes(generate(out, files))).toEqual([`${out} write-failed`]);
  expect(filesIn(out)).toEqual({ src: "mine\n" });
});

test("a file that changed after it was read is not overwritten", async () => {
  const out = temporaryFolder();
  await generate(out, [file("README.md", "a\n"), file("package.json", "a\n")]);
  const edit = () => writeFileSync(join(out, "package.json"), "by hand\n");
  const next = [file("README.md", "b\n"), file("package.json", "b\n")];
  expect(await codes(generate(out, next, edit))).toEqual([
    "package.json changed-meanwhile",
  ]);
  expect(filesIn(out)).toMatchObject({
    "README.md": "a\n",
    "package.json": "by hand\n",
  });
});

test("one of two runs that read the same lock writes", async () => {
  const out = temporaryFolder();
  await generate(out, [file("README.md", "a\n")]);
  const other = () => generate(out, [file("package.json", "b\n")]);
  const result = generate(out, [file("tsconfig.json", "c\n")], other);
  expect(await codes(result)).toEqual(["toolwright.lock changed-meanwhile"]);
  expect(Object.keys(filesIn(out))).toEqual([
    "package.json",
    "toolwright.lock",
  ]);
});

test("a running run is respected, and a dead one is not", async () => {
  const cache = ownCache();
  const out = temporaryFolder();
  writeFileSync(folderCacheFileOf(out, "run-1-x"), "");
  const files = [file("README.md", "a\n")];
  expect(await codes(generate(out, files))).toEqual(["already-running"]);
  const dead = await run([process.execPath, "-p", "process.pid"]);
  renameSync(
    folderCacheFileOf(out, "run-1-x"),
    folderCacheFileOf(out, `run-${dead.stdout.trim()}-x`),
  );
  await generate(out, files);
  expect(Object.keys(filesIn(out))).toEqual(["README.md", "toolwright.lock"]);
  expect(readdirSync(cache)).toEqual([]);
});

test("a read-only folder and a full disk are reported, and the old files stay", async () => {
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
  // The superuser may write anywhere, so someone else tries.
  const nobody = process.getuid?.() === 0 ? { uid: 65534 } : {};
  const denied = await run([process.execPath, child, out, "2"], nobody);
  chmodSync(out, 0o755);
  expect(denied).toMatchObject({ code: 1, stderr: "" });
  expect(denied.stdout).toContain("permission to write here");
  expect(filesIn(out)).toEqual(before);
});

test("processes that start together either finish or step back", async () => {
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
  expect(readLock(out)?.storedText).toBe(last?.storedText);
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
  const outcomes = mergeFiles(
    pairFiles({
      baseLock: last,
      readCurrent: createProjectReader(out),
      incoming: next,
    }),
  );
  await assertNotRefused(outcomes, { out, baseLock: last });
  const lock = buildLock({
    generator: "0.0.0",
    baseLock: last,
    incoming: next,
    outcomes,
  });
  await meanwhile?.();
  return writeProject(out, outcomes, lock);
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
