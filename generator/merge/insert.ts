import type { Context, Trees } from "./context.js";
import type { Piece } from "./join.js";
import type { Child, Tree } from "./tree.js";

/** A child that you don't have, laid out like those that you have. */
export function insert(
  child: Child,
  { base, yours, next }: Trees,
  { restyle }: Context,
): Piece {
  const onOwnLine = child.lead.includes("\n");
  const indent = indentOfChildren(yours, restyle.unit);
  const move = onOwnLine
    ? { from: child.tree.indent, to: indent }
    : { from: next.indent, to: yours.indent };
  return {
    lead: layOut(restyle.gap(child.lead, move), { base, yours, indent }),
    text: restyle.tree(child.tree, move),
    after: restyle.gap(child.after, move),
    places: [],
    conflict: false,
  };
}

/** Indentation of a list's members that stand on lines of their own. */
export function indentOfChildren(list: Tree, unit: string): string {
  const sibling = list.children.find(({ lead }) => lead.includes("\n"));
  if (sibling) return sibling.tree.indent;
  return list.shape === "module" ? list.indent : list.indent + unit;
}

/** Line breaks as in your list: where it has them, and where you took them out of it. */
function layOut(
  lead: string,
  {
    base,
    yours,
    indent,
  }: { base?: Tree | undefined; yours: Tree; indent: string },
): string {
  if (lead.trim() !== "" || yours.shape === "parts") return lead;
  if (hasLines(yours)) return lead.includes("\n") ? lead : `\n${indent}`;
  return base && hasLines(base) && yours.children.length > 0 ? " " : lead;
}

function hasLines({ children }: Tree): boolean {
  return children.some(({ lead }) => lead.includes("\n"));
}
