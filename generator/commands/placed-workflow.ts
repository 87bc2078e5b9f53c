import { basename, join, relative, sep } from "node:path";
import type { Config } from "../config/config.js";
import { writeWorkflow } from "../emit/workflow.js";
import { ToolwrightError } from "../errors.js";
import { findRepository } from "../load/location.js";
import type { RunOptions } from "../pipeline.js";
import { toSlug } from "../shared/slug.js";
import { formatCheckFlags } from "./compile.js";
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
  const { out, settings } = requestOf(config, options);
  if (config.emit?.includes("ci") !== true || settings.emit.includes("ci"))
    return undefined;
  const repository = findRepository(out) ?? out;
  const folder = relative(repository, out).split(sep).join("/") || ".";
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
      checkFlags: formatCheckFlags(config, out, options.optionsToSave),
      isTested: settings.emit.includes("tests"),
    }),
  };
}
