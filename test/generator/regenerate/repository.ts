import { execFileSync } from "node:child_process";
import type { Project } from "./project.js";

/** Makes a git repository of a project's folder; returns a function that runs git there. */
export function repository({ out }: Project): (...args: string[]) => string {
  const git = (...args: string[]) => {
    try {
      const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
      return execFileSync("git", [...identity, ...args], {
        cwd: out,
        encoding: "utf8",
        stdio: "pipe",
      });
    } catch {
      // Conflicts end so.
      return "";
    }
  };
  execFileSync("git", ["init", "-q", "-b", "main", out]);
  return git;
}

/** Commits all that a repository's folder has. */
export function commit(
  git: (...args: string[]) => string,
  message: string,
): void {
  git("add", "-A");
  git("commit", "-q", "-m", message);
}
