import { dirname, join, relative, resolve } from "node:path";
import { serverNameOf } from "../emit/mcp-registry.js";
import type { Config } from "../config/config.js";
import { resolveConfig } from "../config/resolve-config.js";
import { ToolwrightError, type Problem } from "../errors.js";
import { baselineFile, readBaseline, writeBaseline } from "../lint/baseline.js";
import type { LintFinding } from "../lint/findings.js";
import { lintModuleExamples } from "../lint/examples.js";
import type { LintSeverity } from "../lint/rules.js";
import { lintServer, readTools, type LintedServer } from "../lint/lint.js";
import type { UnreadPart } from "../lint/modules.js";
import { isUrl } from "../load/location.js";
import { readProject } from "./project-modules.js";
import { writeCureOverlay } from "../lint/overlay.js";
import { planServer, type RunOptions, type ServerPlan } from "../pipeline.js";
import { renderProject } from "../render-project.js";
import {
  createProjectReader,
  readPlainFile,
  resolveOutFolder,
} from "../project/folder.js";
import { isProject, readLock } from "../project/lock.js";
import type { Lock } from "../project/outcome.js";
import { keepLockedSdk } from "../project/sdk-line.js";
import { writePlainFile } from "../project/write/apply.js";

export interface LintOptions extends RunOptions {
  /** True if warnings fail, too. */
  readonly strict?: boolean;
  /** True if findings that `lint-baseline.json` holds don't fail, and all others do. */
  readonly baseline?: boolean;
  /** True to write `lint-baseline.json`. */
  readonly update?: boolean;
  /** File to write an OpenAPI Overlay to, with the fixes that are certain. */
  readonly overlay?: string;
}

/** Result of `lint`. Plain data. */
export interface LintResult {
  /** Title of the API, or of all APIs. */
  readonly title: string;
  /** Absolute path of the project whose modules were read; null if the server was generated in memory. */
  readonly out: string | null;
  /** True if no finding fails. */
  readonly passed: boolean;
  readonly findings: readonly LintFinding[];
  /** Parts of modules that can't be read without running them. */
  readonly unread: readonly UnreadPart[];
  readonly toolCount: number;
  readonly counts: Readonly<Record<LintSeverity, number>>;
  /** Findings that the baseline doesn't hold; null without `baseline`. */
  readonly newFindings: readonly LintFinding[] | null;
  /** Overlay that was written; null if none was asked for. */
  readonly overlay: WrittenOverlay | null;
}

/** Overlay that was written. */
export interface WrittenOverlay {
  readonly files: readonly string[];
  /** Number of actions that can be applied as they are. */
  readonly actions: number;
  /** Number of findings that the overlay doesn't cure. */
  readonly unfixed: number;
}

/**
 * Lints a server as it is: the modules of its project with all edits, otherwise what would be generated. No code of the
 * project is run. Throws a ToolwrightError if the document or the project can't be used.
 */
export async function lint(
  config: Config,
  options: LintOptions = {},
): Promise<LintResult> {
  const { baseline = false, strict = false, update = false } = options;
  const { out, planned, server } = await readLintedServer(config, options);
  const { findings, toolCount, unread } = lintServer(server);
  const baselinePath = join(out ?? options.cwd ?? process.cwd(), baselineFile);
  if (update) writePlainFile(baselinePath, writeBaseline(findings));
  const newFindings =
    baseline || update ? selectNew(findings, baselinePath) : null;
  const overlay =
    options.overlay === undefined
      ? null
      : writeOverlays(findings, planned, {
          ...options,
          overlay: options.overlay,
        });
  const failing = findings.filter(
    ({ severity }) =>
      severity === "error" || (strict && severity === "warning"),
  );
  return {
    title: serverNameOf(planned.apis, resolveConfig(config)),
    out,
    passed: (newFindings ?? failing).length === 0,
    findings,
    unread,
    toolCount,
    counts: countSeverities(findings),
    newFindings,
    overlay,
  };
}

