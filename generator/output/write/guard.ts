import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ToolwrightError } from "../../errors.js";
import { codeOf } from "../folder.js";
import { stagePath } from "../paths.js";

const attempts = 5;

/**
 * Does something while no other run works in the folder. Each run leaves a file of its own and then
 * looks for others, so of two that start together at least one sees the other and steps back.
 * Files of runs that have died are taken away. Throws a ToolwrightError where another run goes on.
 */
export async function guarded<Result>(
  out: string,
  action: () => Result,
): Promise<Result> {
  const stage = join(out, stagePath);
  const mine = join(stage, `run-${process.pid}-${randomUUID()}`);
  for (let attempt = 1; ; attempt += 1) {
    enter(stage, mine);
    const other = livingRun(stage, mine);
    if (other === undefined) break;
    release(stage, mine);
    if (attempt === attempts) throw busy(other);
    await sleep(20 + Math.random() * 80);
  }
  try {
    return action();
  } finally {
    release(stage, mine);
  }
}

function enter(stage: string, mine: string): void {
  mkdirSync(stage, { recursive: true });
  try {
    writeFileSync(mine, hostname());
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    // A run that just ended took the folder with it.
    mkdirSync(stage, { recursive: true });
    writeFileSync(mine, hostname());
  }
}

function livingRun(stage: string, mine: string): string | undefined {
  return readdirSync(stage)
    .filter((name) => name.startsWith("run-"))
    .map((name) => join(stage, name))
    .find((file) => {
      if (file === mine) return false;
      if (isAlive(file)) return true;
      rmSync(file, { force: true });
      return false;
    });
}

/** On another host nobody can tell, so it counts as alive. */
function isAlive(file: string): boolean {
  const pid = Number(/run-(\d+)-/.exec(file)?.[1]);
  try {
    // Empty for the moment between its making and its writing.
    const host = readFileSync(file, "utf8");
    if (host !== "" && host !== hostname()) return true;
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

/** The folder goes with its last file. */
function release(stage: string, mine: string): void {
  rmSync(mine, { force: true });
  try {
    rmdirSync(stage);
  } catch {
    // Another run has a file in it, or a journal waits for the next run.
  }
}

function busy(file: string): ToolwrightError {
  return new ToolwrightError({
    code: "already-running",
    message: "Another run of toolwright is writing to this folder.",
    hint: `Wait until it is done. If there is none, delete ${file}.`,
  });
}
