import { parserOf } from "../merge/parse-typescript.js";
import type { Tree } from "../merge/syntax-tree.js";
import type { ThreeWay } from "../merge/three-way.js";

/** Paths of files with cases of tests. */
const CASES = /^test\/cases\//;

/**
 * Texts in which the cases that were edited or removed by hand have nothing new: arguments, requests and answers of a
 * case belong together, so that one that is merged inside would test nothing. The texts themselves for any other file.
 */
export function keepEditedCases(
  path: string,
  texts: ThreeWay<string>,
): ThreeWay<string> {
  if (!CASES.test(path)) return texts;
  const [baseCases, currentCases, incomingCases] = [
    readCases(path, texts.base),
    readCases(path, texts.current),
    readCases(path, texts.incoming),
  ];
  let { base, incoming } = texts;
  for (const key of new Set([...baseCases.keys(), ...incomingCases.keys()])) {
    const [baseCase, currentCase, incomingCase] = [
      baseCases.get(key),
      currentCases.get(key),
      incomingCases.get(key),
    ];
    if (currentCase?.tokens === baseCase?.tokens) continue;
    const keptText = currentCase?.text ?? baseCase?.text ?? "";
    // A case that only the user has counts as added by hand.
    if (incomingCase)
      incoming = incoming.replace(incomingCase.text, () => keptText);
    else base = base.replace(`${baseCase?.text},`, "");
  }
  return { ...texts, base, incoming };
}

/** Cases of a file, by operation; empty if the text is not valid. */
function readCases(path: string, text: string): Map<string, Tree> {
  const file = parserOf(path)?.parse(text);
  const list = file && findList(file);
  return new Map(
    list?.children.flatMap(({ key, tree }) =>
      key === undefined ? [] : [[key, tree] as const],
    ),
  );
}

/** Finds the list of the members of the first object. */
function findList(tree: Tree): Tree | undefined {
  if (tree.kind === "list of ObjectLiteralExpression") return tree;
  for (const child of tree.children) {
    const list = findList(child.tree);
    if (list) return list;
  }
  return undefined;
}
