import { alignChildren, type AlignedChild } from "./align.js";
import { printChildren } from "./print-children.js";
import { mergeLines, type LinesOptions } from "./merge-lines.js";
import {
  unconflicted,
  createConflict,
  indentOfChildren,
  insertChild,
  type MergeContext,
  type MergedFragment,
  type MergedChild,
} from "./merged-child.js";
import { mapVersions, type ThreeWay } from "./three-way.js";
import { createRestyler } from "./restyle.js";
import {
  tokensOf,
  commentsOf,
  type Child,
  type Tree,
  type TreeVersions,
} from "./syntax-tree.js";

/**
 * Merges whole files by their syntax trees, or parts of them, laid out as the files are. Null: a conflict has no
 * separate lines to be in.
 */
export function mergeStructure(
  trees: TreeVersions,
  files = trees,
): MergedFragment | null {
  return mergeTree(trees, { restyler: createRestyler(files), path: [] });
}

/**
 * Merges one tree: whole if only one side changed it, otherwise by its children, otherwise inside the code that was put
 * around it in `current`.
 */
function mergeTree(
  trees: TreeVersions,
  context: MergeContext,
): MergedFragment | null {
  const { base, current, incoming } = trees;
  if (current.tokens === incoming.tokens || base?.tokens === incoming.tokens)
    return unconflicted(current.text);
  const takeIncoming = () =>
    unconflicted(
      context.restyler.restyleTree(incoming, incoming.indent, current.indent),
    );
  if (base?.text === current.text) return takeIncoming();
  const containingSide = findContainingSide(trees, context.path);
  if (containingSide === "incoming") return takeIncoming();
  if (containingSide === "current") return unconflicted(current.text);
  const mergedTree = mergeSameKind(trees, context);
  if (mergedTree !== null) return mergedTree;
  if (base?.tokens === current.tokens) return takeIncoming();
  return mergeWrapped(trees, context);
}

/**
 * Merges trees of one kind: child by child, or the lines of a body or a text. Null: a conflict has no separate lines
 * here.
 */
function mergeSameKind(
  trees: TreeVersions,
  context: MergeContext,
): MergedFragment | null {
  const { base = trees.incoming, current, incoming } = trees;
  if (base.kind !== incoming.kind || current.kind !== incoming.kind)
    return null;
  switch (incoming.mergeMode) {
    case "leaf":
    case "row": {
      // Markers inside a template literal would be part of its text.
      const isText = incoming.text.startsWith("`");
      const mergedText = isText ? mergeByLines(trees, context, isText) : null;
      return mergedText?.conflictPaths.length === 0 ? mergedText : null;
    }
    case "statements":
      return mergeChildren(trees, context) ?? mergeByLines(trees, context);
    default:
      return mergeChildren(trees, context);
  }
}

/**
 * Side whose description contains all that the other side's says; null if there is none, or the tree is not a
 * description.
 */
function findContainingSide(
  { base, current, incoming }: TreeVersions,
  path: readonly string[],
): "current" | "incoming" | null {
  if (base === undefined || path.at(-1) !== "description") return null;
  const texts = mapVersions({ base, current, incoming }, readLiteral);
  const [larger, smaller, side] =
    texts.current.length >= texts.incoming.length
      ? [texts.current, texts.incoming, "current" as const]
      : [texts.incoming, texts.current, "incoming" as const];
  const contains = (text: string, part: string) =>
    ` ${text} `.includes(` ${part} `);
  if (smaller === "" || !contains(larger, smaller)) return null;
  // A side that took something away has made a change that the larger text doesn't have.
  const hasRemoved =
    contains(larger, texts.base) && !contains(smaller, texts.base);
  return hasRemoved ? null : side;
}

