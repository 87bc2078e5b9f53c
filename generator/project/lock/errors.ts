import { ToolwrightError, type Problem } from "../../errors.js";
import { VERSION } from "../../package.js";
import { lockPath } from "../paths.js";
import { compareGenerator } from "./compare-generator.js";

const adoptHint =
  "Restore it from git, or run `toolwright generate --adopt` to continue from the current files. It does not overwrite edited files.";

/** Error of a lock whose text is not what was once written; `location` is a line number or a path. */
export function damagedLockError(location: number | string, cause?: unknown) {
  const code = "lock-damaged";
  return typeof location === "number"
    ? lockError({ code, line: location, message: "is damaged" }, cause)
    : lockError({ code, message: `is damaged at ${location}` }, cause);
}

/** Error of a lock that is missing, though files that it goes with exist. */
export function lostLockError(path: string) {
  return lockError({
    code: "lock-lost",
    message: `is missing, but ${path} was generated here`,
    hint: `Restore it from git, in its folder: \`git checkout HEAD -- ${lockPath}\`. Alternatively, run \`toolwright generate --adopt\` with the document of the last run. With a newer document, its changes would count as your edits.`,
  });
}

/** Error of a lock that a newer generator wrote; `isReadable` if this one can read it anyway. */
export function newerLockError(generator: string, isReadable = true) {
  return lockError({
    code: "lock-too-new",
    message: `was written by toolwright ${generator}, and this is ${VERSION}`,
    hint: `Update toolwright to that version or a newer one.${isReadable ? " To replace its files by those of this version, continue with --allow-older." : ""}`,
  });
}

/** Error of a lock in an earlier form, whose files no run of this version can carry over. */
export function earlierFormError(form: number) {
  return lockError({
    code: "lock-too-old",
    message: `has the earlier form ${form}, which toolwright ${VERSION} does not read`,
    hint: "Nothing was changed. Generate into an empty folder with the same document and options, copy src/custom and the modules that you edited from here into it, put the result in this folder's place, and review `git diff`. The form of these modules is the same.",
  });
}

/** Error of a lock that names a file that toolwright never writes. */
export function forbiddenPathError(path: string, line: number) {
  // Such a path may consist of invisible characters.
  const escapedPath = JSON.stringify(path.slice(0, 100)).replace(
    /[^ -~]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  const message = `contains the path ${escapedPath}, which toolwright never writes`;
  return lockError({ code: "lock-path", line, message });
}

/**
 * Error of a lock that gives a file a text that is never generated: someone's edit would be taken for none. A newer
 * generator may have texts that this one doesn't know.
 */
export function implausibleTextError(
  path: string,
  generator: string,
  line?: number,
) {
  if (/^newer/.test(compareGenerator(generator)))
    return newerLockError(generator);
  return lockError({
    code: "lock-text",
    ...(line !== undefined && { line }),
    message: `contains content for ${path} that toolwright never writes, so edits of that file would be lost`,
    hint: `Check who changed that line (git log -p --text ${lockPath}). ${adoptHint}`,
  });
}

/** Error of the lock; its message continues after "The lock". */
function lockError(problem: Problem, cause?: unknown): ToolwrightError {
  const message = `The lock ${problem.message}.`;
  return new ToolwrightError(
    { file: lockPath, hint: adoptHint, ...problem, message },
    { cause },
  );
}
