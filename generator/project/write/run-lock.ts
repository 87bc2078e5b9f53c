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
import { codeOf } from "../../shared/error-code.js";
import { ToolwrightError } from "../../errors.js";
import { digest } from "../../shared/hash.js";
import { attempt, cacheFolder } from "../cache.js";
import { realFolder } from "../folder.js";

const MAX_TRIES = 5;

/** A file of the user's cache folder that tells of the runs of this machine in one output folder. Throws where there is no cache folder. */
export function keptOf(out: string, what: string): string {
  const output = digest(`${hostname()}\0${realFolder(out)}`);
  return join(cacheFolder(), `${output}.${what}`);
}

/**
 * Does something while no other run of this machine works in the folder. Each run leaves a file of its
 * own in the cache folder and then looks for others, so of two that start together at least one sees
 * the other and steps back. Files of runs that have died are taken away. Throws a ToolwrightError
 * where another run goes on.
 */
export async function guarded<Result>(
  out: string,
  action: () => Result,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const mine = enter(out);
    // Without a cache folder, what a file held when it was read still guards it.
    if (mine === undefined) return action();
    try {
      const other = livingRun(out, mine);
      if (other === undefined) return action();
      if (tries === MAX_TRIES) throw busy(other);
    } finally {
      release(mine);
    }
    await sleep(20 + Math.random() * 80);
  }
}

function enter(out: string): string | undefined {
  return attempt(() => {
    const mine = keptOf(out, `run-${process.pid}-${randomUUID()}`);
    mkdirSync(dirname(mine), { recursive: true, mode: 0o700 });
    writeFileSync(mine, "", { flag: "wx", mode: 0o600 });
    return mine;
  });
}

function livingRun(out: string, mine: string): string | undefined {
  const runs = basename(keptOf(out, "run-"));
  return readdirSync(dirname(mine))
    .filter((name) => name.startsWith(runs))
    .map((name) => join(dirname(mine), name))
    .find((file) => {
      if (file === mine) return false;
      if (isAlive(file)) return true;
      release(file);
      return false;
    });
}

function isAlive(file: string): boolean {
  const pid = Number(/\.run-(\d+)-/.exec(basename(file))?.[1]);
  try {
    // In a container that was started anew, process ids come again.
    const older = statSync(file).mtimeMs < performance.timeOrigin;
    if (pid === process.pid && older) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive, too.
    return codeOf(error) === "EPERM";
  }
}

/** What stays is taken away by a run after this process. */
function release(file: string): void {
  attempt(() => rmSync(file, { force: true }));
}

function busy(file: string): ToolwrightError {
  return new ToolwrightError({
    code: "already-running",
    message: "Another run of toolwright is writing to this folder.",
    hint: `Wait until it is done. If there is none, delete ${file}.`,
  });
}
