import type {
  ServerCheckResult,
  ServerDifference,
} from "../commands/check-server.js";
import { escapeInvisible } from "../shared/escape.js";
import { paintDiffLine } from "./check-report.js";
import {
  countKinds,
  formatHeading,
  formatSummaryLine,
  joinLines,
  wrapLines,
  type Paint,
} from "./table.js";

/** Components that are not listed, which are named at most on a terminal. */
const MAX_NOT_LISTED = 20;

/** Characters of the label before a component, by which further lines are indented. */
const LABEL_WIDTH = 12;

/** Describes the comparison of a running server with the contracts: each difference, and what a model reads otherwise. */
export function describeServerCheck(
  result: ServerCheckResult,
  {
    paint,
    verbose,
    width,
  }: {
    readonly paint: Paint;
    /** Characters of a line of the terminal; no limit if another program reads the output. */
    readonly width: number;
    /** True to name all components that are not listed. */
    readonly verbose: boolean;
  },
): string {
  const { contractDigest, current, differences, listed, listedDigest } = result;
  const verdict = current
    ? paint("green", "lists what was reviewed")
    : paint("red", "does not list what was reviewed");
  const counts = countKinds(
    differences.map(({ change }) => ({ kind: change })),
  );
  const lacking = differences.filter(({ change }) => change === "not-listed");
  const lackingCount = verbose ? lacking.length : MAX_NOT_LISTED;
  const moreCount = lacking.length - lackingCount;
  const summary = joinLines(
    `${formatHeading(escapeInvisible(result.name) || "server", result.out, paint)}: ${verdict}${counts && ` (${counts})`}`,
    [
      ...differences.filter(({ change }) => change !== "not-listed"),
      ...lacking.slice(0, lackingCount),
    ].map((difference) => describeDifference(difference, paint)),
    moreCount > 0 &&
      `  … and ${moreCount} more: not-listed (--verbose names all)`,
    `  ${listed} listed, ${listedDigest}`,
    contractDigest !== listedDigest && `  reviewed, ${contractDigest}`,
  );
  const diffLines = differences.flatMap(({ diff }) =>
    diff === "" ? [] : diff.split("\n").map(escapeInvisible),
  );
  return joinLines(
    wrapLines(summary, width, LABEL_WIDTH),
    diffLines.map((line) => paintDiffLine(line, paint)),
    suggestSteps(result),
  );
}

function describeDifference(
  { change, id, kind, path }: ServerDifference,
  paint: Paint,
): string {
  const place = path === null ? "no contract" : path;
  const name = [kind, id].filter(Boolean).join(" ");
  return formatSummaryLine(
    [
      change,
      change === "not-listed" ? "yellow" : "red",
      `${name} (${escapeInvisible(place)})`,
    ],
    paint,
  );
}

/** Suggests the next step for each kind of difference that is there. */
function suggestSteps({ current, differences }: ServerCheckResult): string[] {
  const isLacking = differences.some(({ change }) => change === "not-listed");
  return [
    ...(current
      ? []
      : [
          "If the change is yours, build and start the server from this commit, or review it: toolwright check --contract --update",
        ]),
    ...(isLacking
      ? [
          "Components may be hidden from this caller by its scopes, by a filter such as --only, or by a search.",
        ]
      : []),
  ];
}
