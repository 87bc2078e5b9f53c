import { ADDED_KEY } from "../config/runtime-features.js";
import { routePrefixOf } from "../config/source-name.js";
import { ToolwrightError } from "../errors.js";

/** Name of the lock in the output folder. */
export const lockPath = "toolwright.lock";

/** Name of the config in the output folder, which holds the options of the project, one a line, for reviewers to read. */
export const optionsPath = "toolwright.config.json";

/** Name of the file that held the options before the project had a config; the next run replaces it. */
export const formerOptionsPath = "toolwright.options.json";

/** True for the lock and the config of a project, in which toolwright keeps its own records. */
export function isLockOrOptions(path: string): boolean {
  return (
    path === lockPath || path === optionsPath || path === formerOptionsPath
  );
}

/** Path of the workflow of `--emit ci`, in a project that is the root of its repository. */
export const workflowPath = ".github/workflows/mcp.yml";

/** Name of a file in the output folder until it is whole and takes its own name. */
export const draftPath = ".toolwright";

/** File name as it is made of an operation: lower case, in words with hyphens between. */
const FILE_NAME = "[a-z0-9]+(?:-[a-z0-9]+)*";

/** Name of an API among several; folders that are something else are none. */
const SOURCE_NAME =
  "(?!(?:custom|generated|resource-templates|resources|runtime|templates|tools|workflows)(?:/|-client\\.))[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*";

/** Patterns of every path that the generator can write, by kind, the most frequent first. */
const PROJECT_PATHS = {
  runtime: new RegExp(`^src/runtime/(?:${FILE_NAME}/)*${FILE_NAME}\\.ts$`),
  component: new RegExp(
    `^src/(?:(${SOURCE_NAME})/)?(resource|resource-template|template|tool)s/(?!index\\.)${FILE_NAME}_?\\.ts$`,
  ),
  workflow: new RegExp(`^src/()(workflow)s/(?!index\\.)${FILE_NAME}_?\\.ts$`),
  project:
    /^(?:\.env\.example|\.mcp\.json|\.gitattributes|\.gitignore|\.prettierignore|README\.md|package\.json|tsconfig\.json|src\/(?:main|server)\.ts)$/,
  ci: /^\.github\/workflows\/mcp\.yml$/,
  compose: /^compose\.yaml$/,
  dockerfile: /^Dockerfile$/,
  dockerignore: /^\.dockerignore$/,
  kubernetes: /^kubernetes\.yaml$/,
  manifest: /^manifest\.json$/,
  build: /^build\.mjs$/,
  notices: /^notices\.mjs$/,
  registry: /^server\.json$/,
  cases: new RegExp(`^test/cases[-/]${FILE_NAME}\\.ts$`),
  contract: new RegExp(
    `^test/contract/(?:(?:${SOURCE_NAME}|custom|workflows)/)?${FILE_NAME}_?\\.json$`,
  ),
  tests: /^test\/(?:index\.ts|tsconfig\.json|verify\.ts|workflows\.ts)$/,
  mock: new RegExp(`^test/(?:${SOURCE_NAME}-)?(?:answers|responses)\\.json$`),
  calls: /^src\/(?:calls|script-client)\.ts$/,
  card: /^src\/(?:server-)?card\.ts$/,
  skill: new RegExp(
    `^skills/${FILE_NAME}/(?:SKILL|references/${FILE_NAME})\\.md$`,
  ),
  evals: new RegExp(`^evals/${FILE_NAME}\\.yaml$`),
  // Documents and data alone, in a folder that nothing builds, serves or runs.
  extension: new RegExp(
    `^extensions/(?:${FILE_NAME}/)+${FILE_NAME}\\.(?:csv|html|json|md|txt|yaml)$`,
  ),
  worker: /^src\/worker\.ts$/,
  wrangler: /^wrangler\.jsonc$/,
  mcpbignore: /^\.mcpbignore$/,
  client: new RegExp(`^src/(?:${SOURCE_NAME}-)?client\\.ts$`),
  custom: /^src\/custom\/index\.ts$/,
  source: new RegExp(`^src/${SOURCE_NAME}/source\\.ts$`),
  data: new RegExp(
    `^src/(?:${SOURCE_NAME}/)?(?:(?:answers|api|outputs|schemas)|generated/(?:api-types|output-schemas|response-fields|schemas))\\.ts$`,
  ),
  list: new RegExp(
    `^src/(?:${SOURCE_NAME}/)?(?:resources|(?:resource-)?templates|tools|workflows)/index\\.ts$`,
  ),
} as const;

/** Names that Windows keeps for itself, whatever follows the first dot. */
const RESERVED = /(?:^|\/)(?:aux|con|nul|prn|(?:com|lpt)\d)(?=[./]|$)/;

/** Longest path, in characters: some file systems take names of 255 bytes, and no name of ours comes near. */
const MAX_LENGTH = 250;

/** Kind of a path that the generator can write. */
export interface ProjectPath {
  readonly kind: keyof typeof PROJECT_PATHS;
  /**
   * Prefix of keys: `tool `, or `shop tool ` of one of several APIs; `feature ` of a feature added by hand.
   * Null if files of this kind have no key.
   */
  readonly keyPrefix: string | null;
}

/**
 * Classifies a path by what the generator writes there; undefined if it never writes it. The list is closed:
 * a lock comes from a repository, and a path in it is only touched if we could have made it.
 */
export function classifyPath(path: string): ProjectPath | undefined {
  if (path.length > MAX_LENGTH || RESERVED.test(path)) return undefined;
  for (const [kind, pattern] of Object.entries(PROJECT_PATHS)) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const [, sourceName = "", componentKind] = match;
    const addedPrefix = kind === "runtime" ? ADDED_KEY : null;
    return {
      // Object.entries types keys as string.
      kind: kind as ProjectPath["kind"],
      keyPrefix:
        componentKind === undefined
          ? addedPrefix
          : `${routePrefixOf(sourceName || null)}${componentKind.replace("resource-", "")} `,
    };
  }
  return undefined;
}

/** Path of source that a person may have put anywhere below src/ or test/. */
const OWN_SOURCE = /^(?:src|test)\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.ts$/;

/** True if a person may have written a module at this path, or moved a component to it. */
export function isOwnSource(path: string): boolean {
  return (
    OWN_SOURCE.test(path) &&
    path.length <= MAX_LENGTH &&
    !/\.d\.ts$|\/(?:node_modules|runtime)\//.test(path)
  );
}

/** Throws a ToolwrightError for a path that the generator never writes. */
export function assertGeneratedPath(path: string): void {
  if (classifyPath(path) !== undefined) return;
  throw new ToolwrightError({
    code: "path-not-allowed",
    file: path,
    message: "toolwright never writes this path.",
  });
}
