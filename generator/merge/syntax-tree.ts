import type { Sides } from "./three-way.js";

/**
 * A source text as a tree that can be written back byte for byte. It knows no language: `syntax.ts`
 * makes it, the merge reads it.
 */
export interface Tree {
  /** Only trees of one kind are merged piece by piece. */
  readonly kind: string;
  readonly shape: Shape;
  /** As it is written, from its first token to its last. */
  readonly text: string;
  /** Tokens and comments without layout: two trees with the same sense say the same. */
  readonly sense: string;
  /** White space at the beginning of the line where it begins. */
  readonly indent: string;
  readonly children: readonly Child[];
  /** Commas between the children. */
  readonly commas: boolean;
  /** What stands behind the last child: layout and comments. */
  readonly close: string;
}

/**
 * - `leaf`: no children.
 * - `parts`: children that each have a role, such as name and initializer.
 * - `set`: a list whose members are found by name or value, such as properties.
 * - `module`: the same for declarations, which may be renamed.
 * - `sequence`: a list whose places have a meaning, such as arguments.
 * - `statements`: a sequence of lines.
 * - `row`: values whose order says something, such as examples: never merged inside.
 */
export type Shape =
  "leaf" | "parts" | "set" | "module" | "sequence" | "statements" | "row";

export interface Child {
  /** What it is found by in other versions; undefined where only its place and content tell. */
  readonly key: string | undefined;
  /** Its name for a person; undefined where it has none. */
  readonly label: string | undefined;
  /** White space and comments before it. */
  readonly lead: string;
  readonly tree: Tree;
  /** Separator, and comment behind it on the same line. */
  readonly after: string;
}

/** The versions of one tree. Without a base both sides added it. */
export interface Trees extends Pick<Sides<Tree>, "yours" | "next"> {
  readonly base: Tree | undefined;
}

/** Comments between two tokens, without layout and separators. */
export function senseOfGap(gap: string): string {
  return gap
    .replace(/^[\s,]+/, "")
    .replace(/\s+/g, " ")
    .trimEnd();
}

/** All that a child says: its comments and itself. */
export function senseOfChild({ lead, tree, after }: Child): string {
  return joinSense([senseOfGap(lead), tree.sense, senseOfGap(after)]);
}

/** The sense of several things in a row. */
export function joinSense(senses: readonly string[]): string {
  return senses.filter((sense) => sense !== "").join("\n");
}

/** A tree without children. */
export function leaf(
  { kind, text, indent }: Pick<Tree, "kind" | "text" | "indent">,
  sense: string,
): Tree {
  // Not spread, since there is one of every token.
  return {
    kind,
    shape: "leaf",
    text,
    sense,
    indent,
    children: [],
    commas: false,
    close: "",
  };
}

/** A tree and all that stand in it, in the order of the text. */
export function treesIn(tree: Tree, found: Tree[] = []): Tree[] {
  found.push(tree);
  for (const child of tree.children) treesIn(child.tree, found);
  return found;
}
