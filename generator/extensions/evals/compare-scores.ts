import { isHit, RANKING_NAMES, type RankingName } from "./scores.js";
import type { SavedScore, SavedScores } from "./score-file.js";

/** Measure that two sets of scores are compared by. */
export type MeasureName = RankingName | "model";

/** Comparison of one measure, over the cases that both sides have. */
export interface MeasureChange {
  readonly measure: MeasureName;
  /** Number of cases with this measure on both sides. */
  readonly cases: number;
  readonly base: number;
  readonly current: number;
  /** Keys of cases that are solved now and were not, and of those that were. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** 95 % interval of the change, in cases, by a paired bootstrap. */
  readonly interval: readonly [low: number, high: number];
  /** Smallest change in one direction that this number of cases could have shown; null if even all of them could not. */
  readonly detectable: number | null;
}

/** Comparison of two sets of scores. */
export interface ScoreChanges {
  readonly measures: readonly MeasureChange[];
  /** Keys of cases that only one side has. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Compares two sets of scores case by case. */
export function compareScores(
  base: SavedScores,
  current: SavedScores,
): ScoreChanges {
  const measures: readonly MeasureName[] = [...RANKING_NAMES, "model"];
  return {
    measures: measures.flatMap(
      (measure) => compareMeasure(measure, base, current) ?? [],
    ),
    added: [...current.keys()].filter((key) => !base.has(key)),
    removed: [...base.keys()].filter((key) => !current.has(key)),
  };
}

function compareMeasure(
  measure: MeasureName,
  base: SavedScores,
  current: SavedScores,
): MeasureChange | null {
  const pairs = [...current].flatMap(([key, score]) => {
    const isSolved = readMeasure(score, measure);
    const baseScore = base.get(key);
    const wasSolved = baseScore && readMeasure(baseScore, measure);
    return isSolved === null || wasSolved === undefined || wasSolved === null
      ? []
      : [{ key, isSolved, wasSolved }];
  });
  if (pairs.length === 0) return null;
  const gained = pairs.filter(
    ({ isSolved, wasSolved }) => isSolved && !wasSolved,
  );
  const lost = pairs.filter(
    ({ isSolved, wasSolved }) => !isSolved && wasSolved,
  );
  const differences = pairs.map(
    ({ isSolved, wasSolved }) => Number(isSolved) - Number(wasSolved),
  );
  return {
    measure,
    cases: pairs.length,
    base: pairs.filter(({ wasSolved }) => wasSolved).length,
    current: pairs.filter(({ isSolved }) => isSolved).length,
    gained: gained.map(({ key }) => key),
    lost: lost.map(({ key }) => key),
    interval: bootstrap(differences),
    detectable: findDetectable(pairs.length),
  };
}

/** True if a case is solved: a wanted tool in the first place, or the right calls of a model. Null if it was not measured. */
function readMeasure(score: SavedScore, measure: MeasureName): boolean | null {
  return measure === "model"
    ? score.model
    : isHit({ rank: score.ranks[measure] }, 1);
}

const RESAMPLES = 2_000;

/** Interval of 95 % of the sum of these differences, by resampling them. The same differences give the same interval. */
function bootstrap(
  differences: readonly number[],
): readonly [low: number, high: number] {
  const random = createRandom();
  const count = differences.length;
  const sums = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let draw = 0; draw < count; draw += 1)
      sum += differences[Math.floor(random() * count)] ?? 0;
    return sum;
  }).sort((first, second) => first - second);
  const quantile = (share: number) =>
    sums[Math.min(RESAMPLES - 1, Math.floor(share * RESAMPLES))] ?? 0;
  return [quantile(0.025), quantile(0.975)];
}

/** Pseudo-random numbers from 0 to 1, the same ones each time (mulberry32). */
function createRandom(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Smallest number of cases that have to change in one direction so that the interval leaves out 0: a resample holds
 * none of k changed cases of n with a probability of (1 − k/n)^n, which has to be below 2.5 %.
 */
function findDetectable(count: number): number | null {
  for (let changed = 1; changed <= count; changed += 1)
    if ((1 - changed / count) ** count < 0.025) return changed;
  return null;
}
