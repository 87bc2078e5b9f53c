import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, sep } from "node:path";

/** Text of every file below a folder, by path; target of a link. */
export function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => {
        const full = join(entry.parentPath, entry.name);
        const path = full.slice(folder.length + 1).replaceAll(sep, "/");
        const text = entry.isSymbolicLink()
          ? `→ ${readlinkSync(full)}`
          : readFileSync(full, "utf8");
        return [path, text] as const;
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Paths of all folders below a folder. */
export function foldersIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, "/"),
    )
    .sort();
}
