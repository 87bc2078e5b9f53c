import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { settle, type Config } from "./config.js";
import { ToolwrightError } from "./errors.js";
import { withDocumentAt } from "./load/git.js";
import { outline, type RunOptions } from "./project.js";
import { compareSurfaces, type Change } from "./surface/compare.js";
import { surfaceOf, type Surface } from "./surface/surface.js";

export interface DiffOptions extends RunOptions {
  /** A document (file or URL), or a git ref at which to look for it. Default: `HEAD`. */
  readonly base?: string;
}

/** What changes for callers and models from a base to the present document, both with the same config. */
export async function diff(
  config: Config,
  options: DiffOptions = {},
): Promise<Change[]> {
  const { base = "HEAD", cwd = process.cwd() } = options;
  const at = async (document?: string): Promise<Surface[]> => {
    const settings = settle(config);
    const changed = document === undefined ? config : { ...config, document };
    const { plan } = await outline(changed, settings, {
      ...options,
      lock: null,
    });
    return surfaceOf(plan);
  };
  const after = await at();
  const path = resolve(cwd, base);
  if (/^https?:/i.test(base) || existsSync(path)) {
    return compareSurfaces(
      await at(/^https?:/i.test(base) ? base : path),
      after,
    );
  }
  const { document } = config;
  if (document === undefined || /^(https?:|-$)/i.test(document)) {
    throw new ToolwrightError({
      code: "bad-base",
      message: "A git ref can be the base only of a document that is a file.",
      hint: "Name an older document: toolwright diff openapi.yaml --base old.yaml",
    });
  }
  const file = resolve(cwd, document);
  return withDocumentAt(base, file, async (older) =>
    compareSurfaces(await at(older), after),
  );
}
