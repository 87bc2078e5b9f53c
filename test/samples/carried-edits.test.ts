import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { carry } from "../../samples/carried-edits/carry.js";
import { brief } from "../generator/merge/files.js";
import { filesIn } from "../generator/output/write/folder.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const committed = join(root, "samples", "carried-edits", "server");

test("the committed server is what edits by hand and a change of the API give", async () => {
  const folder = await mkdtemp(join(tmpdir(), "carried-"));
  vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
  try {
    const out = join(folder, "server");
    const { outcomes } = await carry(out);
    const told = brief(outcomes).filter((one) => !/^(unch|upd)/.test(one));
    expect(told).toEqual([
      "merged .env.example",
      "kept README.md",
      "kept package.json",
      "merged src/client.ts",
      "moved src/tools/create-loan.ts from src/tools/lend-book.ts",
      "deleted src/tools/discard-book.ts",
      "created src/tools/extend-loan.ts",
      "merged src/tools/index.ts",
      "merged src/tools/return-book.ts",
      "merged src/tools/search-books.ts",
    ]);
    const [now, then] = [filesIn(out), filesIn(committed)];
    const stale = [...new Set(Object.keys({ ...now, ...then }))].filter(
      (path) => now[path] !== then[path],
    );
    expect(stale, "mended by samples/carried-edits/carry.ts").toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});

test("the committed server passes its own strict type check", async () => {
  const tsc = join(root, "node_modules", "typescript-7", "bin", "tsc");
  const checked = run(process.execPath, [tsc, "--noEmit", "-p", committed]);
  await expect(checked).resolves.toMatchObject({ stdout: "" });
});
