import type { ResolvedConfig } from "../config/resolve-config.js";
import type { FeatureName } from "../config/runtime-features.js";
import type { Api } from "../model.js";
import type { Truncations } from "../listing/listing.js";
import type { Plan } from "../plan/plan.js";
import type { PlannedWorkflow } from "../workflows/plan.js";

/** Plan of one API of a server, with its resolved config and features. */
export interface PlannedApi {
  readonly api: Api;
  readonly plan: Plan;
  readonly settings: ResolvedConfig;
  /** Parts of arguments that tools don't show. */
  readonly truncations: Truncations;
  /** Features of the API's client, and of the server for this API; sorted. */
  readonly features: {
    readonly client: readonly FeatureName[];
    readonly server: readonly FeatureName[];
  };
}

/** Plans of all APIs of a server, and its own features and workflows. */
export interface PlannedServer {
  readonly apis: readonly PlannedApi[];
  /** Features of the server that belong to no API, sorted. */
  readonly features: readonly FeatureName[];
  /** Features that were added by hand (`toolwright add`), sorted. */
  readonly addedFeatures: readonly FeatureName[];
  /** Tools of several operations, sorted by file. */
  readonly workflows: readonly PlannedWorkflow[];
  /** `src/custom/index.ts` as it was generated first; undefined if it never was. Null if a file without the list is in its place. */
  readonly custom: string | null | undefined;
}

/** File to emit: a template and its view. */
export interface PlannedFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly template: string;
  readonly data: object;
  /** People may change it; regeneration merges. */
  readonly editable: boolean;
  /** Text of the first generation, for a file that is generated once. */
  readonly originalText?: string | undefined;
  /** Key that stays the same if the file is renamed: `tool POST /pets`, `shop tool POST /pets`. */
  readonly key?: string;
}
