import { markerLines } from "./markers.js";
import type { Merged } from "./pieces.js";
import { mapSides, type Sides } from "./sides.js";
import { mergeStructure } from "./structure.js";
import type { Tree } from "./tree.js";

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
  const name = ["request", "uriTemplate", "uri"].find((one) =>
    members.has(one),
  );
  return [{ tree, id: `${callee} ${stringOf(members.get(name ?? ""))}` }];
}

/** Properties of the first object literal in a tree, by name. */
export function membersOf(tree: Tree): Map<string, Tree> {
  const list = firstOf(tree, "list of ObjectLiteralExpression");
  return new Map(
    (list?.children ?? []).flatMap((child) =>
      child.label === undefined ? [] : [[child.label, child.tree]],
    ),
  );
}

/** What a property that is a string says; the empty text for all others. */
function stringOf(property: Tree | undefined): string {
  const literal = property?.children.at(-1)?.tree;
  if (literal?.kind !== "StringLiteral") return "";
  return String(JSON.parse(literal.sense));
}

function firstOf(tree: Tree, kind: string): Tree | undefined {
  if (tree.kind === kind) return tree;
  for (const child of tree.children) {
    const found = firstOf(child.tree, kind);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Merges a component whose definition you have moved to a constant, an export of another name or, where
 * `alone`, another file: the definition by itself, and then the rest around it. Null where it stands as
 * it was generated, or can't be found.
 */
export function mergeApart(
  trees: Sides<Tree>,
  {
    alone,
    parse,
  }: { alone: boolean; parse: (text: string) => Tree | undefined },
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
  const rest = alone
    ? { text: rests.yours, places: [] }
    : mergeRest(rests, parse);
  const [head = "", tail, ...more] = rest?.text.split(HOLE) ?? [];
  if (!merged || !rest || tail === undefined || more.length > 0) return null;
  const before = markerLines(head).length;
  return {
    text: head + merged.text + tail,
    places: rest.places.toSpliced(before, 0, ...merged.places),
  };
}

const ROUTE = /^\/\*\* .* \*\/$/m;

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
  const holds = (tree: Tree): boolean =>
    tree === definition || tree.children.some((child) => holds(child.tree));
  return file.children
    .flatMap(({ tree }) => tree.children)
    .find(({ tree }) => holds(tree))?.key;
}

function mergeRest(
  rests: Sides<string>,
  parse: (text: string) => Tree | undefined,
): Merged | null {
  // The comment that names the route has gone with the definition, or stayed.
  const [was, is] = [rests.base, rests.next].map(
    (text) => ROUTE.exec(text)?.[0],
  );
  const { base, yours, next } = mapSides(rests, (text) =>
    parse(was && is ? text.replace(was, () => is) : text),
  );
  return base && yours && next ? mergeStructure({ base, yours, next }) : null;
}
