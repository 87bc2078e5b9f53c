import { rememberingEach } from "../shared/memoize.js";
import type { Entry } from "./align.js";
import { conflictLines } from "./conflict-markers.js";
import type { Restyle } from "./restyle.js";
import type { Child, Tree, Trees } from "./syntax-tree.js";

/** A text, and the place of every conflict in it, in order. */
export interface Merged {
  readonly text: string;
  readonly places: readonly string[];
}

/** A text without conflicts. */
export function clean(text: string): Merged {
  return { text, places: [] };
}

export interface Context {
  /** Lays out what is new as your file is laid out. */
  readonly restyle: Restyle;
  /** Names of what encloses this place, told as `createPet.request.path`. */
  readonly path: readonly string[];
}

/** A merged child, ready to be written. */
export interface Piece extends Merged {
  readonly lead: string;
  readonly after: string;
  /** Consists of conflict lines, to which no separator belongs. */
  readonly conflict?: true;
}

/** A child that you don't have, laid out like those that you have. */
export function insert(
  child: Child,
  { base, yours, next }: Trees,
  { restyle }: Context,
): Piece {
  const onOwnLine = child.lead.includes("\n");
  const indent = indentOfChildren(yours, restyle.unit);
  const [from, to] = onOwnLine
    ? [child.tree.indent, indent]
    : [next.indent, yours.indent];
  return {
    lead: layOut(restyle.gap(child.lead, from, to), { base, yours }, indent),
    after: restyle.gap(child.after, from, to),
    ...clean(restyle.tree(child.tree, from, to)),
  };
}

/** Indentation of a list's members that stand on lines of their own. */
function indentOfChildren(list: Tree, unit: string): string {
  const sibling = list.children.find(({ lead }) => lead.includes("\n"));
  if (sibling) return sibling.tree.indent;
  return list.shape === "module" ? list.indent : list.indent + unit;
}

/** Line breaks as in your list: where it has them, and where you took them out of it. */
function layOut(
  lead: string,
  { base, yours }: Omit<Trees, "next">,
  indent: string,
): string {
  if (lead.trim() !== "" || yours.shape === "parts") return lead;
  if (hasLines(yours)) return lead.includes("\n") ? lead : `\n${indent}`;
  return base && hasLines(base) && yours.children.length > 0 ? " " : lead;
}

function hasLines({ children }: Tree): boolean {
  return children.some(({ lead }) => lead.includes("\n"));
}

/** A child between markers, all sides of it. Null where it has no lines of its own, so that what encloses it is the conflict. */
export function conflict(
  entry: Entry,
  trees: Trees,
  { path, restyle }: Context,
): Piece | null {
  const { base, yours, next } = entry;
  const whole = (["base", "yours", "next"] as const).every((side) => {
    const [child, list] = [entry[side], trees[side]];
    return !child || (list && standsOnOwnLines(child, list));
  });
  const known = yours ?? base ?? next;
  // In a body, lines tell more about both sides than single statements.
  if (!whole || !known || trees.next.shape === "statements") return null;
  const indent = indentOfChildren(trees.yours, restyle.unit);
  const moved = (child: Child | undefined) =>
    child && restyle.child(child, child.tree.indent, indent);
  const label = known.label ?? known.tree.text.split("\n", 1)[0] ?? "";
  return {
    lead: /^\s*\n/.exec(known.lead)?.[0].replace(/[ \t]/g, "") ?? "",
    text: conflictLines({
      base: linesOf(moved(base)),
      yours: linesOf(yours && yours.lead + yours.tree.text + yours.after),
      next: linesOf(moved(next)),
    }).join("\n"),
    after: "",
    places: [[...path, label].join(".")],
    conflict: true,
  };
}

function standsOnOwnLines(child: Child, list: Tree): boolean {
  if (list.shape === "parts") return false;
  const index = placesIn(list).get(child) ?? -1;
  const isModule = list.shape === "module";
  const isLast = index === list.children.length - 1;
  const behind = list.children[index + 1]?.lead ?? list.close;
  const ends =
    /^[ \t]*\n/.test(behind) || (isModule && isLast && behind === "");
  return ends && ((isModule && index === 0) || /^[ \t]*\n/.test(child.lead));
}

/** Of long lists, many members are asked for. */
const placesIn = rememberingEach(
  ({ children }: Tree) => new Map(children.map((child, at) => [child, at])),
);

function linesOf(text: string | undefined): string[] {
  return text?.replace(/^(?:[ \t]*\n)+/, "").split("\n") ?? [];
}
