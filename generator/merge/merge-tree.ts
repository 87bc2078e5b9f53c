import { align, type Entry } from "./align.js";
import { join } from "./print-children.js";
import { mergeLines, type LinesOptions } from "./merge-lines.js";
import {
  clean,
  conflict,
  insert,
  type Context,
  type Merged,
  type Piece,
} from "./merged-child.js";
import { mapSides, type Sides } from "./three-way.js";
import { restyler } from "./restyle.js";
import {
  senseOfChild,
  senseOfGap,
  type Child,
  type Tree,
  type Trees,
} from "./syntax-tree.js";

/** Merges whole files by what they consist of, or parts of them, laid out as the files are. Null: a conflict has no lines of its own to stand in. */
export function mergeStructure(trees: Trees, files = trees): Merged | null {
  return mergeTree(trees, { restyle: restyler(files), path: [] });
}

/** Merges one tree: whole where only one side changed it, else by its children, else inside of what you put around it. */
function mergeTree(trees: Trees, context: Context): Merged | null {
  const { base, yours, next } = trees;
  if (yours.sense === next.sense || base?.sense === next.sense)
    return clean(yours.text);
  const replaced = () =>
    clean(context.restyle.tree(next, next.indent, yours.indent));
  if (base?.text === yours.text) return replaced();
  const merged = mergeAlike(trees, context);
  if (merged !== null) return merged;
  if (base?.sense === yours.sense) return replaced();
  return mergeWrapped(trees, context);
}

/** Merges trees of one kind: child by child, or the lines of a body or a text. Null: a conflict has no lines of its own here. */
function mergeAlike(trees: Trees, context: Context): Merged | null {
  const { base = trees.next, yours, next } = trees;
  if (base.kind !== next.kind || yours.kind !== next.kind) return null;
  switch (next.shape) {
    case "leaf":
    case "row": {
      // Of a text over several lines; markers inside of it would be text.
      const isText = next.text.startsWith("`");
      const merged = isText ? mergeByLines(trees, context, isText) : null;
      return merged?.places.length === 0 ? merged : null;
    }
    case "statements":
      return mergeOneByOne(trees, context) ?? mergeByLines(trees, context);
    default:
      return mergeOneByOne(trees, context);
  }
}

function mergeWrapped(
  { base, yours, next }: Trees,
  context: Context,
): Merged | null {
  const [inner, ...others] = base ? counterparts(base, yours) : [];
  if (inner === undefined || others.length > 0) return null;
  const merged = mergeTree({ base, yours: inner, next }, context);
  if (merged === null) return null;
  const text = yours.text.replace(inner.text, () => merged.text);
  return { ...merged, text };
}

/** What is inside of a tree and begins like another one: the same kind, and the same function that is called. */
function counterparts(wanted: Tree, { children }: Tree): Tree[] {
  if (wanted.children.length === 0) return [];
  return children.flatMap(({ tree }) => {
    const alike =
      tree.kind === wanted.kind &&
      tree.children[0]?.tree.sense === wanted.children[0]?.tree.sense;
    return alike ? [tree] : counterparts(wanted, tree);
  });
}

function mergeOneByOne(trees: Trees, context: Context): Merged | null {
  const entries = align(trees);
  if (isAmbiguous(entries, trees)) return null;
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
    text: join(pieces, close.text, trees),
    places: [...places, ...close.places],
  };
}

/** Both sides put something at the same place, and it matters which comes first or which is right. */
function isAmbiguous(entries: readonly Entry[], { base, next }: Trees) {
  const bothAdded = entries.some((entry, index) => {
    const before = entries[index - 1];
    if (!before || entry.base || before.base) return false;
    return (!entry.yours && !before.next) || (!entry.next && !before.yours);
  });
  if (!bothAdded) return false;
  if (next.shape === "sequence" || next.shape === "statements") return true;
  // Values without a name that both sides replaced.
  const kept = new Set(entries.map((entry) => entry.base));
  return (base?.children ?? []).some(
    (child) => child.label === undefined && !kept.has(child),
  );
}

