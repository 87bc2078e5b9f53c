import { escapeInvisible } from "../shared/escape.js";
import { omitEmpty } from "../shared/json.js";
import { groupBy } from "../shared/group-by.js";
import { describeLocation } from "../errors.js";
import type { CureAction, LintFinding } from "./findings.js";

/** Overlay with the cures of findings. */
export interface CureOverlay {
  readonly text: string;
  /** Number of actions that can be applied as they are. */
  readonly actionCount: number;
  /** Findings that the actions cure. */
  readonly cured: readonly LintFinding[];
}

/**
 * Writes an OpenAPI Overlay: certain cures are actions, the others comments that name the place to fill in.
 * https://spec.openapis.org/overlay/v1.0.0.html
 */
export function writeCureOverlay(
  title: string,
  findings: readonly LintFinding[],
): CureOverlay {
  const certain = findings.filter(({ cure }) => cure.isCertain);
  const removed = certain.flatMap(({ cure: { action } }) =>
    action?.remove === true ? [action.target] : [],
  );
  const byTarget = groupBy(
    certain.flatMap((finding) => {
      const { action } = finding.cure;
      // Nothing is left to change below a part that another action removes.
      const isGone =
        action === undefined ||
        removed.some((target) => isBelow(action.target, target));
      return isGone ? [] : [[JSON.stringify(action), finding] as const];
    }),
  );
  const actions = [...byTarget.values()]
    .flatMap(([first, ...similarFindings]) =>
      first?.cure.action === undefined
        ? []
        : [{ first, similarFindings, action: first.cure.action }],
    )
    .sort((a, b) => compareFromEnd(a.action, b.action));
  const uncertain = findings.filter(({ cure }) => !cure.isCertain);
  const lines = [
    "overlay: 1.0.0",
    "info:",
    `  title: ${toFlow(`Fixes for ${title}`)}`,
    '  version: "1.0.0"',
    "actions:",
    ...actions.flatMap(({ first, similarFindings, action }) =>
      writeAction(action, describe(first, similarFindings)),
    ),
    ...(uncertain.length > 0
      ? [
          "",
          "# These findings need a decision. Fill in what is between < and >, and remove the # before the action.",
        ]
      : []),
    ...uncertain.flatMap(writeUncertain),
  ];
  return {
    text: `${lines.join("\n")}\n`,
    actionCount: actions.length,
    cured: certain,
  };
}

/** True if a JSONPath leads to something inside of what another one selects. */
function isBelow(target: string, removed: string): boolean {
  return (
    target !== removed &&
    target.startsWith(removed) &&
    /^[.[]/.test(target.slice(removed.length))
  );
}

/** Sorts removals behind updates, and later items of a list first, so that no action moves what another one selects. */
function compareFromEnd(first: CureAction, second: CureAction): number {
  const removals = [first, second].map(({ remove }) => (remove ? 1 : 0));
  const [firstRemoval = 0, secondRemoval = 0] = removals;
  return (
    firstRemoval - secondRemoval ||
    (firstRemoval === 1 ? -1 : 1) * compareNatural(first.target, second.target)
  );
}

/** Compares texts with the numbers in them as numbers. */
function compareNatural(first: string, second: string): number {
  const [firstParts, secondParts] = [first, second].map((text) =>
    text.split(/(\d+)/),
  );
  const at = (firstParts ?? []).findIndex(
    (part, index) => part !== secondParts?.[index],
  );
  const [firstPart = "", secondPart = ""] = [
    firstParts?.[at],
    secondParts?.[at],
  ];
  const difference = Number(firstPart) - Number(secondPart);
  if (Number.isFinite(difference) && difference !== 0) return difference;
  if (firstPart === secondPart) return 0;
  return firstPart < secondPart ? -1 : 1;
}

function writeAction(action: CureAction, description: string): string[] {
  return [
    `  - target: ${toFlow(action.target)}`,
    `    description: ${toFlow(description)}`,
    action.remove === true
      ? "    remove: true"
      : `    update: ${toFlow(action.update)}`,
  ];
}

function writeUncertain(finding: LintFinding): string[] {
  const { column, cure, file, line } = finding;
  const { action, text } = cure;
  const place = describeLocation({
    code: finding.rule,
    message: "",
    ...omitEmpty({ file, line, column }),
  });
  const comment = [
    `${describe(finding, [])}${place === "" ? "" : ` (${place})`}`,
    action === undefined ? text : finding.message,
  ];
  const draft =
    action === undefined || action.remove === true
      ? []
      : [
          `- target: ${toFlow(action.target)}`,
          `  update: ${toFlow(action.update)}`,
        ];
  return [
    "",
    ...[...comment, ...draft].map((line) => `  # ${toComment(line)}`),
  ];
}

/** Rule, tool and argument of a finding, with the number of further tools that share its place. */
function describe(
  { argument, rule, tool }: LintFinding,
  similarFindings: readonly LintFinding[],
): string {
  const suffix =
    similarFindings.length === 0 ? "" : `, and ${similarFindings.length} more`;
  return `${rule}: ${tool}${argument === null ? "" : `, ${argument}`}${suffix}`;
}

/** Value in YAML's flow style, which is JSON; signs that no one sees are escaped. */
function toFlow(value: unknown): string {
  return (JSON.stringify(value) ?? "null").replace(
    /[^\x20-\x7E\p{L}\p{N}\p{P}\p{Sc}\p{Sm}]/gu,
    (sign) =>
      [...Array(sign.length).keys()]
        .map(
          (index) =>
            `\\u${sign.charCodeAt(index).toString(16).padStart(4, "0")}`,
        )
        .join(""),
  );
}

/** Text of one line for a comment. */
function toComment(text: string): string {
  return escapeInvisible(text.replace(/[\r\n]+/g, " "));
}
