import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check, generate, plan } from "../../../generator/index.js";
import {
  listCustomContracts,
  listExtensionFiles,
} from "../../../generator/project/folder.js";
import { toolwright } from "../cli.js";
import { shop } from "../regenerate/shop.js";
import { temporaryFolder } from "../temporary.js";

const special = "This is a system folder";
const long = /too long for (the )?file system/;

test.each<[string, string | RegExp]>([
  ["/proc/self", special],
  ["/proc/self/cwd/../new", special],
  ["/proc", special],
  ["/sys/kernel/new", special],
  ["/dev/new/folder", special],
  ["/dev/fd", special],
  ["link/new", special],
  ["x".repeat(300), long],
  [`new/${"x".repeat(300)}/folder`, long],
  ["a-folder/".repeat(600), long],
])("every command rejects --out %s", async (out, message) => {
  const cwd = temporaryFolder();
  symlinkSync("/proc/self", join(cwd, "link"));
  const options = { cwd, text: shop() };
  for (const run of [
    () => generate({ out }, options),
    () => generate({ out }, { ...options, dryRun: true }),
    () => check({ out }, options),
    () => plan({ out }, options),
  ])
    await expect(run()).rejects.toThrow(message);
  expect(readdirSync(cwd)).toEqual(["link"]);
});

test("an unusable output folder is an error without a stack, with exit code 2", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "openapi.yaml"), shop());
  for (const out of ["/proc/self", "x".repeat(300)]) {
    const args = ["generate", "openapi.yaml", "--out", out];
    const { code, stderr } = await toolwright(args, { cwd });
    expect({ out, code }).toEqual({ out, code: 2 });
    expect(stderr).toMatch(/^error: .*\n {2}Choose .* with --out\.\n$/);
  }
});

test("an output folder below /dev/shm is accepted", async () => {
  const out = "/dev/shm/toolwright-new";
  const result = await generate({ out }, { text: shop(), dryRun: true });
  expect(result.out).toBe(out);
});

test.each([
  ["skills", (out: string) => listExtensionFiles(out, "skill")],
  ["test/contract/custom", listCustomContracts],
])("links in %s are not followed", (folder, list) => {
  const out = temporaryFolder();
  mkdirSync(join(out, folder), { recursive: true });
  // Followed, two links to themselves are 2^40 folders.
  for (const name of ["a", "b"]) symlinkSync(".", join(out, folder, name));
  expect(list(out)).toEqual([]);
});

test("a folder of skills that leads out of the project is reported", () => {
  const out = temporaryFolder();
  symlinkSync("/", join(out, "skills"));
  expect(() => listExtensionFiles(out, "skill")).toThrow(
    "a symbolic link that leads outside the output",
  );
});

test("files of yours may have the names of generated folders", async () => {
  const out = temporaryFolder();
  const text = shop();
  await generate({ out, allRoutesAsTools: true }, { text });
  for (const path of ["skills", "test"])
    writeFileSync(join(out, path), "Mine.");
  await generate({ out, allRoutesAsTools: true }, { text });
  const { current } = await check({ out, allRoutesAsTools: true }, { text });
  expect(current).toBe(true);
});
