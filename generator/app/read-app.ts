import { relative, resolve } from "node:path";
import type { Config } from "../config/config.js";
import { loadApp } from "./load-app.js";
import type { AppForm } from "./messages.js";
import { isTypeScript } from "./module.js";

/** A web application that a server calls in its own process. */
export interface App {
  readonly form: AppForm;
  readonly exportName: string;
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
  const found = await loadApp(
    {
      module,
      exportName: config.export ?? null,
      route: config.appDocument ?? null,
      wantsDocument: config.document === undefined,
    },
    cwd,
  );
  return {
    form: found.form,
    exportName: found.exportName,
    specifier: specifierOf(module, resolve(cwd, config.out ?? ".", "src")),
    typescript: isTypeScript(module),
    source:
      found.document === null
        ? null
        : { text: found.document, name: `the application ${config.app}` },
  };
}

function specifierOf(module: string, folder: string): string {
  const path = relative(folder, module).replaceAll("\\", "/");
  const url = path.split("/").map(encodeURIComponent).join("/");
  return url.startsWith(".") ? url : `./${url}`;
}
