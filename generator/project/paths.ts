import { ADDED_KEY } from "../config/runtime-features.js";
import { routePrefix } from "../config/source-name.js";
import { ToolwrightError } from "../errors.js";

/** Name of the lock in the output folder. */
export const lockPath = "toolwright.lock";

/** Name of what a project remembers of the command that wrote it, one option a line, for reviewers to read. */
export const optionsPath = "toolwright.options.json";

/** Whether toolwright keeps its own account there. */
export function isAccount(path: string): boolean {
  return path === lockPath || path === optionsPath;
}

/** What a file is called in the output folder until it is whole and takes its own name. */
export const draftPath = ".toolwright";

/** File names as they are made of operations: lower case, in words with hyphens between. */
const NAME = "[a-z0-9]+(?:-[a-z0-9]+)*";

/** Names of sources; folders that are something else are none. */
const SOURCE =
  "(?!(?:custom|resources|runtime|templates|tools|workflows)(?:/|-client\\.))[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*";

/** Every path that the generator can give a file, by what stands there, the most frequent first. */
const PLACES = {
  runtime: new RegExp(`^src/runtime/(?:${NAME}/)*${NAME}\\.ts$`),
  component: new RegExp(
    `^src/(?:(${SOURCE})/)?(resource|template|tool)s/(?!index\\.)${NAME}_?\\.ts$`,
  ),
  workflow: new RegExp(`^src/()(workflow)s/(?!index\\.)${NAME}_?\\.ts$`),
  project:
    /^(?:\.env\.example|\.mcp\.json|\.gitattributes|\.gitignore|\.prettierignore|README\.md|package\.json|tsconfig\.json|src\/(?:main|server)\.ts)$/,
  ci: /^\.github\/workflows\/mcp\.yml$/,
  dockerfile: /^Dockerfile$/,
  dockerignore: /^\.dockerignore$/,
  manifest: /^manifest\.json$/,
  build: /^build\.mjs$/,
  notices: /^notices\.mjs$/,
  registry: /^server\.json$/,
  cases: new RegExp(`^test/cases-${NAME}\\.ts$`),
  contract: new RegExp(
    `^test/contract/(?:(?:${SOURCE}|custom|workflows)/)?${NAME}_?\\.json$`,
  ),
  tests: /^test\/(?:index\.ts|tsconfig\.json|verify\.ts|workflows\.ts)$/,
  mock: new RegExp(`^test/(?:${SOURCE}-)?answers\\.json$`),
  calls: /^src\/calls\.ts$/,
  card: /^src\/card\.ts$/,
  skill: new RegExp(`^skills/${NAME}/(?:SKILL|references/${NAME})\\.md$`),
  worker: /^src\/worker\.ts$/,
  wrangler: /^wrangler\.jsonc$/,
  mcpbignore: /^\.mcpbignore$/,
  client: new RegExp(`^src/(?:${SOURCE}-)?client\\.ts$`),
  custom: /^src\/custom\/index\.ts$/,
  source: new RegExp(`^src/${SOURCE}/source\\.ts$`),
  data: new RegExp(`^src/(?:${SOURCE}/)?(?:answers|api|outputs|schemas)\\.ts$`),
  list: new RegExp(
    `^src/(?:${SOURCE}/)?(?:resources|templates|tools|workflows)/index\\.ts$`,
  ),
} as const;

/** Names that Windows keeps for itself, whatever follows the first dot. */
const RESERVED = /(?:^|\/)(?:aux|con|nul|prn|(?:com|lpt)\d)(?=[./]|$)/;

/** Longest path, in characters: some file systems take names of 255 bytes, and no name of ours comes near. */
const MAX_LENGTH = 250;

/** What stands at a path that the generator can write. */
export interface Place {
  readonly kind: keyof typeof PLACES;
  /** What keys begin with: `tool `, or `shop tool ` of a source; `feature ` of one added by hand. Null where nothing has a key. */
  readonly keyPrefix: string | null;
}

/**
 * What the generator writes at a path; undefined where it never writes. A closed list: a lock comes
 * from a repository, and what it names is only touched where we could have made it.
 */
export function placeOf(path: string): Place | undefined {
  if (path.length > MAX_LENGTH || RESERVED.test(path)) return undefined;
  for (const [kind, shape] of Object.entries(PLACES)) {
    const match = shape.exec(path);
    if (match === null) continue;
    const [, source = "", component] = match;
    const added = kind === "runtime" ? ADDED_KEY : null;
    return {
      // Object.entries forgets which keys an object has.
      kind: kind as Place["kind"],
      keyPrefix:
        component === undefined
          ? added
          : `${routePrefix(source || null)}${component} `,
    };
  }
  return undefined;
}

/** Source that a person may have put anywhere below src/, and moved a component to. */
const OWN = /^src\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.ts$/;

/** Whether a file can hold what was moved there by hand. */
export function isOwnSource(path: string): boolean {
  return (
    OWN.test(path) &&
    path.length <= MAX_LENGTH &&
    !/\.d\.ts$|\/(?:node_modules|runtime)\//.test(path)
  );
}

/** Throws a ToolwrightError for a path that the generator never writes. */
export function assertGeneratedPath(path: string): void {
  if (placeOf(path) !== undefined) return;
  throw new ToolwrightError({
    code: "path-not-allowed",
    file: path,
    message: "toolwright never writes this path.",
  });
}
