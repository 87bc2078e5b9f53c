import type { MergeInput, RenderedFile } from "../project/outcome.js";
import { compareCodeUnits } from "../shared/order.js";
import type { Drift } from "./drift.js";
import { isEdited } from "./find-edits.js";

const ATTRIBUTES_PATH = ".gitattributes";

/**
 * Adds a line to `.gitattributes` for each file of `src/runtime` that the user has edited, so that reviews show the
 * edit. All other runtime files stay folded.
 */
export function unfoldEditedRuntime(input: MergeInput): RenderedFile[] {
  const editedPaths = listEditedRuntime(input);
  if (editedPaths.length === 0) return [...input.incoming];
  const lines = editedPaths.map(toUnfoldingLine);
  return input.incoming.map((file) =>
    file.path === ATTRIBUTES_PATH
      ? { ...file, text: file.text + lines.join("") }
      : file,
  );
}

/**
 * Differences in which the edited runtime files stand for `.gitattributes`, if that lacks only their lines: a person
 * edited these files, and not the list.
 */
export function explainFolded(
  drifts: readonly Drift[],
  input: MergeInput,
): Drift[] {
  const { baseLock, incoming, readCurrent } = input;
  const isDrift = drifts.some(
    ({ kind, path }) => kind === "stale" && path === ATTRIBUTES_PATH,
  );
  if (!isDrift) return [...drifts];
  const textOf = incoming.find(({ path }) => path === ATTRIBUTES_PATH)?.text;
  const baseText = baseLock?.files.get(ATTRIBUTES_PATH)?.text();
  const foldedPaths = listEditedRuntime(input).filter(
    (path) => !readCurrent(ATTRIBUTES_PATH)?.includes(toUnfoldingLine(path)),
  );
  const isOtherwiseSame =
    withoutUnfolding(textOf) === withoutUnfolding(baseText);
  if (foldedPaths.length === 0 || !isOtherwiseSame) return [...drifts];
  return [
    ...drifts.filter(({ path }) => path !== ATTRIBUTES_PATH),
    ...foldedPaths.map((path): Drift => ({ kind: "folded", path })),
  ].sort((a, b) => compareCodeUnits(a.path, b.path));
}

function toUnfoldingLine(path: string): string {
  return `/${path} -linguist-generated\n`;
}

function withoutUnfolding(text = ""): string {
  return text.replace(/^\/src\/runtime\/\S+ -linguist-generated\n/gm, "");
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
