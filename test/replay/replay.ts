import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { generate, type Outcome } from "../../generator/index.js";
import {
  deleteOne,
  editAll,
  formatMachineFiles,
  moveSome,
  textsOf,
  type Placed,
} from "./by-hand.js";
import type { Edit } from "./edit.js";
import { gitConflicts, linesChanged } from "./git.js";
import type { History } from "./history.js";
import { byRoute, lookFor } from "./look-for.js";
import { linkPackages } from "./project.js";
import { bare, member } from "./syntax.js";
import { typeCheck } from "./type-check.js";

/** Result of a history. */
export interface Tally {
  readonly title: string;
  operations: number;
  steps: number;
  edits: number;
  /** Edits looked for, step by step. */
  found: number;
  /** Files that both sides changed. */
  merges: number;
  /** Number of conflicts among them, all proven. */
  conflicts: number;
  /** Number of conflicts of `git merge-file` among them. */
  gitConflicts: number;
  moved: number;
  orphans: number;
  /** Steps after which the project was type-checked, those after which a second run was made, and files that had to fail and did. */
  checked: number;
  again: number;
  failing: number;
  /** Modules that were moved or exported otherwise by hand, step by step; and those that were reported as apart. */
  followed: number;
  apart: number;
  /** Steps after which routes were of other kinds. */
  switched: number;
  /** Conflicts by the edit that met them. */
  readonly kinds: Record<string, number>;
  /**
   * Growth of every step that keeps kinds: lines changed in the output, without machine files, for one changed in the
   * document.
   */
  readonly growth: number[];
  /** Faults; there must be none. */
  readonly faults: string[];
}

/** Every how many steps what is not for editing goes through a formatter, a second run is made, and routes that only read change between tools and resources. */
const FORMAT_EVERY = 10;
const AGAIN_EVERY = 10;
const SWITCH_EVERY = 4;

/** Generates the first version, edits it by hand in every way, and then follows all versions. */
export async function replay(history: History, out: string): Promise<Tally> {
  const { title, documents, switches = false } = history;
  const tally: Tally = {
    title,
    operations: 0,
    steps: 0,
    edits: 0,
    found: 0,
    merges: 0,
    conflicts: 0,
    gitConflicts: 0,
    moved: 0,
    orphans: 0,
    checked: 0,
    again: 0,
    failing: 0,
    faults: [],
    followed: 0,
    apart: 0,
    switched: 0,
    kinds: {},
    growth: [],
  };
  await run(history, 0, out);
  linkPackages(out);
  const { placed, others } = await editAll(out, history.firstEdit);
  const deleted = deleteOne(out, placed);
  const moved = switches ? 0 : moveSome(out, placed);
  tally.edits = placed.length + others.length + 1 + moved;
  for (const [index, document] of documents.entries()) {
    if (index === 0) continue;
    const before = textsOf(out);
    if (index % FORMAT_EVERY === 1) await formatMachineFiles(out);
    const { flaws, outcomes, components } = await run(history, index, out);
    const after = textsOf(out);
    tally.steps += 1;
    if (isSwitched(history, index)) tally.switched += 1;
    else if (history.configOf === undefined)
      tally.growth.push(
        ...growthOf(documents[index - 1], document, [before, after]),
      );
    tally.operations = components.length;
    tally.faults.push(
      ...flaws.map(({ file, message }) => `${document}, ${file}: ${message}`),
    );
    for (const outcome of outcomes)
      settle(outcome, { out, placed, before, after, tally });
    if (existsSync(join(out, deleted)))
      tally.faults.push(`${document}: ${deleted} came back`);
    lookFor({ placed, others }, { out, document, after, tally });
    await typeCheck(placed, { out, document, outcomes, tally });
    // A run costs as much as the step.
    const isShort = history.configOf !== undefined;
    if (isShort || index % AGAIN_EVERY === 1 || index === documents.length - 1)
      await runAgain(history, index, { out, tally });
  }
  return tally;
}

