import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll } from "vitest";

/** The repository. */
export const root = resolve(import.meta.dirname, "../..");

/** A folder for all tests of a file, which goes away with them. */
export function folderOfFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-docs-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
