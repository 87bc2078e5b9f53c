import { markerLines } from "./conflict-markers.js";
import { clean, type Merged } from "./merged-child.js";
import { mapSides, type Sides } from "./three-way.js";
import { mergeStructure } from "./merge-tree.js";
import type { Parser } from "./parse-typescript.js";
import { treesIn, type Tree } from "./syntax-tree.js";

/** A component as it stands in a file: `defineTool({ … })`, wherever and however it is exported. */
export interface Definition {
  readonly tree: Tree;
  /** What it is found by in another file: `defineTool POST /pets`, or the URI of what refers to a tool. */
  readonly id: string;
}

const CALLEE = /(?:^|\n)(define(?:Tool|Resource|Template))$/;

/** All components that a file defines. */
export function definitionsOf(tree: Tree): Definition[] {
  const callee = CALLEE.exec(tree.children[0]?.tree.sense ?? "")?.[1];
  if (tree.kind !== "CallExpression" || callee === undefined)
    return tree.children.flatMap((child) => definitionsOf(child.tree));
  const members = membersOf(tree);
  const [name] = ["request", "uriTemplate", "uri"].flatMap(
    (one) => members.get(one) ?? [],
  );
  const value = name?.children.at(-1)?.tree;
  const isString = value?.kind === "StringLiteral";
  const said = isString ? String(JSON.parse(value.sense)) : "";
  return [{ tree, id: `${callee} ${said}` }];
}

/** Properties of the first object literal in a tree, by name. */
export function membersOf(tree: Tree): Map<string, Tree> {
  const list = treesIn(tree).find(
    ({ kind }) => kind === "list of ObjectLiteralExpression",
  );
  return new Map(
    (list?.children ?? []).flatMap((child) =>
      child.label === undefined ? [] : [[child.label, child.tree]],
    ),
  );
}

/**
 * Merges a component whose definition you have moved to a constant, an export of another name or, where
 * `alone`, another file: the definition by itself, and then the rest around it. Null where it stands as
 * it was generated, or can't be found.
 */
export function mergeApart(
  trees: Sides<Tree>,
  { alone, parse }: { alone: boolean; parse: Parser["parse"] },
): Merged | null {
  const found = definitionsIn(trees);
  if (found === null) return null;
  // Another kind needs another import, which has no place of its own in a file of yours.
  const callee = ({ children }: Tree) => children[0]?.tree.sense;
  if (alone && callee(found.base) !== callee(found.next)) return null;
  const was = statementKey(trees.base, found.base);
  const isMoved = was !== statementKey(trees.yours, found.yours);
  if (!alone && !isMoved) return null;
  const merged = mergeStructure(found, trees);
  const rests = mapSides(trees, ({ text }, side) =>
    text.replace(found[side].text, HOLE),
  );
  const rest = alone ? clean(rests.yours) : mergeRest(rests, parse);
  const [head = "", tail, ...more] = rest?.text.split(HOLE) ?? [];
  if (!merged || !rest || tail === undefined || more.length > 0) return null;
  const before = markerLines(head).length;
  return {
    text: head + merged.text + tail,
    places: rest.places.toSpliced(before, 0, ...merged.places),
  };
}

/** Stands for a definition in what is around it. */
const HOLE = "__definition__";

function definitionsIn({ base, yours, next }: Sides<Tree>): Sides<Tree> | null {
  const [was, is] = [definitionsOf(base)[0], definitionsOf(next)[0]];
  const all = definitionsOf(yours);
  const mine =
    all.find(({ id }) => id === was?.id) ?? (all.length === 1 ? all[0] : null);
  return was && is && mine
    ? { base: was.tree, yours: mine.tree, next: is.tree }
    : null;
}

/** The key of the statement that holds a definition. */
function statementKey(file: Tree, definition: Tree): string | undefined {
  return file.children
    .flatMap(({ tree }) => tree.children)
    .find(({ tree }) => treesIn(tree).includes(definition))?.key;
}

function mergeRest(
  rests: Sides<string>,
  parse: Parser["parse"],
): Merged | null {
  // The comment that names the route has gone with the definition, or stayed.
  const [was, is] = [rests.base, rests.next].map(
    (text) => /^\/\*\* .* \*\/$/m.exec(text)?.[0],
  );
  const { base, yours, next } = mapSides(rests, (text) =>
    parse(was && is ? text.replace(was, () => is) : text),
  );
  return base && yours && next ? mergeStructure({ base, yours, next }) : null;
}
