import { basename, dirname, join, relative, sep } from "node:path";
import type { Config } from "../config/config.js";
import { writeWorkflow } from "../emit/workflow.js";
import {
  checkoutOf,
  isReachable,
  type Checkout,
} from "../checkout/checkout.js";
import { ToolwrightError } from "../errors.js";
import { findRepository } from "../checkout/repository.js";
import { readPlainFile } from "../project/folder.js";
import type { RunOptions } from "../pipeline.js";
import { toSlug } from "../shared/slug.js";
import { requestOf } from "./generate.js";

/** Workflow that the user puts into the repository around a project. */
export interface PlacedWorkflow {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
}

/**
 * Writes the workflow of a project below the root of its repository; undefined if a file of the project is enough. Throws
 * a ToolwrightError if GitHub would read an expression in the folder's name.
 */
export function writePlacedWorkflow(
  config: Config,
  options: RunOptions,
): PlacedWorkflow | undefined {
  const { checkFlags, out, settings } = requestOf(config, options);
  if (config.emit?.includes("ci") !== true || settings.emit.includes("ci"))
    return undefined;
  const repository = findRepository(out) ?? out;
  const folder = toPosixPath(repository, out);
  if (folder.includes("${{"))
    throw new ToolwrightError({
      code: "expression-in-path",
      file: folder,
      message:
        "GitHub reads ${{ in the path of this folder as an expression, so no workflow was printed. The project was written.",
      hint: "Rename the folder, or leave ci out of emit.",
    });
  const name = `${toSlug(basename(out))}.yml`;
  return {
    path: join(repository, ".github", "workflows", name),
    text: writeWorkflow({
      folder,
      toolFolder: findToolFolder(out, repository, checkoutOf(config, options)),
      checkFlags,
      isTested: settings.emit.includes("tests"),
    }),
  };
}

/** Folder around a project, relative to its repository, whose package.json names toolwright; null if the project's own does, or none. */
function findToolFolder(
  out: string,
  repository: string,
  checkout: Checkout,
): string | null {
  for (let folder = out; ; folder = dirname(folder)) {
    if (!isReachable(checkout, folder)) return null;
    const manifest = readPlainFile(join(folder, "package.json")) ?? "";
    if (/"toolwright"\s*:/.test(manifest))
      return folder === out ? null : toPosixPath(repository, folder);
    if (folder === repository || folder === dirname(folder)) return null;
  }
}

function toPosixPath(from: string, to: string): string {
  return relative(from, to).split(sep).join("/") || ".";
}
