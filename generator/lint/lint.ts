import type { ResolvedConfig } from "../config/resolve-config.js";
import { FEATURES, mainImportOf } from "../features/features.js";
import { compareCodeUnits } from "../shared/order.js";
import { lintSecrets, lintSize } from "./arguments.js";
import { lintExamples } from "./examples.js";
import type { LintFinding } from "./findings.js";
import { joinKeyFindings } from "./key-findings.js";
import { readModules, type UnreadPart } from "./modules.js";
import { lintDeprecated, lintWrites } from "./operations.js";
import { lintIds, lintLists } from "./responses.js";
import { RULES, type LintSeverity } from "./rules.js";
import { linkTools, type LintedApi, type LintedTool } from "./tools.js";
import { findCalls, parse } from "../source/evaluate.js";
import { lintTwins } from "./twins.js";
import { lintValues } from "./values.js";

/** Server to lint: its sources, and the documents that they were generated from. */
export interface LintedServer {
  readonly apis: readonly LintedApi[];
  /** Texts of the sources, by path: as they are on disk, or as they would be generated. */
  readonly texts: ReadonlyMap<string, string>;
  /** Reads the text that was generated last for a module or a route; undefined if there is none. */
  readonly readBase: (path: string, route: string | null) => string | undefined;
  readonly settings: Pick<ResolvedConfig, "maxResultTokens">;
}

/** Findings about a server, the most severe first, and the parts of its modules that can't be read. */
export interface ServerFindings {
  readonly findings: readonly LintFinding[];
  readonly unread: readonly UnreadPart[];
  /** Number of tools that were read. */
  readonly toolCount: number;
}

const SEVERITIES: readonly LintSeverity[] = ["error", "warning", "note"];

const RULE_NAMES: readonly string[] = Object.keys(RULES);

/** Lints a server as its sources have it. No code is run. */
export function lintServer(server: LintedServer): ServerFindings {
  const { tools, unread } = readTools(server);
  const isBounded =
    server.settings.maxResultTokens !== null ||
    shortensResponses(server.texts.get("src/server.ts") ?? "");
  const findings = [
    ...tools.flatMap((tool) => [
      ...lintExamples(tool),
      ...lintValues(tool),
      ...(isBounded ? [] : lintLists(tool)),
      ...lintSecrets(tool),
      ...lintSize(tool),
      ...lintDeprecated(tool),
      ...lintWrites(tool),
    ]),
    ...lintTwins(tools),
    ...lintIds(tools),
  ];
  return {
    findings: joinKeyFindings(findings, tools).sort(compareFindings),
    unread,
    toolCount: tools.length,
  };
}

/** True if a `server.ts`, as edited, shortens responses itself. */
function shortensResponses(serverText: string): boolean {
  const names = FEATURES.flatMap((feature) =>
    feature.boundsResults ? mainImportOf(feature).name : [],
  );
  // Most servers name none, and the compiler takes a while to load.
  if (!names.some((name) => serverText.includes(name))) return false;
  const module = parse("src/server.ts", serverText);
  return names.some((name) => !findCalls(module, name).next().done);
}

/** Reads the tools of a server from its sources. */
export function readTools({
  texts,
  ...server
}: Omit<LintedServer, "settings">): {
  readonly tools: readonly LintedTool[];
  readonly unread: readonly UnreadPart[];
} {
  const { tools, unread } = readModules(texts);
  return { tools: linkTools(tools, { ...server, texts }), unread };
}

/** Sorts by severity, rule, tool and argument. */
function compareFindings(first: LintFinding, second: LintFinding): number {
  return (
    SEVERITIES.indexOf(first.severity) - SEVERITIES.indexOf(second.severity) ||
    RULE_NAMES.indexOf(first.rule) - RULE_NAMES.indexOf(second.rule) ||
    compareCodeUnits(first.tool, second.tool) ||
    compareCodeUnits(first.argument ?? "", second.argument ?? "")
  );
}
