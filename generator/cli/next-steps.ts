import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import {
  isReachable,
  TRUSTED_CHECKOUT,
  type Checkout,
} from "../checkout/checkout.js";
import { findRepository } from "../checkout/repository.js";
import type { Result } from "../project/outcome.js";
import { getMember, toStrings } from "../shared/json.js";
import { parseJsonWithComments } from "../shared/json-with-comments.js";

/** Steps for what is around a new project: a configuration of TypeScript that includes the project's sources. */
export function findSurroundingSteps(
  { out, outcomes }: Pick<Result, "out" | "outcomes">,
  cwd: string,
  checkout: Checkout = TRUSTED_CHECKOUT,
): string[] {
  const isCreated = (createdPath: string) =>
    outcomes.some(
      ({ kind, path }) => kind === "created" && path === createdPath,
    );
  const repository = findRepository(out);
  const tsconfigPath = isCreated("src/main.ts")
    ? findIncludingConfig(out, repository, checkout)
    : undefined;
  if (tsconfigPath === undefined) return [];
  const folder = relative(dirname(tsconfigPath), out).replaceAll("\\", "/");
  return [
    `add "${folder}" to "exclude" in ${relative(cwd, tsconfigPath)}: the server has its own tsconfig.json`,
  ];
}

/** Path of the nearest tsconfig.json above a project, up to its repository, if it takes in all folders. */
function findIncludingConfig(
  out: string,
  repository: string | undefined,
  checkout: Checkout,
): string | undefined {
  if (out === repository) return undefined;
  const lastFolder = repository ?? dirname(out);
  for (let folder = dirname(out); ; folder = dirname(folder)) {
    const path = join(folder, "tsconfig.json");
    if (!isReachable(checkout, path)) return undefined;
    if (statSync(path, { throwIfNoEntry: false })?.isFile())
      return includesFolder(path, out) ? path : undefined;
    if (folder === lastFolder || folder === dirname(folder)) return undefined;
  }
}

/** True if a tsconfig.json takes in all folders and leaves out neither this one nor one around it. */
function includesFolder(path: string, out: string): boolean {
  const config = readConfig(path);
  const include = getMember(config, "include");
  if (include === undefined && getMember(config, "files") !== undefined)
    return false;
  const includesAll =
    include === undefined ||
    toStrings(include).some((pattern) =>
      /^(?:\.\/)?(?:\.|\*\*(?:\/\*(?:\.tsx?)?)?)$/.test(pattern),
    );
  const folder = relative(dirname(path), out).replaceAll("\\", "/");
  const isExcluded = toStrings(getMember(config, "exclude")).some((pattern) => {
    const excludedFolder = toFolder(pattern);
    return (
      folder === excludedFolder ||
      folder.startsWith(`${excludedFolder}/`) ||
      excludedFolder === `**/${basename(out)}`
    );
  });
  return includesAll && !isExcluded;
}

/** Folder that a pattern names: `mcp` of `./mcp`, `mcp/` and `mcp/**`. */
function toFolder(pattern: string): string {
  const steps = pattern.replace(/^\.\//, "").split("/");
  while (steps.length > 1 && /^\*{0,2}$/.test(steps.at(-1) ?? "")) steps.pop();
  return steps.join("/");
}

/** Value of a tsconfig.json, which may have comments; undefined if it can't be read. */
function readConfig(path: string): unknown {
  try {
    return parseJsonWithComments(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
