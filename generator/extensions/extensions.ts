import type { ResolvedConfig } from "../config/resolve-config.js";
import type { ToolList } from "../emit/planned-files.js";
import type { FeatureDefinition } from "../features/feature.js";
import { FEATURES } from "../features/features.js";
import type { Finding, Problem } from "../errors.js";
import { readDocuments, type LoadOptions } from "../load/load.js";
import type { SourceFile } from "../load/source-file.js";
import type {
  CheckedProject,
  Extension,
  ExtensionPlan,
  PlanContext,
} from "./extension.js";
import { evalExtension } from "./evals/extension.js";
import { loadOwnExtensions } from "./own-extensions.js";
import { skillExtension } from "./skills/extension.js";
import { workflowExtension } from "./workflows/extension.js";

/** Extensions that come with toolwright. */
const EXTENSIONS: readonly Extension[] = [
  evalExtension,
  skillExtension,
  workflowExtension,
];

/** Plans of all extensions that a config asks for, and what they add to the server. */
export interface PlannedExtensions {
  readonly extensions: readonly ExtensionPlan[];
  /** Documents that they were planned from. */
  readonly documents: readonly SourceFile[];
  readonly toolLists: readonly ToolList[];
  readonly findings: readonly Finding[];
  /** Features that a config may have: those of toolwright, and those of its own modules. */
  readonly allFeatures: readonly FeatureDefinition[];
}

/** Plans the extensions of a config: those that come with toolwright, and its own modules. */
export async function planExtensions(
  apis: PlanContext["apis"],
  settings: ResolvedConfig,
  options: LoadOptions & { readonly cwd: string },
): Promise<PlannedExtensions> {
  const ownExtensions = await loadOwnExtensions(settings.extensions, options);
  const plans: ExtensionPlan[] = [];
  const documents: SourceFile[] = [];
  for (const extension of [...EXTENSIONS, ...ownExtensions]) {
    const paths = extension.listDocuments?.(settings) ?? [];
    const ownDocuments = await readDocuments(paths, options);
    documents.push(...ownDocuments);
    const plan = extension.plan({ apis, settings, documents: ownDocuments });
    if (plan !== null) plans.push(plan);
  }
  return {
    extensions: plans,
    documents,
    toolLists: plans.flatMap(({ toolList }) => toolList ?? []),
    findings: plans.flatMap(({ findings = [] }) => findings),
    allFeatures: [
      ...FEATURES,
      ...ownExtensions.flatMap(({ feature }) => feature ?? []),
    ],
  };
}

/** Finds content of extensions' files that doesn't fit the rest of a project. */
export function lintExtensions(project: CheckedProject): Problem[] {
  return EXTENSIONS.flatMap((extension) => extension.lint?.(project) ?? []);
}
