import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** True if git finds conflicts when it merges the same three texts by line. */
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

/** Lines that git counts as added and removed between two sets of files; a file that was renamed counts what changed in it. */
export function linesChanged(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): number {
  const folder = mkdtempSync(join(tmpdir(), "lines-"));
  try {
    for (const [side, texts] of Object.entries({ before, after })) {
      mkdirSync(join(folder, side));
      for (const [path, text] of texts) {
        const file = join(folder, side, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    }
    const command = "diff --no-index -M --numstat before after";
    const { stdout } = spawnSync("git", command.split(" "), {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    return [...stdout.matchAll(/^(\d+)\t(\d+)\t/gm)].reduce(
      (sum, [, more, less]) => sum + Number(more) + Number(less),
      0,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
