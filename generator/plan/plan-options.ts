import type { App } from "../app/read-app.js";
import type { Override } from "../config/config.js";
import type { RouteMap } from "../config/route-map.js";
import type { SourceName } from "../config/source-name.js";

/** What a config asks of a plan. */
export interface PlanOptions {
  /** Whose names are kept apart from those of other APIs. */
  readonly source?: SourceName;
  readonly routeMaps: readonly RouteMap[];
  readonly tags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly confirmDestructive?: "person" | "person-or-repeat" | null;
  readonly overrides: Readonly<Record<string, Override>>;
  /** Texts of the document are told as far as a caller needs them, or whole. */
  readonly texts: "full" | "slim";
  /** Null: answers have types where the list stays small with them. */
  readonly outputSchemas: "typed" | "off" | null;
  /** File names of last time, by `METHOD path`. */
  readonly knownFiles: ReadonlyMap<string, string>;
  readonly app?: App | null;
  /** A search has names of its own. Default: all. */
  readonly tools?: "all" | "search";
}