/** What becomes of one child. Null where it can't be told, and the child has no lines of its own. */
function mergeEntry(
  entry: Entry,
  trees: Trees,
  context: Context,
): Piece | "gone" | null {
  const { base, yours, next } = entry;
  if (yours && next) {
    const merged = mergeChild(base, { yours, next }, context);
    return merged ?? conflict(entry, trees, context);
  }
  const left = yours ?? next;
  if (left === undefined) return "gone";
  if (base === undefined)
    return next ? insert(next, trees, context) : keep(left);
  if (yours && base.tree.kind === "ImportDeclaration")
    return unused(base, yours);
  const untouched = senseOfChild(base) === senseOfChild(left);
  return untouched ? "gone" : conflict(entry, trees, context);
}

/** An import that is no longer needed, but for the names and comments that you added to it. */
function unused(base: Child, yours: Child): Piece | "gone" {
  const namesIn = ({ tree }: Child) =>
    /\{([^{}]*)\}/
      .exec(tree.text)?.[1]
      ?.split(",")
      .map((one) => one.trim()) ?? [];
  const generated = new Set(namesIn(base));
  const own = namesIn(yours).filter((one) => one && !generated.has(one));
  const text = yours.tree.text.replace(/\{[^{}]*\}/, `{ ${own.join(", ")} }`);
  if (own.length > 0) return { ...keep(yours), text };
  const { lead, after } = yours;
  const isPlain =
    senseOfGap(lead + after) === senseOfGap(base.lead + base.after);
  const comments = `${lead.trim()}\n${after.trim()}`.trim();
  const [space = ""] = /^\s*/.exec(lead) ?? [];
  return isPlain
    ? "gone"
    : { ...keep(yours), lead: space, text: comments, after: "" };
}

function mergeChild(
  base: Child | undefined,
  { yours, next }: Omit<Sides<Child>, "base">,
  { path, restyle }: Context,
): Piece | null {
  const inner = yours.label === undefined ? path : [...path, yours.label];
  const [from, to] = [next.tree.indent, yours.tree.indent];
  const [lead, after] = (["lead", "after"] as const).map((side) =>
    mergeGap(
      {
        base: base?.[side] ?? "",
        yours: yours[side],
        next: restyle.gap(next[side], from, to),
      },
      inner,
    ),
  );
  const tree = mergeTree(
    { base: base?.tree, yours: yours.tree, next: next.tree },
    { restyle, path: inner },
  );
  if (!lead || !tree || !after) return null;
  const places = [...lead.places, ...tree.places, ...after.places];
  return { lead: lead.text, text: tree.text, after: after.text, places };
}

function keep({ lead, tree, after }: Child): Piece {
  return { lead, after, ...clean(tree.text) };
}

function mergeClose(
  { base, yours, next }: Trees,
  { path, restyle }: Context,
): Merged | null {
  const gaps = {
    base: base?.close ?? "",
    yours: yours.close,
    next: restyle.gap(next.close, next.indent, yours.indent),
  };
  // An empty list has no line of its own for the token that closes it.
  const isEmpty = ({ children, close }: Tree) =>
    children.length === 0 && close.trim() === "";
  if (isEmpty(yours)) return clean(gaps.next);
  if (isEmpty(next)) return clean(gaps.yours);
  return mergeGap(gaps, path);
}

function mergeByLines(
  { base, yours, next }: Trees,
  { path, restyle }: Context,
  isText = false,
): Merged | null {
  if (base === undefined || !yours.text.includes("\n")) return null;
  const sides = {
    base: base.text,
    yours: yours.text,
    next: restyle.tree(next, next.indent, yours.indent),
  };
  return byLines(sides, path, { keepBoth: false, isText });
}

/** Merges what stands between two tokens: layout, comments, a separator. `next` is already laid out as yours. Null: a conflict without lines of its own. */
function mergeGap(gaps: Sides<string>, path: readonly string[]): Merged | null {
  const { base, yours, next } = gaps;
  const sense = mapSides(gaps, senseOfGap);
  if (sense.yours === sense.next) return clean(base === yours ? next : yours);
  if (sense.base === sense.next) return clean(yours);
  if (sense.base === sense.yours) return clean(next);
  if (!yours.includes("\n")) return null;
  return byLines(gaps, path, { keepBoth: true });
}

function byLines(
  sides: Sides<string>,
  path: readonly string[],
  options: Omit<LinesOptions, "sameness">,
): Merged {
  const sameness = (line: string) => line.trim();
  const { text, conflicts } = mergeLines(sides, { ...options, sameness });
  return { text, places: Array<string>(conflicts).fill(path.join(".")) };
}
