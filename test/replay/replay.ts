import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate, type Outcome } from "../../generator/index.js";
import { deleteOne, editAll, textsOf, type Placed } from "./by-hand.js";
import type { Edit } from "./edit.js";
import { gitConflicts } from "./git.js";
import type { History } from "./history.js";
import { others } from "./others.js";
import { linkPackages } from "./project.js";
import { bare, member } from "./syntax.js";
import { typeCheck } from "./type-check.js";

/** What came of a history. */
export interface Tally {
  readonly title: string;
  operations: number;
  steps: number;
  edits: number;
  /** Edits looked for, step by step. */
  found: number;
  /** Files that both sides changed. */
  merges: number;
  /** Of them: conflicts, all proven to be ones. */
  conflicts: number;
  /** Of them: conflicts of `git merge-file`. */
  gitConflicts: number;
  moved: number;
  orphans: number;
  /** Steps that were type-checked, and files that had to fail then and did. */
  checked: number;
  failing: number;
  /** What must not be. */
  readonly faults: string[];
}

/** Every how many steps the project is type-checked. */
const CHECK_EVERY = 10;

/** Generates the first version, edits it by hand in every way, and then follows all versions. */
export async function replay(
  { title, documents }: History,
  out: string,
): Promise<Tally> {
  const tally: Tally = {
    title,
    ...{ operations: 0, steps: 0, edits: 0, found: 0, merges: 0 },
    ...{ conflicts: 0, gitConflicts: 0, moved: 0, orphans: 0 },
    ...{ checked: 0, failing: 0, faults: [] },
  };
  const [first = "", ...later] = documents;
  await run(first, out);
  linkPackages(out);
  const placed = await editAll(out);
  const deleted = deleteOne(out, placed);
  tally.edits = placed.length + others.length + 1;
  for (const [index, document] of later.entries()) {
    const before = textsOf(out);
    const { outcomes, components } = await run(document, out);
    const after = textsOf(out);
    tally.steps += 1;
    tally.operations = components.length;
    for (const outcome of outcomes)
      settle(outcome, { out, placed, before, after, tally });
    if (existsSync(join(out, deleted)))
      tally.faults.push(`${document}: ${deleted} came back`);
    lookFor(placed, { out, document, tally });
    if (index % CHECK_EVERY === 0 || index === later.length - 1)
      await typeCheck(placed, { out, document, outcomes, tally });
  }
  return tally;
}

function run(document: string, out: string) {
  return generate({ document, out, allRoutesAsTools: true });
}

interface Step {
  readonly out: string;
  readonly placed: readonly Placed[];
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  readonly tally: Tally;
}

/** Follows moved files, resolves conflicts as a person would who knows their own mind, and asks git. */
function settle(outcome: Outcome, step: Step): void {
  const { out, placed, before, after, tally } = step;
  const { path } = outcome;
  const from =
    outcome.kind === "moved" || outcome.kind === "conflict"
      ? (outcome.from ?? path)
      : path;
  const [base = "", next = ""] = [before.get(from), after.get(path)];
  if (outcome.kind === "moved") tally.moved += 1;
  if (outcome.kind === "orphaned") tally.orphans += 1;
  const both =
    outcome.kind === "merged" ||
    outcome.kind === "conflict" ||
    (outcome.kind === "moved" && outcome.edited);
  if (!both) return;
  const edit = placed.find((one) => one.path === from);
  if (edit !== undefined) edit.path = path;
  if (base === next) return;
  tally.merges += 1;
  if (gitConflicts({ base, yours: outcome.before, next }))
    tally.gitConflicts += 1;
  if (outcome.kind !== "conflict") return;
  tally.conflicts += 1;
  if (!changedBoth(edit?.edit, base, next))
    tally.faults.push(
      `${tally.title}, ${path}: a conflict for ${edit?.edit.name ?? "another file"} at ${outcome.conflicts.map(({ place }) => place).join()}`,
    );
  const markers = /^<{7} yours\r?\n([^]*?)^\|{7} [^]*?^>{7} .*\r?\n/gm;
  writeFileSync(join(out, path), outcome.text.replaceAll(markers, "$1"));
}

/** Whether the generator changed the very property that a person has changed, or took away the object around it. */
function changedBoth(
  edit: Edit | undefined,
  base: string,
  next: string,
): boolean {
  const place = edit?.place ?? "";
  const within = edit?.within ?? place.replace(/(^|\.)[^.]*$/, "");
  const [before, after] = [member(base, within), member(next, within)];
  return (
    (before !== undefined && after === undefined) ||
    bare(member(base, place)) !== bare(member(next, place))
  );
}

function lookFor(
  placed: readonly Placed[],
  { out, document, tally }: { out: string; document: string; tally: Tally },
): void {
  for (const { edit, path } of placed) {
    const file = join(out, path);
    if (existsSync(file) && edit.isIn(readFileSync(file, "utf8")))
      tally.found += 1;
    else tally.faults.push(`${document}, ${path}: ${edit.name} is lost`);
  }
  for (const [path, , , kept] of others) {
    if (readFileSync(join(out, path), "utf8").includes(kept)) tally.found += 1;
    else tally.faults.push(`${document}, ${path}: ${kept} is lost`);
  }
}
