import { readFileSync, rmSync } from "node:fs";
import { ToolwrightError } from "../../errors.js";
import { isObject } from "../../json.js";
import { attempt, writePrivate } from "../cache.js";
import type { Change } from "./changes.js";
import { keptOf } from "./guard.js";

/*
 * The journal of a run tells the next one what to finish if this one is killed. It lies in this
 * user's cache folder, under a name made of this machine and the output's real path: nothing in a
 * checkout is ever taken for one. Its paths go through the same door as all others all the same.
 */

/** Does what changes say, with a journal of them as long as it goes on. Where no journal can be kept, a killed run is left to the next merge. */
export function journaled(
  out: string,
  changes: readonly Change[],
  action: () => void,
): void {
  // A user without a cache folder may generate, too.
  attempt(() => writePrivate(keptOf(out, "journal"), JSON.stringify(changes)));
  try {
    action();
  } catch (error) {
    // All was put back; a ToolwrightError tells of what could not be.
    if (!(error instanceof ToolwrightError)) dropJournal(out);
    throw error;
  }
  dropJournal(out);
}

/** The changes that a killed run of this machine has not finished; undefined where there are none. */
export function readJournal(out: string): Change[] | undefined {
  const changes = attempt((): unknown =>
    JSON.parse(readFileSync(keptOf(out, "journal"), "utf8")),
  );
  return Array.isArray(changes) && changes.every(isChange)
    ? changes
    : undefined;
}

export function dropJournal(out: string): void {
  attempt(() => rmSync(keptOf(out, "journal"), { force: true }));
}

function isChange(value: unknown): value is Change {
  if (!isObject(value) || typeof value["path"] !== "string") return false;
  return ["before", "after"].every((side) =>
    ["string", "undefined"].includes(typeof value[side]),
  );
}
