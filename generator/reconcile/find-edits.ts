import { parserOf } from "../merge/parse-typescript.js";
import type { LockedFile, Lock, MergeInput } from "../project/outcome.js";
import { digest } from "../shared/hash.js";
import { significantTokens, isEquivalent } from "../shared/token-compare.js";
import { createMoveFinder } from "./find-moved.js";

/** Finds the modules that a hand edited or moved: where they are now, by the path at which they were generated. Deleted ones are left out. */
export function findEditedFiles(
  { files }: Pick<Lock, "files">,
  { listSources, readCurrent }: Pick<MergeInput, "listSources" | "readCurrent">,
): Map<string, string> {
  const findMoved = createMoveFinder({ files, listSources, readCurrent });
  const editedFiles = new Map<string, string>();
  for (const [path, file] of files) {
    if (!file.editable || !path.startsWith("src/")) continue;
    const currentText = readCurrent(path);
    const [currentPath] =
      currentText === undefined ? findMoved(file.text(), path) : [path];
    const isChanged =
      currentText === undefined || isEdited(path, currentText, file);
    if (isChanged && currentPath !== undefined)
      editedFiles.set(path, currentPath);
  }
  return editedFiles;
}

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
