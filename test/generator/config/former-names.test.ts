import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import {
  FORMER_FEATURES,
  FORMER_OPTIONS,
  renameFormerOptions,
} from "../../../generator/config/former-names.js";
import { getOption } from "../../../generator/config/options.js";
import { resolveConfig } from "../../../generator/config/resolve-config.js";
import { FEATURE_NAMES } from "../../../generator/config/runtime-features.js";
import { lockPath, optionsPath } from "../../../generator/project/paths.js";
import { toolwright } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

const DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        responses: { 200: { description: "All pets." } },
      },
    },
  },
});

test("FORMER_OPTIONS and FORMER_FEATURES lead to options and features that exist", () => {
  for (const { name } of Object.values(FORMER_OPTIONS))
    expect(getOption(name)?.sentence, name).toBeDefined();
  for (const name of Object.values(FORMER_FEATURES))
    expect(FEATURE_NAMES).toContain(name);
  for (const name of [
    ...Object.keys(FORMER_OPTIONS),
    ...Object.keys(FORMER_FEATURES),
  ]) {
    expect(getOption(name), name).toBeUndefined();
    expect(FEATURE_NAMES).not.toContain(name);
  }
});

it("former options, values and features are renamed with a note", () => {
  expect(
    renameFormerOptions({
      texts: "slim",
      pin: ["a"],
      done: "true",
      features: ["gather", "etag"],
    }),
  ).toEqual({
    options: {
      descriptions: "short",
      alwaysListed: ["a"],
      afterGenerate: "true",
      features: ["auto-paginate", "etag"],
    },
    notes: [
      "The option texts (--texts) is now called descriptions (--descriptions).",
      "The option pin (--pin) is now called alwaysListed (--always-listed).",
      "The option done is now called afterGenerate.",
      "The feature gather is now called auto-paginate.",
    ],
  });
});

it.each<[object, RegExp]>([
  [{ texts: "slim", descriptions: "full" }, /one option, and both are given/],
  [{ features: ["brief", "shorten-responses"] }, /one feature, and both/],
])("former and new name together are refused: %j", (options, message) => {
  expect(() => renameFormerOptions(options)).toThrow(message);
});

test("former flags are read with a note, and refused beside the new flag", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "openapi.json"), DOCUMENT);
  const words = ["generate", "openapi.json", "--out", "mcp"];
  const first = await toolwright(
    [...words, "--all-routes-as-tools", "--texts", "full"],
    { cwd: folder },
  );
  expect(first).toMatchObject({ code: 0 });
  expect(first.stderr).toContain(
    "note: The option texts (--texts) is now called descriptions (--descriptions).",
  );
  const saved = join(folder, "mcp", optionsPath);
  expect(JSON.parse(readFileSync(saved, "utf8"))).toMatchObject({
    descriptions: "full",
  });
  const both = [...words, "--texts", "full", "--descriptions", "full"];
  expect(await toolwright(both, { cwd: folder })).toMatchObject({ code: 2 });
});

test("former names in configs, saved options and locks are saved under their new names", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "openapi.json"), DOCUMENT);
  const out = join(folder, "mcp");
  await toolwright(["generate", "openapi.json", "--out", "mcp"], {
    cwd: folder,
  });
  const saved = join(out, optionsPath);
  writeFileSync(
    saved,
    JSON.stringify({ document: "../openapi.json", out: ".", texts: "slim" }),
  );
  const run = await toolwright(["generate"], { cwd: out });
  expect(run).toMatchObject({ code: 0 });
  expect(run.stderr.match(/is now called descriptions/g)).toHaveLength(1);
  expect(run.stdout).not.toContain("Options changed since the last run");
  expect(JSON.parse(readFileSync(saved, "utf8"))).toEqual({
    document: "../openapi.json",
    descriptions: "short",
    out: ".",
  });
  // A feature that was added under its former name stays, under the present one.
  const added = await toolwright(["add", "gather"], { cwd: out });
  expect(added).toMatchObject({ code: 0 });
  expect(added.stderr).toContain("is now called auto-paginate");
  const lock = join(out, lockPath);
  const text = readFileSync(lock, "utf8");
  expect(text).toContain("feature auto-paginate");
  writeFileSync(lock, text.replace("feature auto-paginate", "feature gather"));
  expect(await toolwright(["generate"], { cwd: out })).toMatchObject({
    code: 0,
  });
  expect(readFileSync(lock, "utf8")).toContain("feature auto-paginate");
});

test("a config file may have former names, with a note", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "openapi.json"), DOCUMENT);
  const config = {
    document: "openapi.json",
    out: "mcp",
    budget: 9_000,
    features: ["choice"],
  };
  const file = join(folder, "toolwright.config.json");
  writeFileSync(file, JSON.stringify(config));
  const run = await toolwright(["generate"], { cwd: folder });
  expect(run).toMatchObject({ code: 0 });
  expect(run.stderr).toContain("is now called maxListingTokens");
  expect(run.stderr).toContain("The feature choice is now called tool-filter.");
  writeFileSync(file, JSON.stringify({ ...config, maxListingTokens: 9_000 }));
  expect(await toolwright(["generate"], { cwd: folder })).toMatchObject({
    code: 2,
  });
});

test("a config passed to generate() may have former names", () => {
  const former = { texts: "full", pin: ["a"] };
  expect(resolveConfig(former as object)).toMatchObject({
    descriptions: "full",
    alwaysListed: ["a"],
  });
});
