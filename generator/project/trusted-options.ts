import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Memory } from "../config/saved-options.js";
import { isObject } from "../shared/json.js";
import { attempt, writePrivate } from "./cache.js";
import { keptOf } from "./write/run-lock.js";

/*
 * What this user has said, on this machine, of the project in a folder. It lies in the user's cache
 * folder: nothing in a checkout can say it for them.
 */

/** Whether exactly this was said before. */
export function isSaid(out: string, name: string, value: unknown): boolean {
  const said = readSaid(out);
  return Object.hasOwn(said, name) && isDeepStrictEqual(said[name], value);
}

/** Keeps what was said now beside what was said before. Where nothing can be kept, it is to be said each time. */
export function keepSaid(out: string, options: Memory): void {
  const said = readSaid(out);
  const next = { ...said, ...options };
  if (isDeepStrictEqual(said, next)) return;
  attempt(() => writePrivate(keptOf(out, "said"), JSON.stringify(next)));
}

function readSaid(out: string): Memory {
  const said = attempt((): unknown =>
    JSON.parse(readFileSync(keptOf(out, "said"), "utf8")),
  );
  return isObject(said) ? said : {};
}
