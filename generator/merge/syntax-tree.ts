import type { ThreeWay } from "./three-way.js";

/**
 * A source text as a tree that can be written back byte for byte. It knows no language:
 * `parse-typescript.ts` makes it, the merge reads it.
 */
export interface Tree {
  /** Kind of the syntax node. Only trees of one kind are merged child by child. */
  readonly kind: string;
  readonly mergeMode: MergeMode;
  /** Source text, from the first token to the last. */
  readonly text: string;
  /** Tokens and comments without layout: two trees with the same tokens say the same. */
  readonly tokens: string;
  /** Indentation of the line in which it begins. */
  readonly indent: string;
  readonly children: readonly Child[];
  /** Commas between the children. */
  readonly hasCommas: boolean;
  /** Layout and comments behind the last child. */
  readonly beforeClose: string;
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
export type MergeMode =
  "leaf" | "parts" | "set" | "module" | "sequence" | "statements" | "row";

export interface Child {
  /** Key that finds the child in other versions; undefined if only its place and content tell. */
  readonly key: string | undefined;
  /** Name for the user; undefined if the child has none. */
  readonly label: string | undefined;
  /** White space and comments before it. */
  readonly leading: string;
  readonly tree: Tree;
  /** Separator, and comment behind it on the same line. */
  readonly trailing: string;
}

/** Versions of one tree. Without a base both sides added it. */
export interface TreeVersions extends Pick<
  ThreeWay<Tree>,
  "current" | "incoming"
> {
  readonly base: Tree | undefined;
}

/** Comments between two tokens, without layout and separators. */
export function commentsOf(gap: string): string {
  return gap
    .replace(/^[\s,]+/, "")
    .replace(/\s+/g, " ")
    .trimEnd();
}

/** Tokens of a child, with its comments. */
export function tokensOf({ leading, tree, trailing }: Child): string {
  return joinTokens([commentsOf(leading), tree.tokens, commentsOf(trailing)]);
}

/** Joins the tokens of several trees in a row. */
export function joinTokens(tokenTexts: readonly string[]): string {
  return tokenTexts.filter((tokenText) => tokenText !== "").join("\n");
}

/** Creates a tree without children. */
export function createLeaf(
  { kind, text, indent }: Pick<Tree, "kind" | "text" | "indent">,
  tokens: string,
): Tree {
  // Not spread, since there is one of every token.
  return {
    kind,
    mergeMode: "leaf",
    text,
    tokens,
    indent,
    children: [],
    hasCommas: false,
    beforeClose: "",
  };
}

/** Collects a tree and all trees in it, in the order of the text. */
export function collectTrees(tree: Tree, trees: Tree[] = []): Tree[] {
  trees.push(tree);
  for (const child of tree.children) collectTrees(child.tree, trees);
  return trees;
}
