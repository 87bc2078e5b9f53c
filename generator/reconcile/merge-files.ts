import { ToolwrightError } from "../errors.js";
import type { LockedFile, Outcome, RenderedFile } from "../project/outcome.js";
import { compareCodeUnits } from "../shared/order.js";
import { digest } from "../shared/hash.js";
import { replaceOwnConflicts } from "../merge/conflict-markers.js";
import { mergeText } from "../merge/merge-text.js";
import { followMoves, type RenamedInput } from "./follow-moves.js";
import { originOf, type PairedInput } from "./pair-files.js";
import { findRenames, type Renames } from "./rename-references.js";
import { mergeFile } from "./merge-file.js";
import { refuseFile } from "./refuse-file.js";
import { retireFile } from "./retire-file.js";

/** Decides the outcome of every file: a three-way merge of base, current and incoming. Sorted by path. */
export function mergeFiles(input: PairedInput): Outcome[] {
  const { files, origins, readCurrent, incoming } = input;
  assertDistinct(incoming);
  const renames = findRenames(input);
  const renamedInput = { ...input, renames };
  const claimedPaths = new Set(origins.values());
  const outcomes = incoming.map((file) => {
    const origin = originOf(file, input);
    if (origin === undefined)
      return createFile(
        file,
        claimedPaths.has(file.path) ? undefined : readCurrent(file.path),
      );
    const { from, base } = origin;
    const isFree = from === file.path || claimedPaths.has(file.path);
    // A killed run has moved it before.
    const isMovedAlready =
      !isFree && !files.has(file.path) && readCurrent(from) === undefined;
    const currentPath =
      isMovedAlready && readCurrent(file.path) !== undefined ? file.path : from;
    const outcome = mergeFile({
      file,
      from: currentPath,
      base,
      currentText: readCurrent(currentPath),
      renames,
    });
    return isFree || currentPath === file.path
      ? outcome
      : mergeAtTarget(outcome, file, from, renamedInput);
  });
  const incomingPaths = new Set(incoming.map((file) => file.path));
  for (const [path, base] of files) {
    if (claimedPaths.has(path) || incomingPaths.has(path)) continue;
    const currentText = readCurrent(path);
    if (currentText === undefined) continue;
    outcomes.push(
      isCopyOfGit(base, currentText, claimedPaths, input)
        ? { kind: "removed", path, before: currentText }
        : retireFile(path, base, currentText),
    );
  }
  return followMoves(outcomes, renamedInput).sort((a, b) =>
    compareCodeUnits(a.path, b.path),
  );
}

/** True if git has written its merge of a component that two branches renamed to both paths, and the other one is used. */
function isCopyOfGit(
  { key, otherSide }: LockedFile,
  text: string,
  claimedPaths: ReadonlySet<string>,
  { files, readCurrent }: PairedInput,
): boolean {
  return (
    key !== undefined &&
    otherSide !== undefined &&
    [...claimedPaths].some(
      (claimedPath) =>
        files.get(claimedPath)?.key === key &&
        readCurrent(claimedPath) === text,
    )
  );
}

/** Throws a ToolwrightError if two names differ by case alone: they are one file on many disks. */
function assertDistinct(incoming: readonly RenderedFile[]): void {
  const pathsByLowerCase = new Map<string, string>();
  for (const { path } of incoming) {
    const otherPath = pathsByLowerCase.get(path.toLowerCase());
    if (otherPath !== undefined) {
      throw new ToolwrightError({
        code: "path-collision",
        file: path,
        message: `This file and ${otherPath} are the same file on file systems that ignore case.`,
      });
    }
    pathsByLowerCase.set(path.toLowerCase(), path);
  }
}

/** Creates a file that was not generated before. */
function createFile(
  file: RenderedFile,
  currentText: string | undefined,
): Outcome {
  const { path, text } = file;
  if (currentText === undefined) return { kind: "created", path, text };
  if (digest(currentText) === digest(text)) return { kind: "unchanged", path };
  // A list of one's own that was there before.
  if (path === "src/custom/index.ts")
    return { kind: "kept", path, contractChanged: false };
  return refuseFile(path, {
    code: "file-in-the-way",
    message: "Your file has the path of a generated file.",
    hint: "Move it, or run with `--adopt` to keep it as an edited version of the generated file.",
  });
}

/** Decides the outcome of a file that moves to the path of another file. */
function mergeAtTarget(
  outcome: Outcome,
  file: RenderedFile,
  from: string,
  { files, renames, readCurrent }: RenamedInput,
): Outcome {
  const { path } = file;
  const currentText = readCurrent(path);
  if (currentText === undefined) return outcome;
  const base = files.get(path);
  // As generated, and no longer needed.
  if (base?.digest === digest(currentText) && outcome.kind !== "deleted") {
    return outcome.kind === "moved" || outcome.kind === "conflict"
      ? { ...outcome, replaces: currentText }
      : outcome;
  }
  // A killed run has written the new file, and not removed the old one.
  if ("text" in outcome && outcome.text === currentText) return outcome;
  // If file names ignore case, a rename of case alone meets itself.
  const isSameName = path.toLowerCase() === from.toLowerCase();
  if (isSameName && currentText === readCurrent(from)) return outcome;
  if (base !== undefined && base.key === file.key)
    return joinEdits(outcome, file, base, { currentText, renames });
  return refuseFile(path, {
    code: "file-in-the-way",
    message: "Your file has the new path of a renamed component.",
    hint: "Move it, for example to src/custom/.",
  });
}

/** Joins the edits of two files: a component has referred to a tool, and takes over the tool's handler. */
function joinEdits(
  outcome: Outcome,
  file: RenderedFile,
  base: LockedFile,
  currentState: { readonly currentText: string; readonly renames: Renames },
): Outcome {
  const { path, text: generatedText } = file;
  const { currentText } = currentState;
  const ownOutcome = mergeFile({ file, from: path, base, ...currentState });
  const isMove = outcome.kind === "moved" || outcome.kind === "conflict";
  if (
    ownOutcome.kind === "refused" ||
    (!isMove && ownOutcome.kind !== "conflict")
  )
    return ownOutcome;
  const { text, conflicts } = mergeText({
    path,
    base: generatedText,
    current: dropOverridden(
      "text" in ownOutcome ? ownOutcome.text : currentText,
    ),
    incoming: isMove ? outcome.text : generatedText,
  });
  const joinedOutcome = isMove
    ? { ...outcome, text, replaces: currentText }
    : { path, before: currentText, text, contractChanged: true };
  if (conflicts.length > 0)
    return { ...joinedOutcome, kind: "conflict", conflicts };
  return "edited" in joinedOutcome
    ? { ...joinedOutcome, edited: true }
    : { ...joinedOutcome, kind: "merged" };
}

/** Drops the overrides of the tool's texts, which now are the component's own: conflicts with an empty base resolve to `current`. */
function dropOverridden(text: string): string {
  return replaceOwnConflicts(text, ({ base, current }) =>
    base === "" ? current : undefined,
  );
}
