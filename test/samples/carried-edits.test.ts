import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Result } from "../../generator/index.js";
import { carry } from "../../samples/carried-edits/carry.js";
import { brief } from "../generator/merge/files.js";
import { filesIn } from "../generator/project/write/folder.js";
import { typeErrors } from "../type-check.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const committed = join(root, "samples", "carried-edits", "server");

let folder: string;
let out: string;
let result: Result;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "carried-"));
  vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
  out = join(folder, "server");
  result = await carry(out);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test("edits are all carried over, and reported", () => {
  const told = brief(result.outcomes).filter((one) => !/^(unch|upd)/.test(one));
  expect(told).toEqual([
    "merged .env.example",
    "merged README.md",
    "merged package.json",
    "merged src/client.ts",
    "moved src/tools/create-loan.ts from src/tools/lend-book.ts",
    "deleted src/tools/discard-book.ts",
    "created src/tools/extend-loan.ts",
    "merged src/tools/index.ts",
    "merged src/tools/return-book.ts",
    "merged src/tools/search-books.ts",
  ]);
});

test("the committed server is the result, without the runtime", () => {
  const [now, then] = [filesIn(out), filesIn(committed)];
  const stale = [...new Set(Object.keys({ ...now, ...then }))].filter(
    (path) => !path.startsWith("src/runtime/") && now[path] !== then[path],
  );
  expect(stale, "mended by samples/carried-edits/carry.ts").toEqual([]);
});

test("the server passes its strict type check", async () => {
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  expect(await typeErrors(out)).toEqual([]);
});
