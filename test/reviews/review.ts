import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { UNNOTICED, type Change, type Kind } from "./changes.js";

/** A hunk that a pull request shows unfolded. */
export interface Hunk {
  readonly path: string;
  /** Routes of the operations of its file; none if the file is not one operation's. */
  readonly routes: readonly string[];
  /** Lines that say whose it is: its header, and beginnings of declarations in it. */
  readonly heads: readonly string[];
  /** Lines that are added and removed. */
  readonly changed: readonly string[];
}

/** Changes that reviewers find in a pull request. */
export interface Review {
  readonly seen: readonly Change[];
  readonly missed: readonly Change[];
  /** Number of changed lines that are shown, and those of them that show no change. */
  readonly lines: number;
  readonly noise: readonly string[];
}

/** Commits what is in a project. */
export function commit(out: string): void {
  if (!existsSync(join(out, ".git"))) git(out, "init", "--quiet");
  git(out, "add", "--all");
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  git(out, ...who, "commit", "--quiet", "--no-verify", "--message", "It");
}

/** Hunks that git shows since the last commit, without files that `.gitattributes` folds. */
export function unfolded(out: string): Hunk[] {
  git(out, "add", "--all");
  const diff = git(out, "diff", "--cached", "--find-renames", "--no-color");
  return diff
    .split(/^diff --git /m)
    .slice(1)
    .flatMap((file) => {
      const [, from = "", path = ""] = /^a\/(\S+) b\/(\S+)\n/.exec(file) ?? [];
      const folded = git(out, "check-attr", "linguist-generated", path);
      if (folded.trimEnd().endsWith(": set")) return [];
      const sides = [
        git(out, "show", `HEAD:${from}`),
        git(out, "show", `:${path}`),
      ];
      const routes = sides.flatMap(
        (text) => /^ {2}request: "(.*)"/m.exec(text)?.[1] ?? [],
      );
      const [, ...hunks] = file.split(/^(?=@@ )/m);
      return hunks.map((hunk) => {
        const [head = "", ...lines] = hunk.split("\n");
        // As git finds the header of a hunk.
        const heads = lines.filter((line) => /^.[A-Za-z$_]/.test(line));
        return {
          path,
          routes,
          heads: [head, ...heads],
          changed: lines.filter((line) => /^[+-]/.test(line)),
        };
      });
    });
}

/** Changes that a reviewer finds, if the file or the header names the changed thing. */
export function review(
  changes: readonly Change[],
  hunks: readonly Hunk[],
): Review {
  const noticed = changes.filter(({ kind }) => !UNNOTICED.includes(kind));
  const isSeen = (change: Change) =>
    hunks.some(
      (hunk) =>
        isOf(hunk, change) &&
        hunk.changed.some((line) =>
          change.words.some((word) => line.includes(word)),
        ),
    );
  return {
    seen: noticed.filter(isSeen),
    missed: noticed.filter((change) => !isSeen(change)),
    lines: hunks.reduce((sum, { changed }) => sum + changed.length, 0),
    noise: hunks.flatMap((hunk) => noiseOf(hunk, changes)),
  };
}

/** Shares of seen changes by kind: `{ text: "9 of 10" }`. */
export function shares({
  seen,
  missed,
}: Review): Partial<Record<Kind, string>> {
  const kinds = new Set([...seen, ...missed].map(({ kind }) => kind));
  return Object.fromEntries(
    [...kinds].map((kind) => {
      const [some, others] = [seen, missed].map(
        (list) => list.filter((one) => one.kind === kind).length,
      );
      return [kind, `${some} of ${(some ?? 0) + (others ?? 0)}`];
    }),
  );
}

/** Lines of a hunk that show no change, and lines that only moved. */
function noiseOf(hunk: Hunk, changes: readonly Change[]): string[] {
  // The lists and pages of the whole server follow from its routes.
  if (
    !/\.ts$/.test(hunk.path) ||
    /\/(?:index|server|main|client)\.ts$/.test(hunk.path)
  )
    return [];
  const isTold = changes.some(
    (change) =>
      isOf(hunk, change) ||
      (change.kind === "route" &&
        isOf({ ...hunk, heads: hunk.changed }, change)),
  );
  const [added, removed] = ["+", "-"].map(
    (sign) =>
      new Set(
        hunk.changed
          .filter((line) => line.startsWith(sign) && /\w/.test(line))
          .map((line) => line.slice(1)),
      ),
  );
  return hunk.changed
    .filter((line) => {
      const text = line.slice(1);
      return (
        !isTold || (added?.has(text) === true && removed?.has(text) === true)
      );
    })
    .map((line) => `${hunk.path}: ${line}`);
}

function isOf({ heads, routes }: Hunk, change: Change): boolean {
  if (routes.length > 0)
    return routes.some((route) => change.routes.has(route));
  const { owner, within, operationId } = change;
  return heads.some((head) =>
    [owner, within, operationId].some((name) => names(head, name)),
  );
}

/** True if a line has a name, as an identifier. */
function names(line: string, name: string | undefined): boolean {
  if (name === undefined) return false;
  const plain = (text: string) => text.replaceAll(/[\W_]/g, "").toLowerCase();
  return line.split(/[^\w$]+/).some((word) => {
    const [, id] =
      /^(.*?)(?:argument|schema|operation)?\d*$/.exec(plain(word)) ?? [];
    return plain(name) === plain(word) || plain(name) === id;
  });
}

function git(cwd: string, ...args: string[]): string {
  const options = { cwd, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  return spawnSync("git", args, options).stdout;
}
