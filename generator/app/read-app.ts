import { relative, resolve } from "node:path";
import type { Config } from "../config/config.js";
import type { Found } from "./load-app.js";

/** A web application that a server calls in its own process. */
export interface App extends Pick<Found, "form" | "exportName"> {
  /** Its module as a relative URL, from `src/` of the output as from `dist/`. */
  readonly specifier: string;
  readonly typescript: boolean;
  /** Its document, where it gave one. */
  readonly source: { readonly text: string; readonly name: string } | null;
}

/** Loads the application that a config names, and asks it for its document unless the config has one; null where it names none. */
export async function readApp(
  config: Config,
  cwd: string,
): Promise<App | null> {
  if (config.app === undefined) return null;
  const module = resolve(cwd, config.app);
  const typescript = /\.[cm]?tsx?$/.test(module);
  const request = {
    module,
    typescript,
    exportName: config.export ?? null,
    route: config.appDocument ?? null,
    wantsDocument: config.document === undefined,
  };
  const { loadApp } = await import("./load-app.js");
  const { document: text, ...found } = await loadApp(request, cwd);
  const name = `the application ${config.app}`;
  return {
    ...found,
    specifier: specifierOf(module, resolve(cwd, config.out ?? ".", "src")),
    typescript,
    source: text === null ? null : { text, name },
  };
}

function specifierOf(module: string, folder: string): string {
  const path = relative(folder, module).replaceAll("\\", "/");
  const url = path.split("/").map(encodeURIComponent).join("/");
  return url.startsWith(".") ? url : `./${url}`;
}
