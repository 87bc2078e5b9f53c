import { existsSync } from "node:fs";
import { join } from "node:path";
import { findConfig } from "../config/file.js";
import { lockPath } from "../output/paths.js";

/** What is said on the command line, in our own words: others are habits from elsewhere; nothing at all, beside a config or in a project, is `generate`. */
export function argumentsOf(given: readonly string[], cwd: string): string[] {
  if (given.length === 0) {
    const isProject = existsSync(join(cwd, lockPath));
    return isProject || findConfig(cwd) !== undefined ? ["generate"] : [];
  }
  return given.flatMap((word) => {
    const [, name = "", value] =
      /^(-i|--input|--output)(?:=(.*))?$/.exec(word) ?? [];
    if (name === "") return [word];
    const own = name === "--output" ? ["--out"] : [];
    return value === undefined ? own : [...own, value];
  });
}
