import { checkoutOf } from "../checkout/checkout.js";
import type { Config } from "../config/config.js";
import { compareOptions, reportUnsavable } from "../config/saved-options.js";
import { ToolwrightError } from "../errors.js";
import { lintExtensions } from "../extensions/extensions.js";
import { lintProject, predictTexts } from "../reconcile/lint-project.js";
import { findSkippedConfirmations } from "./skipped-confirmations.js";
import { unfoldEditedRuntime } from "../reconcile/folded-files.js";
import { adaptListFiles } from "../reconcile/list-files.js";
import { mergeFiles } from "../reconcile/merge-files.js";
import { pairFiles } from "../reconcile/pair-files.js";
import { createMoveFinder } from "../reconcile/find-moved.js";
import { formatAs } from "../emit/format.js";
import { openCache } from "../project/cache.js";
import {
  createProjectReader,
  createSourceLister,
  createTestLister,
  listCustomContracts,
} from "../project/folder.js";
import { otherGenerator } from "../project/generator-version.js";
import { adoptFolder, assertLockNotLost, buildLock } from "../project/lock.js";
import { findLayout, type Layout } from "../project/format-settings.js";
import type { Outcome, RenderedFile, Result } from "../project/outcome.js";
import { saveRun, type RunRequest } from "../project/run-cache.js";
import { lastOptionsOf } from "../project/sdk-line.js";
import {
  assertNotRefused,
  readSettledLock,
  writeProject,
} from "../project/write/write.js";
import { optionsPath } from "../project/paths.js";
import { VERSION } from "../package.js";
import type { RunOptions } from "../pipeline.js";
import { compile } from "./compile.js";
import { settleDigests } from "./settle-digests.js";
import { describeTurnover } from "./option-changes.js";

export interface GenerateOptions extends RunOptions {
  /** True to decide everything and write nothing. */
  readonly dryRun?: boolean;
  /** True to take the present files as the base if the lock is lost: nothing is overwritten. */
  readonly adopt?: boolean;
  /** Asks whether options other than those of the last run may turn components over. Default: they may. */
  readonly mayTurnOver?: (turnover: string) => Promise<boolean>;
}

/**
 * Generates: load → normalise → model → plan → render → format → merge → write, and saves the run. Throws a
 * ToolwrightError, with nothing written, if the document or the output can't be used.
 */
export async function regenerate(
  config: Config,
  { request, ...options }: GenerateOptions & { readonly request: RunRequest },
): Promise<Result> {
  const { adopt: isAdopting = false, dryRun = false } = options;
  const { savedOptions, out } = request;
  const storedLock = isAdopting ? null : await readSettledLock(out, options);
  const readCurrent = createProjectReader(out);
  const cache = openCache(out);
  const context = { request, cache, lock: storedLock, readCurrent };
  const compilation = await compile(config, { ...options, ...context });
  const turnover = describeTurnover(storedLock, compilation, savedOptions);
  if (turnover !== null && (await options.mayTurnOver?.(turnover)) === false)
    throw new ToolwrightError({
      code: "options-changed",
      message: turnover,
      hint: "Pass the same options as before, or let `mayTurnOver` resolve to true.",
    });
  const { components, costs, files, operations, title } = compilation;
  const findings = [...compilation.findings, ...reportUnsavable(savedOptions)];
  const listSources = createSourceLister(out);
  const baseLock = isAdopting ? adopt(out, files, listSources) : storedLock;
  options.onProgress?.("Merging");
  assertLockNotLost(baseLock, files, readCurrent);
  const listTests = createTestLister(out);
  const mergeContext = { baseLock, readCurrent, listSources, listTests };
  const pairs = pairFiles({ ...mergeContext, incoming: files });
  const incoming = adaptListFiles({
    ...pairs,
    incoming: unfoldEditedRuntime(pairs),
  });
  const mergedOutcomes = await applyLayout(
    mergeFiles({ ...pairs, incoming }),
    incoming,
    findLayout(out, checkoutOf(config, options)),
  );
  const outcomes = settleDigests(mergedOutcomes, {
    customContracts: listCustomContracts(out),
    readCurrent,
  });
  await assertNotRefused(outcomes, { out, baseLock });
  const lock = {
    ...buildLock({
      generator: VERSION,
      baseLock,
      incoming,
      outcomes,
      marks: compilation.marks,
      toolLimit: compilation.toolLimit,
      // A script that says nothing of it leaves what the command line has said.
      savedOptions:
        options.optionsToSave === undefined
          ? (baseLock?.savedOptions ?? {})
          : savedOptions,
    }),
    ...(baseLock === null && { storedOptionsText: readCurrent(optionsPath) }),
  };
  const lockState = baseLock?.isMerged === true ? "merged" : "kept";
  const writtenPaths = incoming.map((file) => file.path);
  const readAfter = predictTexts(outcomes, readCurrent);
  const result: Result = {
    title,
    components,
    operations,
    findings,
    costs,
    out,
    outcomes,
    flaws: [
      ...lintProject({ ...mergeContext, lock, outcomes }),
      ...findSkippedConfirmations(
        [...mergeContext.listSources(), ...writtenPaths],
        readAfter,
      ),
      ...lintExtensions({
        out,
        lock,
        writtenPaths,
        listSources: mergeContext.listSources,
        readText: readAfter,
      }),
    ],
    lock: isAdopting ? "adopted" : lockState,
    generator: otherGenerator(storedLock),
    optionChanges:
      options.optionsToSave === undefined
        ? null
        : compareOptions(lastOptionsOf(baseLock), savedOptions),
  };
  if (dryRun) return result;
  options.onProgress?.("Writing");
  await writeProject(out, outcomes, lock);
  saveRun(request, { lock, compilation, result });
  cache.save();
  return result;
}

/** Adopts the files of a folder; a module that was moved counts as the file that is generated now. */
function adopt(
  out: string,
  files: readonly RenderedFile[],
  listSources: () => readonly string[],
) {
  const findMoved = createMoveFinder({
    files: new Map(),
    listSources,
    readCurrent: createProjectReader(out),
  });
  return adoptFolder(
    out,
    files,
    ({ path, text }) => findMoved(text, path).length > 0,
  );
}

/** Formats created files in the project's own layout, and edited ones that were formatted before the merge. */
async function applyLayout(
  outcomes: readonly Outcome[],
  incoming: readonly RenderedFile[],
  layout: Layout | null,
): Promise<Outcome[]> {
  const editable = new Set(
    incoming.flatMap((file) => (file.editable ? [file.path] : [])),
  );
  return Promise.all(
    outcomes.map(async (outcome) => {
      const { kind, path } = outcome;
      switch (kind) {
        case "created":
          return layout === null || !editable.has(path)
            ? outcome
            : { ...outcome, text: await formatAs(path, outcome.text, layout) };
        case "merged":
        case "renamed":
          return { ...outcome, text: await keepFormatted(outcome, layout) };
        default:
          return outcome;
      }
    }),
  );
}

/** Text after a merge, formatted if the text before it was: a list that grew or shrank may need other lines. */
async function keepFormatted(
  {
    before: oldText,
    path,
    text,
  }: Pick<Extract<Outcome, { kind: "merged" }>, "before" | "path" | "text">,
  layout: Layout | null,
): Promise<string> {
  const formattedText = await formatAs(path, oldText, layout ?? {});
  return formattedText === oldText ? formatAs(path, text, layout ?? {}) : text;
}
