import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { findRepository } from "../load/location.js";
import type { Result } from "../project/outcome.js";

/** Path of the workflow of `--emit ci`, below its project and below a repository. */
const WORKFLOW_PATH = ".github/workflows/mcp.yml";

/**
 * Steps that the surroundings of a new project need: a workflow that no host reads at its path, and a configuration of
 * TypeScript that includes the project's sources.
 */
export function findSurroundingSteps(
  { out, outcomes }: Pick<Result, "out" | "outcomes">,
  cwd: string,
): string[] {
  const isCreated = (createdPath: string) =>
    outcomes.some(
      ({ kind, path }) => kind === "created" && path === createdPath,
    );
  const toDisplay = (path: string) => relative(cwd, path) || ".";
  const repository = findRepository(out);
  const isBelow = repository !== undefined && repository !== out;
  const tsconfigPath = isCreated("src/main.ts")
    ? findIncludingConfig(out, repository)
    : undefined;
  return [
    ...(isBelow && isCreated(WORKFLOW_PATH)
      ? [
          `move ${toDisplay(join(out, WORKFLOW_PATH))} to ${toDisplay(join(repository, WORKFLOW_PATH))}, the place that GitHub reads, with \`defaults: { run: { working-directory: ${relative(repository, out)} } }\``,
        ]
      : []),
    ...(tsconfigPath === undefined
      ? []
      : [
          `add "${relative(dirname(tsconfigPath), out).replaceAll("\\", "/")}" to "exclude" in ${toDisplay(tsconfigPath)}: the server has its own tsconfig.json`,
        ]),
  ];
}

/** Path of the nearest tsconfig.json above a project, up to its repository, if it takes in all folders. */
function findIncludingConfig(
  out: string,
  repository: string | undefined,
): string | undefined {
  if (out === repository) return undefined;
  const lastFolder = repository ?? dirname(out);
  for (let folder = dirname(out); ; folder = dirname(folder)) {
    const path = join(folder, "tsconfig.json");
    if (existsSync(path)) return includesFolder(path, out) ? path : undefined;
    if (folder === lastFolder || folder === dirname(folder)) return undefined;
  }
}

/** True if a tsconfig.json takes in all folders and doesn't name this one: a guess from its text, which may have comments. */
function includesFolder(path: string, out: string): boolean {
  const text = readFileSync(path, "utf8");
  if (/"files"\s*:/.test(text) && !/"include"\s*:/.test(text)) return false;
  const includesAll =
    !/"include"\s*:/.test(text) || /"(?:\.\/)?\*\*\/\*(?:\.tsx?)?"/.test(text);
  return includesAll && !text.includes(basename(out));
}
