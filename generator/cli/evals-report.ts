import type { EvalResult } from "../commands/evals.js";
import type {
  MeasureChange,
  ScoreChanges,
} from "../extensions/evals/compare-scores.js";
import type { CaseScore, Tally } from "../extensions/evals/scores.js";
import { escapeInvisible } from "../shared/escape.js";
import { formatCount, joinLines, type Paint } from "./table.js";

/** Cases that are printed at most; `--json` has all of them. */
const MAX_CASES = 50;

/** Describes the scores of evals for the user: each case that is not solved, with what outranks it, and the shares. */
export function describeEvals(
  { scores, tallies, toolCount }: EvalResult,
  failUnder: number | undefined,
  paint: Paint,
): string {
  const misses = scores.filter(
    ({ model, places }) => places.clients.rank !== 1 || model === false,
  );
  const hiddenCount = misses.length - MAX_CASES;
  const isUnheld = failUnder !== undefined && tallies.hand.cases === 0;
  return joinLines(
    misses.slice(0, MAX_CASES).flatMap((score) => describeMiss(score, paint)),
    hiddenCount > 0 && [`… and ${hiddenCount} more (--json has all)`],
    misses.length > 0 && "",
    formatCount(toolCount, "tool"),
    describeTally("By hand", tallies.hand),
    describeTally("Seeds", tallies.seeds),
    tallies.seeds.cases > 0 &&
      "Seeds are made of the words that they are ranked against: read them as a floor.",
    isUnheld &&
      "No ask is written or changed by a hand, so --fail-under has nothing to count.",
  );
}

function describeMiss(
  { evalCase, model, places }: CaseScore,
  paint: Paint,
): string[] {
  const { ask, file, isSeed, line, want } = evalCase;
  const { outrankedBy, rank } = places.clients;
  const place = rank === null ? "is not found" : `is number ${rank}`;
  const seedMark = isSeed ? " (seed)" : "";
  return [
    escapeInvisible(`${file}:${line} ${ask}${seedMark}`),
    ...(rank === 1
      ? []
      : [
          paint(
            "yellow",
            escapeInvisible(
              `  ${want.join(", ")} ${place}, behind ${outrankedBy.join(", ")}`,
            ),
          ),
        ]),
    ...(model === false
      ? [paint("yellow", "  the model called something else")]
      : []),
  ];
}

function describeTally(label: string, { cases, hits, model }: Tally): string {
  if (cases === 0) return `${label}: none`;
  const rates = [
    ["clients that search", hits.clients],
    ["our search", hits.search],
  ] as const;
  const texts = rates.map(
    ([name, { first, five }]) =>
      `${name} hit@1 ${formatShare(first, cases)}, hit@5 ${formatShare(five, cases)}`,
  );
  const modelText =
    model === null ? [] : [`the model ${formatShare(model, cases)}`];
  return `${label}: ${formatCount(cases, "case")}; ${[...texts, ...modelText].join("; ")}`;
}

function formatShare(count: number, total: number): string {
  return `${((100 * count) / total).toFixed(1)} %`;
}

const MEASURES = {
  clients: "Clients that search",
  search: "Our search",
  model: "The model",
} as const;

/** Describes the change of scores since a ref for the user. */
export function describeScoreChanges({
  added,
  measures,
  removed,
}: ScoreChanges): string {
  const counts = [
    added.length > 0 && `${formatCount(added.length, "case")} new`,
    removed.length > 0 && `${formatCount(removed.length, "case")} gone`,
  ].filter(Boolean);
  return joinLines(
    measures.flatMap(describeMeasure),
    measures.length === 0 && "No case is in both.",
    counts.length > 0 && `${counts.join(", ")}; they are not compared.`,
  );
}

function describeMeasure(change: MeasureChange): string[] {
  const { base, cases, current, detectable, gained, interval, lost } = change;
  const [low, high] = interval;
  const isClear = low > 0 || high < 0;
  const power =
    detectable === null
      ? "so few cases can't show a change"
      : `a change of ${detectable} in one direction would have shown`;
  return [
    `${MEASURES[change.measure]}: ${base} → ${current} of ${formatCount(cases, "case")} first (${formatSigned(current - base)}; 95 %: ${formatSigned(low)} to ${formatSigned(high)}), ${isClear ? "a clear change" : "no clear change"}; ${power}`,
    ...gained.slice(0, MAX_CASES).map((key) => escapeInvisible(`  + ${key}`)),
    ...lost.slice(0, MAX_CASES).map((key) => escapeInvisible(`  − ${key}`)),
  ];
}

function formatSigned(count: number): string {
  return count > 0 ? `+${count}` : String(count).replace("-", "−");
}
