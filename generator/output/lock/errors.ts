import { ToolwrightError } from "../../errors.js";
import { lockPath } from "../paths.js";

const adoptHint =
  "Restore it from git, or run `toolwright generate --adopt` to go on from the present files; it overwrites none that was edited.";

/** A lock whose text is not what was once written; `place` is a line number or a path. */
export function damaged(place: number | string, cause?: unknown) {
  const where = typeof place === "number" ? `in line ${place}` : `at ${place}`;
  return lockError("lock-damaged", `is damaged ${where}`, { cause });
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
export function forbidden(path: string) {
  return lockError(
    "lock-path",
    `names the file ${JSON.stringify(path)}, which toolwright never writes`,
  );
}

function lockError(
  code: string,
  what: string,
  { hint = adoptHint, cause }: { hint?: string; cause?: unknown } = {},
): ToolwrightError {
  return new ToolwrightError(
    { code, file: lockPath, message: `The lock ${what}.`, hint },
    { cause },
  );
}
