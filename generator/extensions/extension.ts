import type { ResolvedConfig } from "../config/resolve-config.js";
import type {
  EmittedFile,
  PlannedApi,
  PlannedServer,
  ToolList,
} from "../emit/planned-files.js";
import type { TestedApi } from "../emit/tests.js";
import type { FeatureDefinition } from "../features/feature.js";
import type { Finding, Problem } from "../errors.js";
import type { SourceFile } from "../load/source-file.js";
import type { Lock } from "../project/outcome.js";

/**
 * Files that an extension emits for a planned server: templates with their views, or plain texts. It gets the same
 * plan as everything that is emitted, and returns the same files for the same plan.
 */
export type PlanFiles = (
  server: PlannedServer,
  context: EmitContext,
) => readonly EmittedFile[] | Promise<readonly EmittedFile[]>;

/** Context of `PlanFiles`. */
export interface EmitContext {
  readonly settings: ResolvedConfig;
  /** Example calls of each API that its server accepts. They are computed at the first use. */
  readonly prepareCalls: () => Promise<readonly Pick<TestedApi, "calls">[]>;
}

/** Part of a server plan that an extension adds. */
export interface ExtensionPlan {
  readonly planFiles: PlanFiles;
  /** Tools that are listed beside those of the documents; undefined if it adds none. */
  readonly toolList?: ToolList | undefined;
  readonly findings?: readonly Finding[];
  /** Sentence about its files in the instructions of a server that lists no tools; empty for none. */
  readonly describeFiles?: (files: readonly EmittedFile[]) => string;
}

/** Input of an extension's plan. */
export interface PlanContext {
  readonly apis: readonly Pick<PlannedApi, "api" | "plan" | "settings">[];
  readonly settings: ResolvedConfig;
  /** Documents that `listDocuments` named, in its order. */
  readonly documents: readonly SourceFile[];
}

/** Project whose files are checked against each other, as they are on the disk or will be. */
export interface CheckedProject {
  readonly out: string;
  readonly lock: Lock | null;
  /** Paths of files that are about to be written, in addition to those on the disk. */
  readonly writtenPaths: readonly string[];
  readonly listSources: () => readonly string[];
  readonly readText: (path: string) => string | undefined;
}

/** Extension of the generator: emits files in addition to those of the server. */
export interface Extension {
  /** Documents that the config names for it, in addition to those of the APIs. */
  readonly listDocuments?: (settings: ResolvedConfig) => readonly string[];
  /** Plans its files and tools; null if the config doesn't ask for it. */
  readonly plan: (context: PlanContext) => ExtensionPlan | null;
  /** Feature of the server that it adds. */
  readonly feature?: FeatureDefinition | undefined;
  /** Finds content of its files, including edits, that doesn't fit the rest of the project. */
  readonly lint?: (project: CheckedProject) => readonly Problem[];
}