/** Reads the server of a config: from its project, if it has one, otherwise generated in memory. */
async function readLintedServer(config: Config, options: RunOptions) {
  const folder =
    config.out === undefined ? null : resolveOutFolder(config, options);
  const out = folder !== null && isProject(folder) ? folder : null;
  const lock = out === null ? null : readLock(out);
  const readCurrent = out === null ? undefined : createProjectReader(out);
  const planned = await planServer(config, {
    ...options,
    lock,
    ...(readCurrent && { readCurrent }),
  });
  const settings = resolveConfig(keepLockedSdk(config, lock));
  const { apis } = planned;
  if (out !== null && readCurrent !== undefined) {
    const project = readProject(out, lock, readCurrent);
    const server = { apis, settings, ...project };
    return { out, planned, server };
  }
  const files = await renderProject(planned, settings, options);
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const readBase: LintedServer["readBase"] = (path) => texts.get(path);
  return { out: null, planned, server: { apis, settings, texts, readBase } };
}

/** Finds the examples in a project's modules that the user wrote, and that the server would refuse. */
export function findRefusedExamples(
  out: string,
  lock: Lock | null,
  readCurrent: (path: string) => string | undefined,
): Problem[] {
  const project = readProject(out, lock, readCurrent);
  const { tools } = readTools({ apis: [], ...project });
  return tools.flatMap(lintModuleExamples).map((finding) => ({
    code: finding.rule,
    file: finding.module.file,
    line: finding.module.line,
    message: `${finding.tool}: ${finding.message}`,
    hint: finding.cure.text,
  }));
}

/** Findings that the baseline in a file doesn't hold; all if there is no file. */
function selectNew(
  findings: readonly LintFinding[],
  path: string,
): LintFinding[] {
  const text = readPlainFile(path);
  if (text === undefined) return [...findings];
  const isOld = readBaseline(text);
  return findings.filter((finding) => !isOld(finding));
}

/** Writes an overlay for each document; of several, with the name of its source in the name of the file. */
function writeOverlays(
  findings: readonly LintFinding[],
  { apis }: ServerPlan,
  { cwd = process.cwd(), overlay: name }: LintOptions & { overlay: string },
): WrittenOverlay {
  const overlays = apis.map(({ api, settings: { source } }) => {
    const suffix = source === null ? "" : `-${source}`;
    const isOwn = ({ operation }: LintFinding) =>
      source === null || (operation?.startsWith(`${source} `) ?? false);
    const file = name.replace(/(\.\w+)?$/, `${suffix}$1`);
    const folder = dirname(resolve(cwd, file));
    // The overlay is committed, so it names no folder of this machine.
    const relativeFindings = findings
      .filter(isOwn)
      .map((finding) =>
        finding.file === undefined || isUrl(finding.file)
          ? finding
          : { ...finding, file: relative(folder, resolve(cwd, finding.file)) },
      );
    return { file, ...writeCureOverlay(api.title, relativeFindings) };
  });
  for (const { file, text } of overlays) {
    const path = resolve(cwd, file);
    const currentText = readPlainFile(path);
    if (currentText !== undefined && currentText !== text)
      throw new ToolwrightError({
        code: "file-exists",
        file,
        message: "This file exists, and may hold what you filled in.",
        hint: "Name another file with --overlay, or delete this one.",
      });
    writePlainFile(path, text);
  }
  const curedCount = overlays.flatMap(({ cured }) => cured).length;
  return {
    files: overlays.map(({ file }) => file),
    actions: overlays.reduce((sum, { actionCount }) => sum + actionCount, 0),
    unfixed: findings.length - curedCount,
  };
}

function countSeverities(
  findings: readonly LintFinding[],
): LintResult["counts"] {
  const countOf = (severity: LintSeverity) =>
    findings.filter((finding) => finding.severity === severity).length;
  return {
    error: countOf("error"),
    warning: countOf("warning"),
    note: countOf("note"),
  };
}
