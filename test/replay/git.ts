import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether git finds conflicts where it merges the same three texts by line. */
export function gitConflicts(texts: {
  readonly base: string;
  readonly yours: string;
  readonly next: string;
}): boolean {
  const folder = mkdtempSync(join(tmpdir(), "merge-"));
  try {
    const [yours, base, next] = (["yours", "base", "next"] as const).map(
      (side) => {
        const file = join(folder, side);
        writeFileSync(file, texts[side]);
        return file;
      },
    );
    execFileSync(
      "git",
      ["merge-file", "-p", yours ?? "", base ?? "", next ?? ""],
      {
        stdio: "ignore",
      },
    );
    return false;
  } catch {
    // Ends with the number of conflicts.
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
