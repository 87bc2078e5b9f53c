import { mergeChildren } from "./children.js";
import { restyler, styleOf } from "./style.js";
import type { Restyle } from "./style.js";
import type { Tree } from "./tree.js";

/** A text, and the place of every conflict in it, in order. */
export interface Merged {
  readonly text: string;
  readonly places: readonly string[];
}

/** The versions of one tree. Without a base both sides added it. */
export interface Trees {
  readonly base: Tree | undefined;
  readonly yours: Tree;
  readonly next: Tree;
}

export interface Context {
  /** Lays out what is new as your file is laid out. */
  readonly restyle: Restyle;
  /** Names of what encloses this place. */
  readonly path: readonly string[];
}

/** Merges whole files by what they consist of. Null: a conflict has no lines of its own to stand in. */
export function mergeStructure(trees: Trees): Merged | null {
  const restyle = restyler(styleOf(trees.next), styleOf(trees.yours));
  return mergeTree(trees, { restyle, path: [] });
}

/** Merges one tree: whole where only one side changed it, else by its children, else inside of what you put around it. */
export function mergeTree(trees: Trees, context: Context): Merged | null {
  const { base, yours, next } = trees;
  if (yours.sense === next.sense || base?.sense === next.sense)
    return { text: yours.text, places: [] };
  const replaced = () => {
    const move = { from: next.indent, to: yours.indent };
    return { text: context.restyle.tree(next, move), places: [] };
  };
  if (base?.text === yours.text) return replaced();
  const kinds = new Set([base ?? next, yours, next].map(({ kind }) => kind));
  const alike = kinds.size === 1 && next.shape !== "leaf";
  const merged = alike ? mergeChildren(trees, context) : null;
  if (merged !== null) return merged;
  if (base?.sense === yours.sense) return replaced();
  return base === undefined ? null : mergeWrapped({ ...trees, base }, context);
}

function mergeWrapped(
  { base, yours, next }: Trees & { readonly base: Tree },
  context: Context,
): Merged | null {
  const [inner, ...others] = counterparts(base, yours);
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

/** How a place is told: `createPet.request.path`. */
export function placeOf(path: readonly string[]): string {
  return path.join(".");
}
