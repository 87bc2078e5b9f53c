import { align } from "./align.js";
import type { Entry } from "./align.js";
import { mergeGap } from "./gaps.js";
import { join } from "./join.js";
import type { Piece } from "./join.js";
import { mergeLines } from "./lines.js";
import { conflictLines } from "./markers.js";
import { mergeTree } from "./structure.js";
import type { Context, Merged, Trees } from "./structure.js";
import { senseOfChild } from "./tree.js";
import type { Child, Tree } from "./tree.js";

/** Merges trees of one kind child by child. Null: a conflict has no lines of its own here. */
export function mergeChildren(trees: Trees, context: Context): Merged | null {
  const merged = mergeOneByOne(trees, context);
  if (merged !== null || trees.next.shape !== "statements") return merged;
  return mergeByLines(trees, context);
}

function mergeOneByOne(trees: Trees, context: Context): Merged | null {
  const { base, yours, next } = trees;
  const lists = {
    base: base?.children ?? [],
    yours: yours.children,
    next: next.children,
  };
  const entries = align(lists, next.shape);
  if (isOrdered(next) && entries.some(addedByBoth)) return null;
  const pieces: Piece[] = [];
  for (const entry of entries) {
    const piece = mergeEntry(entry, trees, context);
    if (piece === null) return null;
    if (piece !== "gone") pieces.push(piece);
  }
  const close = mergeClose(trees, context);
  if (close === null) return null;
  const places = pieces.flatMap((piece) => piece.places);
  return {
    text: join(pieces, { close: close.text, yours, next }),
    places: [...places, ...close.places],
  };
}

function isOrdered({ shape }: Tree): boolean {
  return shape === "sequence" || shape === "statements";
}

/** Additions of both sides side by side: nobody can tell which comes first. */
function addedByBoth(
  entry: Entry,
  index: number,
  entries: readonly Entry[],
): boolean {
  const before = entries[index - 1];
  if (!before || entry.base || before.base) return false;
  return (!entry.yours && !before.next) || (!entry.next && !before.yours);
}

/** What becomes of one child; null where it can't be told and has no lines of its own. */
function mergeEntry(
  entry: Entry,
  trees: Trees,
  context: Context,
): Piece | "gone" | null {
  const { base, yours, next } = entry;
  if (yours && next) {
    return (
      mergeChild({ base, yours, next }, context) ??
      conflict(entry, trees, context)
    );
  }
  const left = yours ?? next;
  if (left === undefined) return "gone";
  if (base)
    return senseOfChild(base) === senseOfChild(left)
      ? "gone"
      : conflict(entry, trees, context);
  return next ? insert(next, trees, context) : keep(left);
}

function mergeChild(
  { base, yours, next }: { base: Child | undefined; yours: Child; next: Child },
  context: Context,
): Piece | null {
  const { label } = yours;
  const path = label === undefined ? context.path : [...context.path, label];
  const move = { from: next.tree.indent, to: yours.tree.indent };
  const gap = (side: "lead" | "after") =>
    mergeGap(
      {
        base: base?.[side] ?? "",
        yours: yours[side],
        next: context.restyle.gap(next[side], move),
      },
      placeOf(path),
    );
  const [lead, after] = [gap("lead"), gap("after")];
  const tree = mergeTree(
    { base: base?.tree, yours: yours.tree, next: next.tree },
    { ...context, path },
  );
  if (lead === null || tree === null || after === null) return null;
  return {
    lead: lead.text,
    text: tree.text,
    after: after.text,
    places: [...lead.places, ...tree.places, ...after.places],
    conflict: false,
  };
}

function keep({ lead, tree, after }: Child): Piece {
  return { lead, text: tree.text, after, places: [], conflict: false };
}

