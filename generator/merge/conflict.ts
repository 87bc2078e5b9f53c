import type { Entry } from "./align.js";
import { placeOf, type Context, type Trees } from "./context.js";
import { indentOfChildren } from "./insert.js";
import type { Piece } from "./join.js";
import { conflictLines } from "./markers.js";
import { textOfChild, type Child, type Tree } from "./tree.js";

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
    child && restyle.child(child, { from: child.tree.indent, to: indent });
  const label = known.label ?? known.tree.text.split("\n", 1)[0] ?? "";
  return {
    lead: /^\s*\n/.exec(known.lead)?.[0].replace(/[ \t]/g, "") ?? "",
    text: conflictLines({
      base: linesOf(moved(base)),
      yours: linesOf(yours && textOfChild(yours)),
      next: linesOf(moved(next)),
    }).join("\n"),
    after: "",
    places: [placeOf([...path, label])],
    conflict: true,
  };
}

function standsOnOwnLines(child: Child, list: Tree): boolean {
  if (list.shape === "parts") return false;
  const index = list.children.indexOf(child);
  const isModule = list.shape === "module";
  const isLast = index === list.children.length - 1;
  const behind = list.children[index + 1]?.lead ?? list.close;
  const ends =
    /^[ \t]*\n/.test(behind) || (isModule && isLast && behind === "");
  return ends && ((isModule && index === 0) || /^[ \t]*\n/.test(child.lead));
}

function linesOf(text: string | undefined): string[] {
  return text?.replace(/^(?:[ \t]*\n)+/, "").split("\n") ?? [];
}
