import { checkFunctionArguments } from "../config/function-arguments.js";
import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { checkoutOf } from "../checkout/checkout.js";
import { baseError, withFilesAt } from "../checkout/files-at-ref.js";
import type { ApiConfig, Config } from "../config/config.js";
import { resolveConfig } from "../config/resolve-config.js";
import { omit } from "../shared/json.js";
import { ToolwrightError } from "../errors.js";
import { isUrl } from "../load/location.js";
import { findEditedFiles, isEdited } from "../reconcile/find-edits.js";
import {
  resolveOutFolder,
  createProjectReader,
  createSourceLister,
} from "../project/folder.js";
import {
  assertNotNewer,
  otherGenerator,
} from "../project/generator-version.js";
import { buildLock, readConfigLock, readLock } from "../project/lock.js";
import type { Lock, RenderedFile } from "../project/outcome.js";
import { keepLockedSdk } from "../project/sdk-line.js";
import { VERSION } from "../package.js";
import { planServer, type ServerPlan, type RunOptions } from "../pipeline.js";
import { renderProject } from "../render-project.js";
import { compareSurfaces } from "../diff/changes.js";
import { keepServerName } from "../emit/identity.js";
import type { Change } from "../diff/change.js";
import { readSurface, type Surface } from "../diff/surface.js";

export interface DiffOptions extends RunOptions {
  /**
   * Base to compare with: a document (file or URL), or a git ref at which to look for the documents.
   * Default: what was generated last into the output folder, or `HEAD` if none is named.
   */
  readonly base?: string;
}

/** Changes for callers and models from a base to the present documents, both with the same config. */
export async function diff(
  config: Config,
  options: DiffOptions = {},
): Promise<Change[]> {
  checkFunctionArguments("diff", { config, options });
  const surfaces = await readSurfaces(config, options);
  return compareSurfaces(surfaces.before, surfaces.after, surfaces.editedFiles);
}

/** Reads the surfaces that callers and models see, of the base and of the present documents, and the modules that a hand edited. */
export async function readSurfaces(givenConfig: Config, options: DiffOptions) {
  const { base } = options;
  const previousLock = readConfigLock(givenConfig, options);
  assertNotNewer(previousLock, options);
  const config = keepLockedSdk(givenConfig, previousLock);
  const baseProject =
    base === undefined && config.out !== undefined
      ? { surface: readLastSurface(config, options), lock: null }
      : await generateBase(base ?? "HEAD", config, options);
  const { name } = baseProject.surface.servers.get("src/server.ts") ?? {};
  const currentProject = await generateSurface(config, options, {
    serverName: name,
    lock: baseProject.lock,
  });
  return {
    before: baseProject.surface,
    after: currentProject.surface,
    generator: otherGenerator(previousLock),
    editedFiles: readEditedFiles(config, options, previousLock),
  };
}

/** Surface of documents that were generated in memory, and the lock that a project of them would have. */
interface GeneratedSurface {
  readonly surface: Surface;
  readonly lock: Lock;
}

/** Modules of the project that a hand edited, where they are now, by their generated path; none without a project. */
function readEditedFiles(
  config: Config,
  options: DiffOptions,
  lock: Lock | null,
): ReadonlyMap<string, string> {
  if (lock === null) return new Map();
  const out = resolveOutFolder(config, options);
  return findEditedFiles(lock, {
    listSources: createSourceLister(out),
    readCurrent: createProjectReader(out),
  });
}

/**
 * Generates in memory with the names and words that the project's lock keeps, otherwise with those of the base: a
 * project of the base would keep them, and the name of its server.
 */
async function generateSurface(
  config: Config,
  options: RunOptions,
  base: { readonly serverName?: unknown; readonly lock?: Lock | null } = {},
): Promise<GeneratedSurface> {
  const { serverName, lock: baseLock = null } = base;
  const lock = readConfigLock(config, options);
  const planned = await planServer(config, { ...options, lock, baseLock });
  const isKept =
    lock === null &&
    (config.name ?? null) === null &&
    typeof serverName === "string";
  const identity = isKept
    ? keepServerName(planned.identity, serverName)
    : planned.identity;
  const files = await renderFiles({ ...planned, identity }, config, options);
  return {
    surface: readSurfaceOf(files),
    lock: buildLock({
      generator: VERSION,
      baseLock: null,
      incoming: files,
      outcomes: [],
    }),
  };
}

/** Renders a planned server and reads the surface that callers and models see. */
export async function surfaceOf(
  planned: ServerPlan,
  config: Config,
  options: RunOptions,
): Promise<Surface> {
  return readSurfaceOf(await renderFiles(planned, config, options));
}

