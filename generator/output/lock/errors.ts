import { ToolwrightError } from "../../errors.js";
import { lockPath } from "../paths.js";

const adoptHint =
  "Restore it from git, or run `toolwright generate --adopt` to go on from the present files; it overwrites none that was edited.";

/** A lock whose text is not what was once written; `place` is a line number or a path. */
export function damaged(place: number | string, cause?: unknown) {
  const where = typeof place === "number" ? "" : ` at ${place}`;
  return lockError("lock-damaged", `is damaged${where}`, {
    cause,
    ...(typeof place === "number" ? { line: place } : {}),
  });
}

/** A lock that git could not merge. */
export function conflicted() {
  return lockError("lock-conflict", "has conflict markers of a git merge", {
    hint: `Take either side whole (\`git checkout --ours ${lockPath}\`) and generate again: what the other side brought counts as edits and is merged. Or run \`toolwright generate --adopt\`.`,
  });
}

/** A lock of a newer generator. */
export function tooNew(generator: string) {
  return lockError("lock-too-new", `was written by toolwright ${generator}`, {
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
  return lockError(
    "lock-path",
    `names ${shown}, which toolwright never writes`,
    {
      line,
    },
  );
}

/** A lock by which a text was generated that never is: somebody's edit would be taken for none. */
export function unprinted(path: string, line?: number) {
  return lockError(
    "lock-text",
    `says that ${path} was generated with a text that toolwright never writes, so that edits in it would be lost`,
    {
      ...(line === undefined ? {} : { line }),
      hint: `Look who changed the line (git log -p ${lockPath}). ${adoptHint}`,
    },
  );
}

function lockError(
  code: string,
  what: string,
  {
    hint = adoptHint,
    cause,
    line,
  }: {
    readonly hint?: string;
    readonly cause?: unknown;
    readonly line?: number;
  } = {},
): ToolwrightError {
  return new ToolwrightError(
    {
      code,
      file: lockPath,
      ...(line === undefined ? {} : { line }),
      message: `The lock ${what}.`,
      hint,
    },
    { cause },
  );
}
