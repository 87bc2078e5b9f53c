import { parserOf } from "../merge/parse-typescript.js";
import type { LockedFile } from "../project/outcome.js";
import { digest } from "../shared/hash.js";
import { significantTokens, isEquivalent } from "../shared/token-compare.js";

/** True if a person has changed more than the layout. */
export function isEdited(
  path: string,
  text: string,
  { digest: baseDigest, editable, packed = "", ...base }: LockedFile,
  readGenerated = () => base.text() ?? "",
): boolean {
  if (digest(text) === baseDigest) return false;
  const reading = {
    normalizedText: (sourceText: string) =>
      parserOf(path)?.parse(sourceText)?.tokens,
    nodeShape: (sourceText: string) => parserOf(path)?.nodeShapeOf(sourceText),
  };
  return editable
    ? !isEquivalent(path, text, readGenerated(), reading)
    : digest(significantTokens(path, text)) !== packed;
}
