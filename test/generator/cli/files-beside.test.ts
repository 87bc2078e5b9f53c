import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

test("a page is written beside the project, or alone", async () => {
  const more = ["--report-html", "made.html"];
  const made = await toolwright(
    ["generate", "api.json", "--out", "out", ...more],
    { cwd },
  );
  expect(made).toMatchObject({ code: 0 });
  await toolwright(["report", "api.json", "--html", "alone.html"], { cwd });
  const [one, other] = ["made.html", "alone.html"].map((name) =>
    readFileSync(join(cwd, name), "utf8"),
  );
  expect(one).toContain("listPets");
  expect(other).toBe(one);
});

test("a broken package.json is named, and so is a word where a list is wanted", async () => {
  writeFileSync(join(cwd, "out", "package.json"), "{");
  const clients = await toolwright(["clients", "out"], { cwd });
  expect(clients.stderr).toContain("package.json: It is no object in JSON.");
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