function renderFiles(planned: ServerPlan, config: Config, options: RunOptions) {
  return renderProject(planned, resolveConfig(config), options);
}

function readSurfaceOf(files: readonly RenderedFile[]): Surface {
  return readSurface(new Map(files.map(({ path, text }) => [path, text])));
}

/**
 * Reads the surface of the last generation from the lock; of files that are not for editing, from disk.
 * Throws a ToolwrightError if one of them was edited.
 */
function readLastSurface(config: Config, options: RunOptions): Surface {
  const out = resolveOutFolder(config, options);
  const lock = readLock(out, options);
  if (lock === null)
    throw new ToolwrightError({
      code: "bad-base",
      message: `${out} is not a generated project: it has no toolwright.lock.`,
      hint: "Generate it first, or pass a base to compare with: toolwright diff openapi.yaml --base main",
    });
  const readCurrent = createProjectReader(out);
  const texts = [...lock.files].flatMap(([path, file]) => {
    if (file.orphan || !/^(src|skills)\//.test(path)) return [];
    if (file.editable) return [[path, file.text() ?? ""] as const];
    const currentText = readCurrent(path);
    if (currentText !== undefined && !isEdited(path, currentText, file))
      return [[path, currentText] as const];
    throw new ToolwrightError({
      code: "bad-base",
      file: path,
      message: "It does not match the last output.",
      hint: "Run toolwright generate, or pass a base to compare with: toolwright diff openapi.yaml --base main",
    });
  });
  return readSurface(new Map(texts));
}

/** Generates the surface of a base: an address, a file, or a git ref. */
async function generateBase(
  base: string,
  config: Config,
  options: RunOptions,
): Promise<GeneratedSurface> {
  const { cwd = process.cwd() } = options;
  const apiConfigs = config.sources ?? [config];
  const path = resolve(cwd, base);
  const isAddress = isUrl(base);
  // A folder may have the name of a branch, and is not a document.
  const stat = statSync(path, { throwIfNoEntry: false });
  if (isAddress || stat?.isDirectory() === false) {
    if (apiConfigs.length > 1)
      throw new ToolwrightError({
        code: "bad-base",
        message: "A single document can't be the base of several sources.",
        hint: "Pass a git ref instead: toolwright diff --base main",
      });
    return generateSurface(
      withDocument(config, isAddress ? base : path),
      options,
    );
  }
  const documentPaths = apiConfigs.map(({ document }) => {
    if (typeof document === "string" && document !== "-" && !isUrl(document))
      return resolve(cwd, document);
    throw new ToolwrightError({
      code: "bad-base",
      message: "A git ref works as the base only if the document is a file.",
      hint: "Pass --out to compare with the last output, or an older document: toolwright diff openapi.yaml --base old.yaml",
    });
  });
  return withFilesAt(base, checkoutOf(config, options), async (files) => {
    const presentPaths = await filterAsync(documentPaths, files.has);
    // The source of a document that the base does not have is new.
    if (presentPaths.length === 0)
      throw baseError(
        base,
        documentPaths.map((file) => relative(cwd, file)),
      );
    const has = (location: string) =>
      isUrl(location) ? true : files.has(resolve(cwd, location));
    return generateSurface(await selectPresent(config, has), {
      ...options,
      files,
    });
  });
}

/** Config with another document; without `refRoot`, which is a folder of the present one. */
function withDocument(config: Config, document: string): Config {
  const [source] = config.sources ?? [];
  const apiConfig: Config = omit({ ...config }, ["refRoot"]);
  if (source === undefined) return { ...apiConfig, document };
  const sourceConfig: ApiConfig = omit({ ...source }, ["refRoot"]);
  const { name } = source;
  return { ...apiConfig, sources: [{ ...sourceConfig, name, document }] };
}

/** Config without the overlays, and the sources, that a base doesn't have. */
async function selectPresent(
  config: Config,
  has: (location: string) => boolean | Promise<boolean>,
): Promise<Config> {
  const withPresentOverlays = async <Api extends ApiConfig>(api: Api) =>
    api.overlays === undefined
      ? api
      : { ...api, overlays: await filterAsync(api.overlays, has) };
  if (config.sources === undefined) return withPresentOverlays(config);
  const sources = await filterAsync(
    config.sources,
    ({ document }) => typeof document !== "string" || has(document),
  );
  return {
    ...config,
    sources: await Promise.all(sources.map(withPresentOverlays)),
  };
}

async function filterAsync<Item>(
  items: readonly Item[],
  test: (item: Item) => boolean | Promise<boolean>,
): Promise<Item[]> {
  const results = await Promise.all(items.map(async (item) => test(item)));
  return items.filter((_, index) => results[index] === true);
}
