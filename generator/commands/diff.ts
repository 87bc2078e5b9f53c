import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../config/config.js";
import { partsOf, type Part } from "../config/sources.js";
import { ToolwrightError } from "../errors.js";
import { withDocumentAt } from "../load/git.js";
import { outline, type RunOptions } from "../pipeline.js";
import { compareSurfaces, type Change } from "../surface/changes.js";
import { surfaceOf, type Surface } from "../surface/surface.js";

export interface DiffOptions extends RunOptions {
  /** A document (file or URL), or a git ref at which to look for it. Default: `HEAD`. */
  readonly base?: string;
}

/**
 * What changes for callers and models from a base to the present document, both with the same
 * config. Of several sources, each is compared with itself, so their base is a git ref.
 */
export async function diff(
  config: Config,
  options: DiffOptions = {},
): Promise<Change[]> {
  const parts = partsOf(config);
  const base = baseOf(options);
  if (parts.length > 1 && "document" in base) {
    throw new ToolwrightError({
      code: "bad-base",
      message: "One document can't be the base of several sources.",
      hint: "Name a git ref, at which each has its own: toolwright diff --base main",
    });
  }
  const changes: Change[] = [];
  for (const part of parts)
    changes.push(...(await diffPart(part, base, options)));
  return changes;
}

type Base = { readonly document: string } | { readonly ref: string };

/** A base that is no file and no address is a git ref. */
function baseOf({ base = "HEAD", cwd = process.cwd() }: DiffOptions): Base {
  if (/^https?:/i.test(base)) return { document: base };
  const path = resolve(cwd, base);
  return existsSync(path) ? { document: path } : { ref: base };
}

async function diffPart(
  { config, settings }: Part,
  base: Base,
  options: DiffOptions,
): Promise<Change[]> {
  const at = async (document?: string, own = settings): Promise<Surface[]> => {
    const changed = document === undefined ? config : { ...config, document };
    const context = { ...options, lock: null };
    return surfaceOf((await outline(changed, own, context)).plan);
  };
  const after = await at();
  if ("document" in base)
    return compareSurfaces(await at(base.document), after);
  const { document } = config;
  if (typeof document !== "string" || /^(https?:|-$)/i.test(document)) {
    throw new ToolwrightError({
      code: "bad-base",
      message: "A git ref can be the base only of a document that is a file.",
      hint: "Name an older document: toolwright diff openapi.yaml --base old.yaml",
    });
  }
  const file = resolve(options.cwd ?? process.cwd(), document);
  return withDocumentAt(base.ref, file, async (older) =>
    // `refRoot` is a folder of the present.
    compareSurfaces(await at(older, { ...settings, refRoot: null }), after),
  );
}
