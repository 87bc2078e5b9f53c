import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { toolwright } from "../cli.js";

const cwd = mkdtempSync(join(tmpdir(), "toolwright-beside-"));
afterAll(() => rmSync(cwd, { recursive: true }));

const info = { title: "Pets", version: "1" };
const paths = { "/pets": { get: { operationId: "listPets", responses: {} } } };
writeFileSync(
  join(cwd, "api.json"),
  JSON.stringify({ openapi: "3.1.0", info, paths }),
);

test("report writes a page with --html and data with --format json", async () => {
  const page = await toolwright(["report", "api.json", "--html", "a.html"], {
    cwd,
  });
  expect([page.code, page.stdout]).toEqual([0, "a.html\n"]);
  expect(readFileSync(join(cwd, "a.html"), "utf8")).toContain("listPets");
  const { stdout } = await toolwright(
    ["report", "api.json", "--format", "json"],
    { cwd },
  );
  expect(JSON.parse(stdout)).toMatchObject({
    operations: [{ operation: "GET /pets", outcome: "served" }],
  });
});

test.each([
  [["report", "api.json", "--html"], "page.html"],
  [["init", "api.json", "--yes"], "package.json"],
])("%j does not write through a symbolic link", async (args, name) => {
  const inner = mkdtempSync(join(cwd, "inner-"));
  copyFileSync(join(cwd, "api.json"), join(inner, "api.json"));
  const target = join(cwd, `target-${name}`);
  writeFileSync(target, "{}");
  symlinkSync(target, join(inner, name));
  const isNamed = name.endsWith("html") ? [name] : [];
  const run = await toolwright([...args, ...isNamed], { cwd: inner });
  expect([run.code, run.stderr]).toEqual([
    2,
    expect.stringContaining("A folder or link has the path of a"),
  ]);
  expect(readFileSync(target, "utf8")).toBe("{}");
});

test("errors name a broken package.json, and a single word in place of a list", async () => {
  await toolwright(["generate", "api.json", "--out", "out"], { cwd });
  writeFileSync(join(cwd, "out", "package.json"), "{");
  const clients = await toolwright(["clients", "out"], { cwd });
  expect(clients.stderr).toContain("package.json: It is not a JSON object.");
  writeFileSync(
    join(cwd, "word.json"),
    JSON.stringify({ document: "api.json", out: "new", emit: "docker" }),
  );
  const { code, stderr } = await toolwright(
    ["generate", "--config", "word.json"],
    { cwd },
  );
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("The option emit must be a list"),
  ]);
});
