import { memoizeWeak } from "../shared/memoize.js";
import type { AlignedChild } from "./align.js";
import { formatConflict } from "./conflict-markers.js";
import type { Restyler } from "./restyle.js";
import type { Child, Tree, TreeVersions } from "./syntax-tree.js";

/** A merged text, and the path of every conflict in it, in order. */
export interface MergedFragment {
  readonly text: string;
  readonly conflictPaths: readonly string[];
}

/** A text without conflicts. */
export function unconflicted(text: string): MergedFragment {
  return { text, conflictPaths: [] };
}

export interface MergeContext {
  /** Lays out code of `incoming` as `current` is laid out. */
  readonly restyler: Restyler;
  /** Labels of the enclosing nodes, shown as `createPet.request.path`. */
  readonly path: readonly string[];
}

/** A merged child, ready to be written. */
export interface MergedChild extends MergedFragment {
  readonly leading: string;
  readonly trailing: string;
  /** True: consists of conflict lines, to which no separator belongs. */
  readonly isConflict?: true;
}

/** Lays out a child of `incoming` alone like the children of `current`. */
export function insertChild(
  child: Child,
  { base, current, incoming }: TreeVersions,
  { restyler }: MergeContext,
): MergedChild {
  const isOnOwnLine = child.leading.includes("\n");
  const indent = indentOfChildren(current, restyler.unit);
  const [fromIndent, toIndent] = isOnOwnLine
    ? [child.tree.indent, indent]
    : [incoming.indent, current.indent];
  return {
    leading: adaptLineBreak(
      restyler.restyleGap(child.leading, fromIndent, toIndent),
      { base, current },
      indent,
    ),
    trailing: restyler.restyleGap(child.trailing, fromIndent, toIndent),
    ...unconflicted(restyler.restyleTree(child.tree, fromIndent, toIndent)),
  };
}

/** Indentation of a list's members that are on separate lines. */
export function indentOfChildren(list: Tree, unit: string): string {
  const sibling = list.children.find(({ leading }) => leading.includes("\n"));
  if (sibling) return sibling.tree.indent;
  return list.mergeMode === "module" ? list.indent : list.indent + unit;
}

/** Adapts the line break before a child to the list in `current`: there if that has line breaks, gone if they were taken out of it. */
function adaptLineBreak(
  leading: string,
  { base, current }: Omit<TreeVersions, "incoming">,
  indent: string,
): string {
  if (leading.trim() !== "" || current.mergeMode === "parts") return leading;
  if (isMultiline(current))
    return leading.includes("\n") ? leading : `\n${indent}`;
  return base && isMultiline(base) && current.children.length > 0
    ? " "
    : leading;
}

function isMultiline({ children }: Tree): boolean {
  return children.some(({ leading }) => leading.includes("\n"));
}

/**
 * Writes all versions of a child between markers. Null if it has no separate lines, so that the enclosing tree is the
 * conflict.
 */
export function createConflict(
  alignedChild: AlignedChild,
  trees: TreeVersions,
  { path, restyler }: MergeContext,
): MergedChild | null {
  const { base, current, incoming } = alignedChild;
  const areOnOwnLines = (["base", "current", "incoming"] as const).every(
    (versionName) => {
      const [child, list] = [alignedChild[versionName], trees[versionName]];
      return !child || (list && hasOwnLines(child, list));
    },
  );
  const namedChild = current ?? base ?? incoming;
  // In a body, lines tell more about both sides than single statements.
  if (
    !areOnOwnLines ||
    !namedChild ||
    trees.incoming.mergeMode === "statements"
  )
    return null;
  const indent = indentOfChildren(trees.current, restyler.unit);
  const restyleToCurrent = (child: Child | undefined) =>
    child && restyler.restyleChild(child, child.tree.indent, indent);
  const label =
    namedChild.label ?? namedChild.tree.text.split("\n", 1)[0] ?? "";
  return {
    leading: /^\s*\n/.exec(namedChild.leading)?.[0].replace(/[ \t]/g, "") ?? "",
    text: formatConflict({
      base: toMarkedLines(restyleToCurrent(base)),
      current: toMarkedLines(
        current && current.leading + current.tree.text + current.trailing,
      ),
      incoming: toMarkedLines(restyleToCurrent(incoming)),
    }).join("\n"),
    trailing: "",
    conflictPaths: [[...path, label].join(".")],
    isConflict: true,
  };
}

function hasOwnLines(child: Child, list: Tree): boolean {
  if (list.mergeMode === "parts") return false;
  const index = childIndexes(list).get(child) ?? -1;
  const isModule = list.mergeMode === "module";
  const isLast = index === list.children.length - 1;
  const followingGap = list.children[index + 1]?.leading ?? list.beforeClose;
  const isEndOfLine =
    /^[ \t]*\n/.test(followingGap) ||
    (isModule && isLast && followingGap === "");
  return (
    isEndOfLine &&
    ((isModule && index === 0) || /^[ \t]*\n/.test(child.leading))
  );
}

/** Index of each child in its list; memoized, since many children of long lists are looked up. */
const childIndexes = memoizeWeak(
  ({ children }: Tree) => new Map(children.map((child, at) => [child, at])),
);

function toMarkedLines(text: string | undefined): string[] {
  return text?.replace(/^(?:[ \t]*\n)+/, "").split("\n") ?? [];
}
