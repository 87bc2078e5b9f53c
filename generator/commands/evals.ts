import { join } from "node:path";
import { checkoutOf } from "../checkout/checkout.js";
import { readFileAt } from "../checkout/files-at-ref.js";
import type { Config } from "../config/config.js";
import { ToolwrightError } from "../errors.js";
import {
  askModel,
  isSolved,
  toModelTools,
} from "../extensions/evals/ask-model.js";
import { findMissingTools } from "../extensions/evals/cases.js";
import {
  compareScores,
  type ScoreChanges,
} from "../extensions/evals/compare-scores.js";
import { readEvalFiles } from "../extensions/evals/extension.js";
import { startMockServer } from "../extensions/evals/mock-server.js";
import { readToolNames } from "../extensions/evals/known-tools.js";
import {
  createClientRanking,
  createSearchRanking,
} from "../extensions/evals/rank.js";
import {
  readScores,
  scoresPath,
  toSavedScores,
  writeScores,
  type SavedScores,
} from "../extensions/evals/score-file.js";
import {
  scoreCase,
  tallyScores,
  type CaseScore,
  type Tally,
} from "../extensions/evals/scores.js";
import { readTools } from "../lint/lint.js";
import type { RunOptions } from "../pipeline.js";
import {
  createProjectReader,
  hasFile,
  readPlainFile,
  resolveOutFolder,
} from "../project/folder.js";
import { parseManifest } from "../project/json-edit.js";
import { readLock } from "../project/lock.js";
import { writePlainFile } from "../project/write/apply.js";
import { readText } from "../shared/json.js";
import { notGeneratedError } from "./add.js";
import { readProject } from "./project-modules.js";

export interface EvalOptions extends RunOptions {
  /** Percentage of the asks by hand that have to be solved. */
  readonly failUnder?: number;
  /** Command that asks a model; none without it. */
  readonly model?: string;
  /** True to write nothing. */
  readonly dryRun?: boolean;
}

/** Result of `evals`. Plain data. */
export interface EvalResult {
  /** Absolute path of the project. */
  readonly out: string;
  /** Number of tools that were ranked. */
  readonly toolCount: number;
  readonly scores: readonly CaseScore[];
  /** Counts of asks that the user wrote or changed, and of seeds. */
  readonly tallies: { readonly hand: Tally; readonly seeds: Tally };
  /** False if fewer asks by hand are solved than `failUnder` says. */
  readonly passed: boolean;
}

/** Files of a project whose built server replies with `API_MOCK`. */
const MOCK_FILES = ["dist/main.js", "test/index.ts"];

/**
 * Scores the cases in `evals/` of a project by both rankings, and by a model if one is named. Without a model nothing
 * runs; with one, its command does, and the built server of the project with `API_MOCK`. Throws a ToolwrightError if a
 * case can't be read.
 */
export async function evals(
  config: Pick<Config, "out">,
  options: EvalOptions = {},
): Promise<EvalResult> {
  const { dryRun = false, failUnder = 0, model } = options;
  const project = readEvaluatedProject(config, options);
  const { currentNameOf, out, tools } = project;
  const rankings = {
    clients: createClientRanking(tools),
    search: createSearchRanking(tools, project.name),
  };
  const rankedScores = project.cases.map((evalCase) =>
    scoreCase(evalCase, rankings, currentNameOf),
  );
  const scores =
    model === undefined
      ? rankedScores
      : await scoreByModel(rankedScores, model, {
          ...project,
          mayStart: !checkoutOf(config, options).isSafe,
        });
  const tallies = {
    hand: tallyScores(scores.filter(({ evalCase }) => !evalCase.isSeed)),
    seeds: tallyScores(scores.filter(({ evalCase }) => evalCase.isSeed)),
  };
  if (!dryRun && scores.length > 0)
    writePlainFile(
      join(out, scoresPath),
      writeScores(keepModel(toSavedScores(scores), readSaved(out))),
    );
  return {
    out,
    toolCount: tools.length,
    scores,
    tallies,
    passed: isPassed(tallies.hand, failUnder),
  };
}

