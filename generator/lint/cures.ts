import type { Cure, CureAction, LintFinding } from "./findings.js";
import { RULES, type LintSeverity, type RuleName } from "./rules.js";
import { toJsonPath } from "./document-places.js";
import type { LintedTool } from "./tools.js";

/** Details of a finding before its places are looked up. */
interface FindingDetails {
  readonly rule: RuleName;
  readonly severity?: LintSeverity;
  readonly argument?: string | null;
  readonly message: string;
  /** Pointer into the document; default: the operation. */
  readonly pointer?: string | null;
  /** Steps to the member of the module; default: the definition. */
  readonly steps?: readonly string[];
  readonly cure: Cure;
}

/** Creates a finding, with its places in the document and in the module. */
export function createFinding(
  tool: LintedTool,
  details: FindingDetails,
): LintFinding {
  const { argument = null, cure, message, rule, steps = [] } = details;
  const { operation, path: file } = tool;
  const pointer = details.pointer ?? operation?.component.operation.pointer;
  return {
    rule,
    severity: details.severity ?? RULES[rule].severity,
    tool: tool.name,
    argument,
    message,
    operation: tool.route,
    ...(operation !== null &&
      pointer !== undefined && {
        pointer,
        ...operation.api.loaded.locate(pointer),
      }),
    module: { file, line: tool.lineOf(steps) },
    cure,
  };
}

/** Cure in the module's own line. */
export function cureInModule(
  tool: LintedTool,
  steps: readonly string[],
  advice: string,
): Cure {
  return {
    kind: "module",
    text: `${advice} in ${tool.path}:${tool.lineOf(steps)}.`,
    isCertain: false,
  };
}

export function cureByOption(text: string): Cure {
  return { kind: "option", text, isCertain: false };
}

/** Cure by an override of the operation in the config. */
export function cureByOverride(
  { route }: LintedTool,
  advice: string,
  override: string,
): Cure {
  return {
    kind: "override",
    text: `${advice} in the config: overrides: { ${JSON.stringify(route)}: ${override} }`,
    isCertain: false,
  };
}

/**
 * Cure by an overlay of the document. If the user wrote the member of the module, or the tool has no operation, the
 * module is the place; an overlay reaches nothing outside of the document's own file.
 */
export function cureByOverlay(
  tool: LintedTool,
  place: { readonly pointer: string | null; readonly steps: readonly string[] },
  change: Pick<CureAction, "update" | "remove"> & {
    readonly advice: string;
    readonly isCertain: boolean;
  },
): Cure {
  const { pointer, steps } = place;
  const { advice, isCertain, ...action } = change;
  const { operation } = tool;
  if (operation === null || tool.isHandWritten(steps))
    return cureInModule(tool, steps, advice);
  const { document, locate, name } = operation.api.loaded;
  if (pointer === null)
    return {
      kind: "overlay",
      text: `${advice} in the document.`,
      isCertain: false,
    };
  const location = locate(pointer);
  if (location.file !== name)
    return {
      kind: "overlay",
      text: `${advice} in ${location.file}:${location.line}, which an overlay of ${name} does not reach.`,
      isCertain: false,
    };
  return {
    kind: "overlay",
    text: `${advice} in the document, or by an overlay (--overlay <new-file>).`,
    action: { target: toJsonPath(pointer, document), ...action },
    isCertain,
  };
}
