import type { ThreeWay } from "../merge/three-way.js";
import {
  findStatedDigest,
  replaceStatedDigest,
} from "../shared/stated-digest.js";

/**
 * Texts in which the digest of a contract, or the published one of all, counts as generated: two that differ would
 * always be a conflict, and neither is of the merged text. The run writes the one that is. The texts themselves for any
 * other file.
 */
export function regenerateDigests(
  path: string,
  texts: ThreeWay<string>,
): ThreeWay<string> {
  if (!/^(?:server\.json|test\/contract(?:\/.*)?\.json)$/.test(path))
    return texts;
  const digest = findStatedDigest(path, texts.current);
  if (digest === undefined) return texts;
  return {
    ...texts,
    base: replaceStatedDigest(path, texts.base, digest),
  };
}
