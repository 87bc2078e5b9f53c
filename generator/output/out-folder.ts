import { resolve, sep } from "node:path";
import type { Config } from "../config/config.js";
import { ToolwrightError } from "../errors.js";
import { realFolder } from "./folder.js";

/** Where the system shows itself as files. What is written there is lost, or does something. */
const SPECIAL = /^\/(?:dev(?!\/shm(?:\/|$))|proc|sys)(?:\/|$)/;

/** The output folder as an absolute path. Throws a ToolwrightError where the config names none, or one that can't hold files. */
export function outFolder(
  config: Config,
  { cwd = process.cwd() }: { readonly cwd?: string },
): string {
  if (config.out !== undefined) return usable(resolve(cwd, config.out));
  throw new ToolwrightError({
    code: "no-output",
    message: "No output folder is named.",
    hint: "Name it with --out my-api-mcp, or as `out` in the config.",
  });
}

function usable(out: string): string {
  const long = out.split(sep).find((name) => Buffer.byteLength(name) > 255);
  if (long !== undefined) {
    throw new ToolwrightError({
      code: "bad-output",
      message: `A folder's name of ${long.length} characters is too long for file systems.`,
      hint: "Choose a shorter one with --out.",
    });
  }
  if (!SPECIAL.test(realFolder(out))) return out;
  throw new ToolwrightError({
    code: "bad-output",
    file: out,
    message: "This is no place for files: the system shows itself there.",
    hint: "Choose another folder with --out.",
  });
}