/** Scores with what a model does for each case, against the mock if the project is built and has one. */
async function scoreByModel(
  scores: readonly CaseScore[],
  model: string,
  {
    currentNameOf,
    mayStart,
    out,
    tools,
  }: ReturnType<typeof readEvaluatedProject> & {
    /** True if the built server may run, which is code of the checkout. */
    readonly mayStart: boolean;
  },
): Promise<CaseScore[]> {
  const modelTools = toModelTools(tools);
  const hasMock = mayStart && MOCK_FILES.every((path) => hasFile(out, path));
  const server = hasMock ? await startMockServer(out) : null;
  const modelScores: CaseScore[] = [];
  try {
    // One after the other: a model's provider limits requests.
    for (const score of scores) {
      const { evalCase } = score;
      const request = { prompt: evalCase.ask, tools: modelTools };
      const calls = await askModel(model, request, server);
      const isModelRight = isSolved(calls, evalCase, currentNameOf);
      modelScores.push({ ...score, model: isModelRight });
    }
  } finally {
    server?.close();
  }
  return modelScores;
}

/** Compares the scores of a project as it is with those that a git ref has. Writes nothing, and asks no model. */
export async function diffEvals(
  config: Pick<Config, "out">,
  ref: string,
  options: RunOptions = {},
): Promise<ScoreChanges> {
  const { out, scores } = await evals(config, { ...options, dryRun: true });
  const checkout = checkoutOf(config, options);
  const baseText = await readFileAt(ref, scoresPath, { checkout, folder: out });
  const baseScores = readScores(baseText, `${ref}:${scoresPath}`);
  return compareScores(
    baseScores,
    keepModel(toSavedScores(scores), readSaved(out)),
  );
}

/** Scores of the last run; null if there are none. */
function readSaved(out: string): SavedScores | null {
  const text = readPlainFile(join(out, scoresPath));
  return text === undefined ? null : readScores(text, scoresPath);
}

/** Scores with what a model did last time, if none was asked now. */
function keepModel(
  scores: SavedScores,
  savedScores: SavedScores | null,
): SavedScores {
  return new Map(
    [...scores].map(([key, score]) => [
      key,
      { ...score, model: score.model ?? savedScores?.get(key)?.model ?? null },
    ]),
  );
}

/** True if enough asks by hand have a wanted tool in the first place of clients, and enough are solved by the model. */
function isPassed({ cases, hits, model }: Tally, failUnder: number): boolean {
  return [hits.clients.first, model ?? cases].every(
    (solved) => 100 * solved >= failUnder * cases,
  );
}

/** Reads the tools of a project as edited, and its cases. */
function readEvaluatedProject(
  config: Pick<Config, "out">,
  options: RunOptions,
) {
  const out = resolveOutFolder(config, options);
  const lock = readLock(out, options);
  if (lock === null) throw notGeneratedError(out);
  const readCurrent = createProjectReader(out);
  const modules = readProject(out, lock, readCurrent);
  const { tools } = readTools({ apis: [], ...modules });
  const names = readToolNames(modules.texts, lock);
  const context = { lock, out, readText: readCurrent, writtenPaths: [] };
  const readings = readEvalFiles(context);
  const cases = readings.flatMap((reading) => reading.cases);
  const problems = [
    ...readings.flatMap((reading) => reading.problems),
    ...findMissingTools(cases, (name) => names.has(name)),
  ];
  if (problems.length > 0) throw new ToolwrightError(problems);
  if (cases.length === 0)
    throw new ToolwrightError({
      code: "no-evals",
      file: join(out, "evals"),
      message: "This project has no evals.",
      hint: "Write seeds with `toolwright generate --emit evals`, or cases of your own into evals/<name>.yaml.",
    });
  const manifest = readCurrent("package.json");
  return {
    out,
    tools,
    cases,
    name:
      manifest === undefined ? "" : readText(parseManifest(manifest)["name"]),
    currentNameOf: (name: string) => names.get(name) ?? name,
  };
}
