import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";

/** An empty folder that goes away with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The cache folder, which is empty and the test's own as long as it continues. */
export function ownCache(): string {
  // It may be called as the files of runs in it are.
  const folder = join(temporaryFolder(), "x.run-1-x");
  vi.stubEnv("XDG_CACHE_HOME", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const cache = join(folder, "toolwright");
  mkdirSync(cache, { recursive: true });
  return cache;
}
