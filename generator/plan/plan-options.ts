import type { App } from "../app/read-app.js";
import type { Settings } from "../config/settle.js";

/** What a config asks of a plan. */
export interface PlanOptions
  extends
    Pick<
      Settings,
      | "excludeTags"
      | "outputSchemas"
      | "overrides"
      | "routeMaps"
      | "tags"
      | "texts"
    >,
    Partial<Pick<Settings, "confirmDestructive" | "source" | "tools">> {
  /** File names of last time, by `METHOD path`. */
  readonly knownFiles: ReadonlyMap<string, string>;
  readonly app?: App | null;
}