/** A new child, laid out like those that you have. */
function insert(
  child: Child,
  { base, yours, next }: Trees,
  { restyle }: Context,
): Piece {
  const onOwnLine = child.lead.includes("\n");
  const indent = indentOfChildren(yours, restyle.unit);
  const move = onOwnLine
    ? { from: child.tree.indent, to: indent }
    : { from: next.indent, to: yours.indent };
  const isBlank = child.lead.trim() === "";
  const [wereLines, areLines] = [base, yours].map(hasLines);
  const lead =
    isBlank && areLines && !onOwnLine
      ? `\n${indent}`
      : isBlank && wereLines && !areLines && yours.children.length > 0
        ? " "
        : restyle.gap(child.lead, move);
  return {
    lead,
    text: restyle.tree(child.tree, move),
    after: restyle.gap(child.after, move),
    places: [],
    conflict: false,
  };
}

function hasLines(tree: Tree | undefined): boolean {
  return (
    tree !== undefined &&
    tree.shape !== "parts" &&
    tree.children.some(({ lead }) => lead.includes("\n"))
  );
}

function indentOfChildren(list: Tree, unit: string): string {
  const sibling = list.children.find(({ lead }) => lead.includes("\n"));
  if (sibling) return sibling.tree.indent;
  return list.shape === "module" ? list.indent : list.indent + unit;
}

/** Both sides between markers, if all have whole lines. */
function conflict(
  entry: Entry,
  trees: Trees,
  { path, restyle }: Context,
): Piece | null {
  if (trees.next.shape === "statements") return null;
  const sides = ["base", "yours", "next"] as const;
  const whole = sides.every((side) => {
    const [child, list] = [entry[side], trees[side]];
    return !child || (list && standsOnOwnLines(child, list));
  });
  if (!whole) return null;
  const indent = indentOfChildren(trees.yours, restyle.unit);
  const lines = (child: Child | undefined) => {
    if (child === undefined) return [];
    const move = { from: child.tree.indent, to: indent };
    const text =
      child === entry.yours
        ? child.lead + child.tree.text + child.after
        : restyle.child(child, move);
    return text.replace(/^(?:[ \t]*\n)+/, "").split("\n");
  };
  const known = entry.yours ?? entry.base ?? entry.next;
  const label = known?.label ?? known?.tree.text.split("\n", 1)[0];
  const blank = /^\s*\n\s*\n/.test(known?.lead ?? "");
  return {
    lead: known?.lead.includes("\n") ? (blank ? "\n\n" : "\n") : "",
    text: conflictLines({
      base: lines(entry.base),
      yours: lines(entry.yours),
      next: lines(entry.next),
    }).join("\n"),
    after: "",
    places: [placeOf(label === undefined ? path : [...path, label])],
    conflict: true,
  };
}

function standsOnOwnLines(child: Child, list: Tree): boolean {
  if (list.shape === "parts") return false;
  const index = list.children.indexOf(child);
  const behind = list.children[index + 1]?.lead ?? list.close;
  const isLast = index === list.children.length - 1;
  const ends =
    /^[ \t]*\n/.test(behind) ||
    (isLast && list.shape === "module" && behind === "");
  const isFirst = index === 0 && list.shape === "module";
  return ends && (isFirst || /^[ \t]*\n/.test(child.lead));
}

function mergeClose(
  { base, yours, next }: Trees,
  { path, restyle }: Context,
): Merged | null {
  const move = { from: next.indent, to: yours.indent };
  const gaps = {
    base: base?.close ?? "",
    yours: yours.close,
    next: restyle.gap(next.close, move),
  };
  // An empty list has no line of its own for the token that closes it.
  const wasEmpty = yours.children.length === 0 && yours.close.trim() === "";
  return wasEmpty
    ? { text: gaps.next, places: [] }
    : mergeGap(gaps, placeOf(path));
}

function mergeByLines(
  { base, yours, next }: Trees,
  { path, restyle }: Context,
): Merged | null {
  if (base === undefined || !yours.text.includes("\n")) return null;
  const { text, conflicts } = mergeLines({
    base: base.text,
    yours: yours.text,
    next: restyle.tree(next, { from: next.indent, to: yours.indent }),
    sameness: (line) => line.trim(),
    keepBoth: false,
  });
  return { text, places: Array<string>(conflicts).fill(placeOf(path)) };
}

function placeOf(path: readonly string[]): string {
  return path.join(".");
}
