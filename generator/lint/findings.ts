import type { LintSeverity, RuleName } from "./rules.js";

/** Action of the overlay that cures a finding: https://spec.openapis.org/overlay/v1.0.0.html#action-object */
export interface CureAction {
  readonly target: string;
  readonly update?: unknown;
  readonly remove?: true;
}

/** Cure of a finding. */
export interface Cure {
  /** Place of the change: the document, by an overlay; the config, by an override or an option; or the module's own line. */
  readonly kind: "overlay" | "override" | "option" | "module";
  /** Next step for the user. */
  readonly text: string;
  /** Overlay action; in one that isn't certain, `<…>` marks the places to fill in. */
  readonly action?: CureAction;
  /** True if the action can be applied as it is. */
  readonly isCertain: boolean;
}

/** Line of a module of the project. */
export interface ModulePlace {
  readonly file: string;
  readonly line: number;
}

/** Finding about one tool of a server. Plain data. */
export interface LintFinding {
  readonly rule: RuleName;
  readonly severity: LintSeverity;
  /** Name of the tool as clients see it. */
  readonly tool: string;
  /** Argument, with a dot before nested ones: `source.number`; null if the tool as a whole is meant. */
  readonly argument: string | null;
  readonly message: string;
  /** Operation: `GET /pets`; null for your own tool. */
  readonly operation: string | null;
  /** JSON pointer into the document; absent if the place is not in the document. */
  readonly pointer?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly module: ModulePlace;
  readonly cure: Cure;
}
