import { basename, join, relative, sep } from "node:path";
import type { Config } from "../config/config.js";
import { writeWorkflow } from "../emit/workflow.js";
import { findRepository } from "../checkout/repository.js";
import type { RunOptions } from "../pipeline.js";
import { toSlug } from "../shared/slug.js";
import { requestOf } from "./generate.js";

/** Workflow that the user puts into the repository around a project. */
export interface PlacedWorkflow {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
}

/** Writes the workflow of a project below the root of its repository; undefined if a file of the project is enough. */
export function writePlacedWorkflow(
  config: Config,
  options: RunOptions,
): PlacedWorkflow | undefined {
  const { checkFlags, out, settings } = requestOf(config, options);
  if (config.emit?.includes("ci") !== true || settings.emit.includes("ci"))
    return undefined;
  const repository = findRepository(out) ?? out;
  const name = `${toSlug(basename(out))}.yml`;
  return {
    path: join(repository, ".github", "workflows", name),
    text: writeWorkflow({
      folder: relative(repository, out).split(sep).join("/") || ".",
      checkFlags,
      isTested: settings.emit.includes("tests"),
    }),
  };
}
