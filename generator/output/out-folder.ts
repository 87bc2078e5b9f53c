import { resolve } from "node:path";
import type { Config } from "../config/config.js";
import { ToolwrightError } from "../errors.js";

/** The output folder as an absolute path. Throws a ToolwrightError where the config names none. */
export function outFolder(
  config: Config,
  { cwd = process.cwd() }: { readonly cwd?: string },
): string {
  if (config.out !== undefined) return resolve(cwd, config.out);
  throw new ToolwrightError({
    code: "no-output",
    message: "No output folder is named.",
    hint: "Name it with --out my-api-mcp, or as `out` in the config.",
  });
}
