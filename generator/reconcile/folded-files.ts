import type { MergeInput, RenderedFile } from "../project/outcome.js";
import { compareCodeUnits } from "../shared/order.js";
import { isEdited } from "./find-edits.js";

const ATTRIBUTES_PATH = ".gitattributes";

/**
 * Adds a line to `.gitattributes` for each file of `src/runtime` that the user has edited, so that reviews show the
 * edit. All other runtime files stay folded.
 */
export function unfoldEditedRuntime(input: MergeInput): RenderedFile[] {
  const editedPaths = listEditedRuntime(input);
  if (editedPaths.length === 0) return [...input.incoming];
  const lines = editedPaths.map((path) => `/${path} -linguist-generated\n`);
  return input.incoming.map((file) =>
    file.path === ATTRIBUTES_PATH
      ? { ...file, text: file.text + lines.join("") }
      : file,
  );
}

/** Paths of the runtime files that differ from what was generated last, sorted. */
function listEditedRuntime({ baseLock, readCurrent }: MergeInput): string[] {
  const files = baseLock?.files ?? new Map<string, never>();
  return [...files]
    .flatMap(([path, base]) => {
      if (!path.startsWith("src/runtime/") || base.orphan) return [];
      const currentText = readCurrent(path);
      return currentText !== undefined && isEdited(path, currentText, base)
        ? [path]
        : [];
    })
    .sort(compareCodeUnits);
}
