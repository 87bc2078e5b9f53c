import type { EvalCase } from "./cases.js";
import type { RankTools } from "./rank.js";

/** Rankings that cases are measured with: that of clients that search by themselves, and our own search. */
export type RankingName = "clients" | "search";

export const RANKING_NAMES: readonly RankingName[] = ["clients", "search"];

/** Place of the best wanted tool in a ranking. */
export interface Place {
  /** 1 for the first; null if none of the wanted tools is found. */
  readonly rank: number | null;
  /** Tools before it, the first ones. */
  readonly outrankedBy: readonly string[];
}

/** Score of a case. */
export interface CaseScore {
  readonly evalCase: EvalCase;
  readonly places: Readonly<Record<RankingName, Place>>;
  /** True if a model called what the case wants; null if none was asked. */
  readonly model: boolean | null;
}

/** Tools that are named before a wanted one. */
const MAX_OUTRANKING = 3;

/** Scores a case by both rankings. `currentNameOf`: present name of a tool that was renamed. */
export function scoreCase(
  evalCase: EvalCase,
  rankings: Readonly<Record<RankingName, RankTools>>,
  currentNameOf: (name: string) => string,
): CaseScore {
  const wantedNames = new Set(evalCase.want.map(currentNameOf));
  const placeIn = (rank: RankTools): Place => {
    const names = rank(evalCase.ask);
    const index = names.findIndex((name) => wantedNames.has(name));
    const betterNames = index < 0 ? names : names.slice(0, index);
    return {
      rank: index < 0 ? null : index + 1,
      outrankedBy: betterNames.slice(0, MAX_OUTRANKING),
    };
  };
  return {
    evalCase,
    places: {
      clients: placeIn(rankings.clients),
      search: placeIn(rankings.search),
    },
    model: null,
  };
}

/** True if a wanted tool is among the first `depth`. */
export function isHit({ rank }: Pick<Place, "rank">, depth: number): boolean {
  return rank !== null && rank <= depth;
}

/** Counts of cases: all, those with a wanted tool in the first place and among the first five, and those that a model solved. */
export interface Tally {
  readonly cases: number;
  readonly hits: Readonly<Record<RankingName, { first: number; five: number }>>;
  /** Null if no model was asked. */
  readonly model: number | null;
}

/** Counts the hits of scores. */
export function tallyScores(scores: readonly CaseScore[]): Tally {
  const countHits = (name: RankingName, depth: number) =>
    scores.filter(({ places }) => isHit(places[name], depth)).length;
  const hitsOf = (name: RankingName) => ({
    first: countHits(name, 1),
    five: countHits(name, 5),
  });
  const isAsked = scores.some(({ model }) => model !== null);
  return {
    cases: scores.length,
    hits: { clients: hitsOf("clients"), search: hitsOf("search") },
    model: isAsked ? scores.filter(({ model }) => model === true).length : null,
  };
}
