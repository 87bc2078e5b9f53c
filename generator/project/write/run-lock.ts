import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../../shared/error-code.js";
import { ToolwrightError } from "../../errors.js";
import { digest } from "../../shared/hash.js";
import { attempt, getCacheFolder } from "../cache.js";
import { resolveLinks } from "../../checkout/links.js";

const MAX_TRIES = 5;

/**
 * Path of a file in the user's cache folder for one output folder on this machine. Throws if there is no
 * cache folder.
 */
export function folderCacheFileOf(out: string, suffix: string): string {
  const outputDigest = digest(`${hostname()}\0${resolveLinks(out)}`);
  return join(getCacheFolder(), `${outputDigest}.${suffix}`);
}

/**
 * Runs an action while no other run of this machine works in the folder. Each run leaves a separate file in the cache
 * folder and then looks for others, so of two that start together at least one sees the other and steps back. Files of
 * runs that have died are removed. Throws a ToolwrightError if another run continues.
 */
export async function withRunLock<Result>(
  out: string,
  action: () => Result,
): Promise<Result> {
  for (let tryCount = 1; ; tryCount += 1) {
    const ownFile = createRunFile(out);
    // Without a cache folder, files are still compared with what was read of them before they are written.
    if (ownFile === undefined) return action();
    try {
      const otherRun = findLivingRun(out, ownFile);
      if (otherRun === undefined) return action();
      if (tryCount === MAX_TRIES) throw alreadyRunningError(otherRun);
    } finally {
      removeRunFile(ownFile);
    }
    await sleep(20 + Math.random() * 80);
  }
}

function createRunFile(out: string): string | undefined {
  return attempt(() => {
    const ownFile = folderCacheFileOf(
      out,
      `run-${process.pid}-${randomUUID()}`,
    );
    mkdirSync(dirname(ownFile), { recursive: true, mode: 0o700 });
    writeFileSync(ownFile, "", { flag: "wx", mode: 0o600 });
    return ownFile;
  });
}

function findLivingRun(out: string, ownFile: string): string | undefined {
  const runPrefix = basename(folderCacheFileOf(out, "run-"));
  return readdirSync(dirname(ownFile))
    .filter((name) => name.startsWith(runPrefix))
    .map((name) => join(dirname(ownFile), name))
    .find((file) => {
      if (file === ownFile) return false;
      if (isAlive(file)) return true;
      removeRunFile(file);
      return false;
    });
}

function isAlive(file: string): boolean {
  const pid = Number(/\.run-(\d+)-/.exec(basename(file))?.[1]);
  try {
    // A container that was started again uses process ids again.
    const isOlder = statSync(file).mtimeMs < performance.timeOrigin;
    if (pid === process.pid && isOlder) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive and another user's.
    return errorCode(error) === "EPERM";
  }
}

/** Removes a run's file; if that fails, a run after this process does it. */
function removeRunFile(file: string): void {
  attempt(() => rmSync(file, { force: true }));
}

function alreadyRunningError(file: string): ToolwrightError {
  return new ToolwrightError({
    code: "already-running",
    message: "Another toolwright process is writing to this folder.",
    hint: `Wait until it is done. If no other process is running, delete ${file}.`,
  });
}