/** Words of a string or a template, with one blank between them; empty for other code. */
function readLiteral({ text }: Tree): string {
  const quotedText = text.trim();
  const isLiteral = /^["'`]/.test(quotedText);
  const content = isLiteral ? quotedText.slice(1, -1) : "";
  return content.replace(/\s+/g, " ").trim();
}

function mergeWrapped(
  { base, current, incoming }: TreeVersions,
  context: MergeContext,
): MergedFragment | null {
  const [counterpart, ...otherCounterparts] = base
    ? findCounterparts(base, current)
    : [];
  if (counterpart === undefined || otherCounterparts.length > 0) return null;
  const mergedTree = mergeTree(
    { base, current: counterpart, incoming },
    context,
  );
  if (mergedTree === null) return null;
  const text = current.text.replace(counterpart.text, () => mergedTree.text);
  return { ...mergedTree, text };
}

/** Finds trees inside of a tree that begin like `wantedTree`: the same kind, and the same function that is called. */
function findCounterparts(wantedTree: Tree, { children }: Tree): Tree[] {
  if (wantedTree.children.length === 0) return [];
  return children.flatMap(({ tree }) => {
    const isCounterpart =
      tree.kind === wantedTree.kind &&
      tree.children[0]?.tree.tokens === wantedTree.children[0]?.tree.tokens;
    return isCounterpart ? [tree] : findCounterparts(wantedTree, tree);
  });
}

function mergeChildren(
  trees: TreeVersions,
  context: MergeContext,
): MergedFragment | null {
  const alignedChildren = alignChildren(trees);
  if (isAmbiguous(alignedChildren, trees)) return null;
  const mergedChildren: MergedChild[] = [];
  for (const alignedChild of alignedChildren) {
    const mergedChild = mergeAligned(alignedChild, trees, context);
    if (mergedChild === null) return null;
    if (mergedChild !== "gone") mergedChildren.push(mergedChild);
  }
  const beforeClose = mergeBeforeClose(trees, context);
  if (beforeClose === null) return null;
  const childConflictPaths = mergedChildren.flatMap(
    (mergedChild) => mergedChild.conflictPaths,
  );
  return {
    text: printChildren(mergedChildren, beforeClose.text, trees),
    conflictPaths: [...childConflictPaths, ...beforeClose.conflictPaths],
  };
}

/** True if both sides added children at the same place, and it matters which comes first or which is right. */
function isAmbiguous(
  alignedChildren: readonly AlignedChild[],
  { base, incoming }: TreeVersions,
) {
  const hasBothAdded = alignedChildren.some((alignedChild, index) => {
    const previousChild = alignedChildren[index - 1];
    if (!previousChild || alignedChild.base || previousChild.base) return false;
    return (
      (!alignedChild.current && !previousChild.incoming) ||
      (!alignedChild.incoming && !previousChild.current)
    );
  });
  if (!hasBothAdded) return false;
  if (incoming.mergeMode === "sequence" || incoming.mergeMode === "statements")
    return true;
  // Values without a name that both sides replaced.
  const keptBases = new Set(
    alignedChildren.map((alignedChild) => alignedChild.base),
  );
  return (base?.children ?? []).some(
    (child) => child.label === undefined && !keptBases.has(child),
  );
}

/** Merges one child; "gone" if none remains. Null: a conflict, and the child has no separate lines. */
function mergeAligned(
  alignedChild: AlignedChild,
  trees: TreeVersions,
  context: MergeContext,
): MergedChild | "gone" | null {
  const { base, current, incoming } = alignedChild;
  if (current && incoming) {
    const mergedChild = mergeChild(
      base,
      { current, incoming },
      { ...context, list: trees.current },
    );
    return mergedChild ?? createConflict(alignedChild, trees, context);
  }
  const remainingChild = current ?? incoming;
  if (remainingChild === undefined) return "gone";
  if (base === undefined)
    return incoming
      ? insertChild(incoming, trees, context)
      : keepChild(remainingChild);
  if (current && base.tree.kind === "ImportDeclaration")
    return dropUnusedImport(base, current);
  const isUntouched = tokensOf(base) === tokensOf(remainingChild);
  return isUntouched ? "gone" : createConflict(alignedChild, trees, context);
}

/** Drops an import that is no longer needed, except the names and comments that were added to it in `current`. */
function dropUnusedImport(base: Child, current: Child): MergedChild | "gone" {
  const importedNamesOf = ({ tree }: Child) =>
    /\{([^{}]*)\}/
      .exec(tree.text)?.[1]
      ?.split(",")
      .map((name) => name.trim()) ?? [];
  const generatedNames = new Set(importedNamesOf(base));
  const addedNames = importedNamesOf(current).filter(
    (name) => name && !generatedNames.has(name),
  );
  const text = current.tree.text.replace(
    /\{[^{}]*\}/,
    `{ ${addedNames.join(", ")} }`,
  );
  if (addedNames.length > 0) return { ...keepChild(current), text };
  const { leading, trailing } = current;
  const hasSameComments =
    commentsOf(leading + trailing) === commentsOf(base.leading + base.trailing);
  const comments = `${leading.trim()}\n${trailing.trim()}`.trim();
  const [space = ""] = /^\s*/.exec(leading) ?? [];
  return hasSameComments
    ? "gone"
    : { ...keepChild(current), leading: space, text: comments, trailing: "" };
}

function mergeChild(
  base: Child | undefined,
  { current, incoming }: Omit<ThreeWay<Child>, "base">,
  { list, path, restyler }: MergeContext & { readonly list: Tree },
): MergedChild | null {
  const childPath =
    current.label === undefined ? path : [...path, current.label];
  const fromIndent = incoming.tree.indent;
  // Behind a line break that `current` does not have, a member is one level further in than its list.
  const isBroken =
    incoming.leading.includes("\n") && !current.leading.includes("\n");
  const toIndent = isBroken
    ? indentOfChildren(list, restyler.unit)
    : current.tree.indent;
  const [leading, trailing] = (["leading", "trailing"] as const).map(
    (gapName) =>
      mergeGap(
        {
          base: base?.[gapName] ?? "",
          current: current[gapName],
          incoming: restyler.restyleGap(
            incoming[gapName],
            fromIndent,
            toIndent,
          ),
        },
        childPath,
      ),
  );
  const tree = mergeTree(
    { base: base?.tree, current: current.tree, incoming: incoming.tree },
    { restyler, path: childPath },
  );
  if (!leading || !tree || !trailing) return null;
  const conflictPaths = [
    ...leading.conflictPaths,
    ...tree.conflictPaths,
    ...trailing.conflictPaths,
  ];
  return {
    leading: leading.text,
    text: tree.text,
    trailing: trailing.text,
    conflictPaths,
  };
}

function keepChild({ leading, tree, trailing }: Child): MergedChild {
  return { leading, trailing, ...unconflicted(tree.text) };
}

function mergeBeforeClose(
  { base, current, incoming }: TreeVersions,
  { path, restyler }: MergeContext,
): MergedFragment | null {
  const gaps = {
    base: base?.beforeClose ?? "",
    current: current.beforeClose,
    incoming: restyler.restyleGap(
      incoming.beforeClose,
      incoming.indent,
      current.indent,
    ),
  };
  // An empty list has no separate line for the token that closes it.
  const isEmpty = ({ children, beforeClose }: Tree) =>
    children.length === 0 && beforeClose.trim() === "";
  if (isEmpty(current)) return unconflicted(gaps.incoming);
  if (isEmpty(incoming)) return unconflicted(gaps.current);
  return mergeGap(gaps, path);
}

function mergeByLines(
  { base, current, incoming }: TreeVersions,
  { path, restyler }: MergeContext,
  isText = false,
): MergedFragment | null {
  if (base === undefined || !current.text.includes("\n")) return null;
  const texts = {
    base: base.text,
    current: current.text,
    incoming: restyler.restyleTree(incoming, incoming.indent, current.indent),
  };
  return mergeMarkedLines(texts, path, { keepBoth: false, isText });
}

/**
 * Merges the gap between two tokens: layout, comments, a separator. `incoming` is already laid out as `current`. Null:
 * a conflict without separate lines.
 */
function mergeGap(
  gaps: ThreeWay<string>,
  path: readonly string[],
): MergedFragment | null {
  const { base, current, incoming } = gaps;
  const comments = mapVersions(gaps, commentsOf);
  if (comments.current === comments.incoming)
    return unconflicted(base === current ? incoming : current);
  if (comments.base === comments.incoming) return unconflicted(current);
  if (comments.base === comments.current) return unconflicted(incoming);
  if (!current.includes("\n")) return null;
  return mergeMarkedLines(gaps, path, { keepBoth: true });
}

function mergeMarkedLines(
  texts: ThreeWay<string>,
  path: readonly string[],
  options: Omit<LinesOptions, "toLineKey">,
): MergedFragment {
  const toLineKey = (line: string) => line.trim();
  const { text, conflicts } = mergeLines(texts, {
    ...options,
    toLineKey,
  });
  return { text, conflictPaths: Array<string>(conflicts).fill(path.join(".")) };
}
