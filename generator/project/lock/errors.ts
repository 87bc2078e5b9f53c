import { ToolwrightError, type Problem } from "../../errors.js";
import { lockPath } from "../paths.js";

const adoptHint =
  "Restore it from git, or run `toolwright generate --adopt` to go on from the present files; it overwrites none that was edited.";

/** A lock whose text is not what was once written; `place` is a line number or a path. */
export function damaged(place: number | string, cause?: unknown) {
  const code = "lock-damaged";
  return typeof place === "number"
    ? lockError({ code, line: place, message: "is damaged" }, cause)
    : lockError({ code, message: `is damaged at ${place}` }, cause);
}

/** A lock that is not there, though files that it goes with are. */
export function lost(path: string) {
  return lockError({
    code: "lock-lost",
    message: `is missing, though ${path} was generated here`,
    hint: `Take it back from git, in its folder: \`git checkout HEAD -- ${lockPath}\`. Or run \`toolwright generate --adopt\` with the document that was generated last: of a newer one, all that changed since counts as your edits.`,
  });
}

/** A lock of a newer generator. */
export function tooNew(generator: string) {
  return lockError({
    code: "lock-too-new",
    message: `was written by toolwright ${generator}`,
    hint: "Update toolwright to that version or a newer one.",
  });
}

/** A lock that names a file which is none of ours. */
export function forbidden(path: string, line: number) {
  // What no eye sees is what such a path is made of.
  const shown = JSON.stringify(path.slice(0, 100)).replace(
    /[^ -~]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  const message = `names ${shown}, which toolwright never writes`;
  return lockError({ code: "lock-path", line, message });
}

/** A lock by which a text was generated that never is: somebody's edit would be taken for none. */
export function unprinted(path: string, line?: number) {
  return lockError({
    code: "lock-text",
    ...(line !== undefined && { line }),
    message: `says that ${path} was generated with a text that toolwright never writes, so that edits in it would be lost`,
    hint: `Look who changed the line (git log -p --text ${lockPath}). ${adoptHint}`,
  });
}

/** The message goes on after "The lock". */
function lockError(problem: Problem, cause?: unknown): ToolwrightError {
  const message = `The lock ${problem.message}.`;
  return new ToolwrightError(
    { file: lockPath, hint: adoptHint, ...problem, message },
    { cause },
  );
}
