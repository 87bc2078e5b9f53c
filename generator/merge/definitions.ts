import { findMarkerLines } from "./conflict-markers.js";
import { unconflicted, type MergedFragment } from "./merged-child.js";
import { mapVersions, type ThreeWay } from "./three-way.js";
import { mergeStructure } from "./merge-tree.js";
import type { Parser } from "./parse-typescript.js";
import { collectTrees, type Tree } from "./syntax-tree.js";

/** A component as it is in a file: `defineTool({ … })`, wherever and however it is exported. */
export interface Definition {
  readonly tree: Tree;
  /** Key that finds the component in another file: `defineTool POST /pets`, or the URI of a component that refers to a tool. */
  readonly id: string;
}

const CALLEE = /(?:^|\n)(define(?:Tool|Resource|Template))$/;

/** Finds all components that a file defines. */
export function findDefinitions(tree: Tree): Definition[] {
  const callee = CALLEE.exec(tree.children[0]?.tree.tokens ?? "")?.[1];
  if (tree.kind !== "CallExpression" || callee === undefined)
    return tree.children.flatMap((child) => findDefinitions(child.tree));
  const properties = propertiesOf(tree);
  const [idProperty] = ["request", "uriTemplate", "uri"].flatMap(
    (propertyName) => properties.get(propertyName) ?? [],
  );
  const initializer = idProperty?.children.at(-1)?.tree;
  const isString = initializer?.kind === "StringLiteral";
  const idText = isString ? String(JSON.parse(initializer.tokens)) : "";
  return [{ tree, id: `${callee} ${idText}` }];
}

/** Properties of the first object literal in a tree, by name. */
export function propertiesOf(tree: Tree): Map<string, Tree> {
  const list = collectTrees(tree).find(
    ({ kind }) => kind === "list of ObjectLiteralExpression",
  );
  return new Map(
    (list?.children ?? []).flatMap((child) =>
      child.label === undefined ? [] : [[child.label, child.tree]],
    ),
  );
}

/**
 * Merges a component whose definition was moved by hand to a constant, an export of another name or, if `isOtherFile`,
 * another file: the definition by itself, and then the text around it. Null if it is as it was generated, or can't be
 * found.
 */
export function mergeDetached(
  trees: ThreeWay<Tree>,
  { isOtherFile, parse }: { isOtherFile: boolean; parse: Parser["parse"] },
): MergedFragment | null {
  const definitions = matchDefinitions(trees);
  if (definitions === null) return null;
  // Another kind needs another import, which has no separate place in a hand-written file.
  const calleeOf = ({ children }: Tree) => children[0]?.tree.tokens;
  if (
    isOtherFile &&
    calleeOf(definitions.base) !== calleeOf(definitions.incoming)
  )
    return null;
  const baseKey = findStatementKey(trees.base, definitions.base);
  const isMoved =
    baseKey !== findStatementKey(trees.current, definitions.current);
  if (!isOtherFile && !isMoved) return null;
  const mergedDefinition = mergeStructure(definitions, trees);
  const surroundings = mapVersions(trees, ({ text }, versionName) =>
    text.replace(definitions[versionName].text, HOLE),
  );
  const mergedSurroundings = isOtherFile
    ? unconflicted(surroundings.current)
    : mergeSurroundings(surroundings, parse);
  const [head = "", tail, ...furtherParts] =
    mergedSurroundings?.text.split(HOLE) ?? [];
  if (
    !mergedDefinition ||
    !mergedSurroundings ||
    tail === undefined ||
    furtherParts.length > 0
  )
    return null;
  const precedingConflicts = findMarkerLines(head).length;
  return {
    text: head + mergedDefinition.text + tail,
    conflictPaths: mergedSurroundings.conflictPaths.toSpliced(
      precedingConflicts,
      0,
      ...mergedDefinition.conflictPaths,
    ),
  };
}

/** Placeholder for a definition in the text around it. */
const HOLE = "__definition__";

function matchDefinitions({
  base,
  current,
  incoming,
}: ThreeWay<Tree>): ThreeWay<Tree> | null {
  const [baseDefinition, incomingDefinition] = [
    findDefinitions(base)[0],
    findDefinitions(incoming)[0],
  ];
  const currentDefinitions = findDefinitions(current);
  const currentDefinition =
    currentDefinitions.find(({ id }) => id === baseDefinition?.id) ??
    (currentDefinitions.length === 1 ? currentDefinitions[0] : null);
  return baseDefinition && incomingDefinition && currentDefinition
    ? {
        base: baseDefinition.tree,
        current: currentDefinition.tree,
        incoming: incomingDefinition.tree,
      }
    : null;
}

/** The key of the statement that holds a definition. */
function findStatementKey(file: Tree, definition: Tree): string | undefined {
  return file.children
    .flatMap(({ tree }) => tree.children)
    .find(({ tree }) => collectTrees(tree).includes(definition))?.key;
}

function mergeSurroundings(
  surroundings: ThreeWay<string>,
  parse: Parser["parse"],
): MergedFragment | null {
  // The comment that names the route has gone with the definition, or stayed.
  const [baseComment, incomingComment] = [
    surroundings.base,
    surroundings.incoming,
  ].map((text) => /^\/\*\* .* \*\/$/m.exec(text)?.[0]);
  const { base, current, incoming } = mapVersions(surroundings, (text) =>
    parse(
      baseComment && incomingComment
        ? text.replace(baseComment, () => incomingComment)
        : text,
    ),
  );
  return base && current && incoming
    ? mergeStructure({ base, current, incoming })
    : null;
}
