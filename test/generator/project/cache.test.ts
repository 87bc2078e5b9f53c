import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getCacheFolder, openCache } from "../../../generator/project/cache.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolwright-cache-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function save(output: string, entries: Record<string, string>) {
  const cache = openCache(output, folder);
  for (const [key, value] of Object.entries(entries)) cache.set(key, value);
  cache.save();
}

function files(): string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

describe("openCache", () => {
  test("returns values that an earlier run saved for the same output", () => {
    save("/a", { key: "a" });
    save("/b", { key: "b" });
    expect(openCache("/a", folder).get("key")).toBe("a");
    expect(openCache("/b", folder).get("key")).toBe("b");
    expect(openCache("/c", folder).get("key")).toBeUndefined();
    expect(files()).toHaveLength(2);
  });

  test("returns values that this run set", () => {
    const cache = openCache("/a", folder);
    cache.set("key", "a");
    expect(cache.get("key")).toBe("a");
    expect(files()).toEqual([]);
  });

  test("has no values under names of Object.prototype members", () => {
    save("/a", { key: "a" });
    expect(openCache("/a", folder).get("constructor")).toBeUndefined();
  });

  test("drops values that a run with changes did not use", () => {
    save("/a", { old: "1", kept: "2" });
    const cache = openCache("/a", folder);
    cache.get("kept");
    cache.set("new", "3");
    cache.save();
    const next = openCache("/a", folder);
    expect([next.get("old"), next.get("kept"), next.get("new")]).toEqual([
      undefined,
      "2",
      "3",
    ]);
  });

  test("writes nothing if nothing changed", () => {
    save("/a", { one: "1", two: "2" });
    const before = files().map((file) => statSync(file).ino);
    const cache = openCache("/a", folder);
    cache.set("one", "1");
    cache.save();
    expect(files().map((file) => statSync(file).ino)).toEqual(before);
  });

  test.each([
    ["a torn file", () => '{"key":'],
    ["another form", () => "[1]"],
    [
      "entries that are not strings",
      (text: string) => text.replace('"a"', "1"),
    ],
  ])("treats %s as an empty cache and replaces it", (_, spoil) => {
    save("/a", { key: "a" });
    for (const file of files()) {
      writeFileSync(file, spoil(readFileSync(file, "utf8")));
    }
    expect(openCache("/a", folder).get("key")).toBeUndefined();
    save("/a", { key: "b" });
    expect(openCache("/a", folder).get("key")).toBe("b");
  });

  test("works if its folder is a file", () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const cache = openCache("/a", file);
    cache.set("key", "a");
    cache.save();
    expect(cache.get("key")).toBe("a");
    expect(readFileSync(file, "utf8")).toBe("");
  });

  test("is readable by its owner only", () => {
    const own = join(folder, "new");
    const cache = openCache("/a", own);
    cache.set("key", "a");
    cache.save();
    const modes = [own, ...readdirSync(own).map((name) => join(own, name))];
    expect(modes.map((path) => statSync(path).mode & 0o777)).toEqual([
      0o700, 0o600,
    ]);
  });

  test("keeps the 200 files used last", () => {
    save("/oldest", { key: "a" });
    for (const file of files()) utimesSync(file, 1, 1);
    for (let number = 0; number < 200; number++)
      save(`/${number}`, { key: "b" });
    expect(files()).toHaveLength(200);
    expect(openCache("/oldest", folder).get("key")).toBeUndefined();
  });
});

describe("cacheFolder", () => {
  const home = join(homedir(), ".cache", "toolwright");
  test.each([
    [{ XDG_CACHE_HOME: "/var/x" }, "/var/x/toolwright"],
    [{ XDG_CACHE_HOME: "relative" }, home],
    [{}, home],
  ])("with the environment %j is %s", (env, want) => {
    expect(getCacheFolder(env)).toBe(want);
  });
});
