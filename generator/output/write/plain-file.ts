import { lstatSync, writeFileSync } from "node:fs";
import { ToolwrightError } from "../../errors.js";

/** Writes over a file, or anew. Throws a ToolwrightError where a link has its name: in a checkout it may lead to any file. */
export function writePlainFile(path: string, text: string): void {
  const present = lstatSync(path, { throwIfNoEntry: false });
  if (present?.isFile() === false)
    throw new ToolwrightError({
      code: "not-a-file",
      message: "A folder or a link is where a file is to be written.",
      file: path,
      hint: "Remove it, or name another file.",
    });
  writeFileSync(path, text);
}
