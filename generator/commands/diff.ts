import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../config/config.js";
import { settle } from "../config/resolve-config.js";
import { ToolwrightError } from "../errors.js";
import { without } from "../shared/json.js";
import { badBase, withDocumentsAt } from "../load/git.js";
import { isUrl } from "../load/location.js";
import { isEdited } from "../reconcile/merge-file.js";
import { outFolder, reader } from "../project/folder.js";
import { lockOf, readLock } from "../project/lock.js";
import {
  outlineAll,
  renderProject,
  type Outlines,
  type RunOptions,
} from "../pipeline.js";
import { compareSurfaces } from "../diff/changes.js";
import type { Change } from "../diff/component-changes.js";
import { readSurface, type Surface } from "../diff/surface.js";

export interface DiffOptions extends RunOptions {
  /**
   * A document (file or URL), or a git ref at which to look for the documents. Default: what was generated last into
   * the output folder, or `HEAD` where none is named.
   */
  readonly base?: string;
}

/** What changes for callers and models from a base to the present documents, both with the same config. */
export async function diff(
  config: Config,
  options: DiffOptions = {},
): Promise<Change[]> {
  const { before, after } = await surfaces(config, options);
  return compareSurfaces(before, after);
}

/** What callers and models see of the base, and of the present documents. */
export async function surfaces(config: Config, options: DiffOptions) {
  const { base } = options;
  const before =
    base === undefined && config.out !== undefined
      ? generatedLast(config, options)
      : await atBase(base ?? "HEAD", config, options);
  return { before, after: await generated(config, options) };
}

/** A project keeps the names that it has. */
async function generated(config: Config, options: RunOptions) {
  const lock = lockOf(config, options);
  const planned = await outlineAll(config, { ...options, lock });
  return surfaceOf(planned, config, options);
}

/** What callers and models see of what was planned. */
export async function surfaceOf(
  planned: Outlines,
  config: Config,
  options: RunOptions,
): Promise<Surface> {
  const files = await renderProject(planned, settle(config), options);
  return readSurface(new Map(files.map(({ path, text }) => [path, text])));
}

/** What the lock says was generated: of files that are not for editing, what is there. */
function generatedLast(config: Config, options: RunOptions): Surface {
  const out = outFolder(config, options);
  const lock = readLock(out);
  if (lock === null)
    throw new ToolwrightError({
      code: "bad-base",
      message: `Nothing was generated into ${out} yet: it has no toolwright.lock.`,
      hint: "Generate it first, or name what to compare with: toolwright diff openapi.yaml --base main",
    });
  const yours = reader(out);
  const texts = [...lock.files].flatMap(([path, file]) => {
    if (file.orphan || !/^(src|skills)\//.test(path)) return [];
    if (file.editable) return [[path, file.text() ?? ""] as const];
    const text = yours(path);
    if (text !== undefined && !isEdited(path, text, file))
      return [[path, text] as const];
    throw new ToolwrightError({
      code: "bad-base",
      file: path,
      message: "It is not what was generated last.",
      hint: "Generate anew, or name what to compare with: toolwright diff openapi.yaml --base main",
    });
  });
  return readSurface(new Map(texts));
}

/** A base that is no file and no address is a git ref. */
async function atBase(
  base: string,
  config: Config,
  options: RunOptions,
): Promise<Surface> {
  const { cwd = process.cwd() } = options;
  const parts = config.sources ?? [config];
  const path = resolve(cwd, base);
  const isAddress = isUrl(base);
  // A folder may have the name of a branch, and is no document.
  const stat = statSync(path, { throwIfNoEntry: false });
  if (isAddress || stat?.isDirectory() === false) {
    if (parts.length > 1)
      throw new ToolwrightError({
        code: "bad-base",
        message: "One document can't be the base of several sources.",
        hint: "Name a git ref, at which each has its own: toolwright diff --base main",
      });
    return generated(replaced(config, [isAddress ? base : path]), options);
  }
  const documents = parts.map(({ document }) => {
    if (typeof document === "string" && document !== "-" && !isUrl(document))
      return resolve(cwd, document);
    throw new ToolwrightError({
      code: "bad-base",
      message: "A git ref can be the base only of a document that is a file.",
      hint: "Name the output folder (--out) to compare with what was generated last, or an older document: toolwright diff openapi.yaml --base old.yaml",
    });
  });
  const overlays = parts
    .flatMap((part) => part.overlays ?? [])
    .filter((overlay) => !isUrl(overlay))
    .map((overlay) => resolve(cwd, overlay));
  const files = [...documents, ...overlays];
  return withDocumentsAt(base, files, (older) => {
    if (!older.slice(0, documents.length).every(existsSync))
      throw badBase(base);
    const then = new Map(files.map((file, at) => [file, older[at]]));
    const thenOf = (path: string) => then.get(resolve(cwd, path)) ?? path;
    return generated(replaced(config, older, thenOf), options);
  });
}

/** A config with other documents, and overlays as they were then; `refRoot` is a folder of the present ones. */
function replaced(
  config: Config,
  documents: readonly string[],
  thenOf?: (overlay: string) => string,
): Config {
  const older = (part: Config, document = ""): Config => ({
    ...without({ ...part }, ["refRoot"]),
    ...(part.overlays &&
      thenOf && {
        overlays: part.overlays
          .map(thenOf)
          .filter((path) => isUrl(path) || existsSync(path)),
      }),
    document,
  });
  if (config.sources === undefined) return older(config, documents[0]);
  const sources = config.sources.map((source, at) => {
    return { ...older(source, documents[at]), name: source.name };
  });
  return { ...without({ ...config }, ["refRoot"]), sources };
}
