import { spawn, spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * Settings under which git starts nothing, whatever the repository's config says. `ls-tree` and `cat-file` print what is
 * stored: they run no filter, textconv or pager. An object that is missing is not fetched.
 */
const SETTINGS = [
  "--no-pager",
  "--no-replace-objects",
  ...["core.fsmonitor=false", "core.hooksPath=/dev/null"].flatMap((setting) => [
    "-c",
    setting,
  ]),
  ...["-c", "protocol.allow=never"],
];

/** Environment of git, without a repository that the caller's environment names. */
function toEnvironment(repository: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    GIT_DIR: undefined,
    GIT_WORK_TREE: undefined,
    GIT_INDEX_FILE: undefined,
    GIT_ALLOW_PROTOCOL: "",
    // A folder `.git` that is none must not lead to a repository above.
    GIT_CEILING_DIRECTORIES: dirname(repository),
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
  };
}

/** Most bytes that git prints at once: the names of a million files. */
const MAX_OUTPUT_BYTES = 256_000_000;

/** Output of git in a repository; undefined if it fails. */
export function runGitSync(
  args: readonly string[],
  repository: string,
): string | undefined {
  const { status, stdout } = spawnSync("git", [...SETTINGS, ...args], {
    cwd: repository,
    env: toEnvironment(repository),
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT_BYTES,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout : undefined;
}

/** Starts git in a repository, to write to its input and read its output. */
export function startGit(args: readonly string[], repository: string) {
  return spawn("git", [...SETTINGS, ...args], {
    cwd: repository,
    env: toEnvironment(repository),
    stdio: ["pipe", "pipe", "ignore"],
  });
}

/** True if a repository reads objects of its own alone: no link leads to another one, and none are borrowed. */
export function hasOwnObjects(repository: string): boolean {
  const path = join(repository, ".git");
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || stat.isSymbolicLink()) return false;
  const folder = stat.isFile() ? readGitFolder(path) : path;
  return !existsSync(join(readCommonFolder(folder), "objects/info/alternates"));
}

/** Folder that a file `.git` names, as that of a worktree or a submodule does. https://git-scm.com/docs/gitrepository-layout */
function readGitFolder(path: string): string {
  const [, folder = "."] =
    /^gitdir: (.*)$/m.exec(readFileSync(path, "utf8").slice(0, 10_000)) ?? [];
  return resolve(dirname(path), folder);
}

/** Folder of the objects that worktrees share. */
function readCommonFolder(folder: string): string {
  const path = join(folder, "commondir");
  return existsSync(path)
    ? resolve(folder, readFileSync(path, "utf8").trim())
    : folder;
}