/** A second run changes nothing. */
async function runAgain(
  history: History,
  index: number,
  { out, tally }: Pick<Step, "out" | "tally">,
): Promise<void> {
  const { outcomes } = await run(history, index, out);
  tally.again += 1;
  for (const { kind, path } of outcomes)
    if (!QUIET.has(kind))
      tally.faults.push(
        `${history.documents[index]}, ${path}: ${kind} by a second run`,
      );
}

/** Outcomes of a run that has nothing to do. */
const QUIET = new Set(["unchanged", "kept", "deleted", "orphaned", "apart"]);

function run(history: History, index: number, out: string) {
  const { configOf, documents } = history;
  const document = documents[index] ?? "";
  const allRoutesAsTools = isAllTools(history, index);
  return generate({
    ...(configOf?.(index) ?? { document, allRoutesAsTools }),
    out,
  });
}

function isAllTools({ switches = false }: History, index: number): boolean {
  return !switches || Math.floor((index - 1) / SWITCH_EVERY) % 2 === 1;
}

function isSwitched(history: History, index: number): boolean {
  return isAllTools(history, index) !== isAllTools(history, index - 1);
}

/** Growth of the output; none if the document says the same. */
function growthOf(
  last = "",
  document: string,
  [before, after]: readonly ReadonlyMap<string, string>[],
): number[] {
  const [was, is] = [last, document].map(
    (path) =>
      new Map([
        ["d.json", JSON.stringify(load(readFileSync(path, "utf8")), null, 2)],
      ]),
  );
  const lines = linesChanged(was ?? new Map(), is ?? new Map());
  return lines === 0
    ? []
    : [linesChanged(before ?? new Map(), after ?? new Map()) / lines];
}

interface Step {
  readonly out: string;
  readonly placed: readonly Placed[];
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  readonly tally: Tally;
}

/** Follows moved files, resolves conflicts as the user would who knows their own mind, and asks git. */
function settle(outcome: Outcome, step: Step): void {
  const { out, placed, before, after, tally } = step;
  const { path } = outcome;
  const from =
    outcome.kind === "moved" || outcome.kind === "conflict"
      ? (outcome.from ?? path)
      : path;
  const of = "of" in outcome ? outcome.of : undefined;
  const base = before.get(of ?? from) ?? "";
  const next =
    of === undefined
      ? (after.get(path) ?? "")
      : (byRoute(after).get(bare(member(base, "request")) ?? "") ?? "");
  if (of !== undefined) tally.followed += 1;
  if (outcome.kind === "apart") tally.apart += 1;
  if (outcome.kind === "moved") tally.moved += 1;
  if (outcome.kind === "orphaned") tally.orphans += 1;
  const both =
    outcome.kind === "merged" ||
    outcome.kind === "conflict" ||
    (outcome.kind === "moved" && outcome.edited);
  const edit = placed.find((one) => one.path === from);
  if (edit !== undefined) edit.path = path;
  if (!both) return;
  if (base === next) return;
  tally.merges += 1;
  if (gitConflicts({ base, yours: outcome.before, next }))
    tally.gitConflicts += 1;
  if (outcome.kind !== "conflict") return;
  tally.conflicts += 1;
  const kind = edit?.edit.name ?? path;
  tally.kinds[kind] = (tally.kinds[kind] ?? 0) + 1;
  if (!changedBoth(edit?.edit, base, next))
    tally.faults.push(
      `${tally.title}, ${path}: a conflict for ${edit?.edit.name ?? "another file"} at ${outcome.conflicts.map(({ place }) => place).join()}`,
    );
  const markers = /^<{7} yours\r?\n([^]*?)^\|{7} [^]*?^>{7} .*\r?\n/gm;
  writeFileSync(join(out, path), outcome.text.replaceAll(markers, "$1"));
}

/** True if the generator changed the property that the user has changed, or removed the object around it. */
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
