import type { Settings } from "../config/resolve-config.js";
import type { FeatureName } from "../config/runtime-features.js";
import type { Api } from "../model.js";
import type { LeftOut } from "../listing/listing.js";
import type { Plan } from "../plan/plan.js";
import type { PlannedWorkflow } from "../workflows/plan.js";

/** One API of a server, decided. */
export interface PlannedApi {
  readonly api: Api;
  readonly plan: Plan;
  readonly settings: Settings;
  /** What tools don't show of their arguments. */
  readonly leftOut: LeftOut;
  /** What its client, and what the server needs for it, sorted. */
  readonly features: {
    readonly client: readonly FeatureName[];
    readonly server: readonly FeatureName[];
  };
}

/** All APIs of a server, decided. */
export interface PlannedServer {
  readonly apis: readonly PlannedApi[];
  /** What the server needs besides, sorted. */
  readonly features: readonly FeatureName[];
  /** What people hand in themselves, sorted. */
  readonly added: readonly FeatureName[];
  /** Tools of several operations, sorted by file. */
  readonly workflows: readonly PlannedWorkflow[];
  /** `src/custom/index.ts` as it was generated, if it was; null: one that lists nothing is in its place. */
  readonly custom: string | null | undefined;
}

/** One file to emit: a template with its view. */
export interface PlannedFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly template: string;
  readonly data: object;
  /** People may change it; regeneration merges. */
  readonly editable: boolean;
  /** What was made of it before, where it is made once. */
  readonly last?: string | undefined;
  /** What stays the same when the file is renamed: `tool POST /pets`, `shop tool POST /pets`. */
  readonly key?: string;
}
