import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Placed } from "./by-hand.js";
import type { Other } from "./others.js";
import type { Tally } from "./replay.js";
import { bare, member, propertiesOf } from "./syntax.js";

/** Generated texts, by the request of their module. */
export function byRoute(
  texts: ReadonlyMap<string, string>,
): Map<string, string> {
  return new Map(
    [...texts.values()].map((text) => [
      bare(member(text, "request")) ?? "",
      text,
    ]),
  );
}

interface LookFor {
  readonly out: string;
  readonly document: string;
  /** Generated texts, by path. */
  readonly after: ReadonlyMap<string, string>;
  readonly tally: Tally;
}

/** Looks for every edit at its present place, and for changes that an edited module has not followed. */
export function lookFor(
  { placed, others }: { placed: readonly Placed[]; others: readonly Other[] },
  { out, document, after, tally }: LookFor,
): void {
  const routes = byRoute(after);
  routes.delete("");
  for (const { edit, path } of placed) {
    const file = join(out, path);
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    if (edit.isIn(text)) tally.found += 1;
    else tally.faults.push(`${document}, ${path}: ${edit.name} is lost`);
    const isPlain = edit.place === undefined && edit.within === undefined;
    const route = isPlain ? bare(member(text, "request")) : undefined;
    const next = routes.get(route ?? "") ?? "";
    for (const name of propertiesOf(next)) {
      if (
        name !== "handler" &&
        bare(member(text, name)) !== bare(member(next, name))
      )
        tally.faults.push(`${document}, ${path}: ${name} was left behind`);
    }
  }
  for (const { path, kept } of others) {
    if (readFileSync(join(out, path), "utf8").includes(kept)) tally.found += 1;
    else tally.faults.push(`${document}, ${path}: ${kept} is lost`);
  }
}
