import { escapeInvisible } from "./shared/escape.js";

/** Something that is wrong, with its location and a remedy. */
export interface Problem {
  /** Stable identifier in kebab case: `unresolved-ref`. */
  readonly code: string;
  readonly message: string;
  /** JSON pointer into the document: `/paths/~1pets/get`. */
  readonly pointer?: string;
  /** File or URL, if the document has several. */
  readonly file?: string;
  /** First line is 1. */
  readonly line?: number;
  /** First column is 1. */
  readonly column?: number;
  /** Remedy: what the reader can do next. */
  readonly hint?: string;
}

/** Problem whose location in the document is known. */
export type LocatedProblem = Problem & { readonly pointer: string };

/** Problem that does not stop the run. */
export interface Finding extends Problem {
  /** `note`: served as it should be. `warning`: served, with a difference. `left-out`: the operation is not served. */
  readonly severity: "note" | "warning" | "left-out";
  /** Key of the operation that the finding belongs to: `GET /pets`. */
  readonly operation?: string;
}

/** Error that stops a run. Carries all problems that were found, and its message describes all of them. */
export class ToolwrightError extends Error {
  override readonly name = "ToolwrightError";
  readonly problems: readonly Problem[];
  /** Code of the first problem. */
  readonly code: string | undefined;

  constructor(problems: Problem | readonly Problem[], options?: ErrorOptions) {
    const list = limitProblems([problems].flat());
    super(list.map(describeProblem).join("\n"), options);
    this.problems = list;
    this.code = list[0]?.code;
  }
}

/** Most problems of one error; who has more reads the first ones, and runs again. */
const MAX_PROBLEMS = 100;

function limitProblems(problems: readonly Problem[]): readonly Problem[] {
  const moreCount = problems.length - MAX_PROBLEMS;
  if (moreCount <= 0) return problems;
  return [
    ...problems.slice(0, MAX_PROBLEMS),
    {
      code: "more-problems",
      message: `There are ${moreCount} more problems.`,
      hint: "Fix these first, and run again.",
    },
  ];
}

/** `ToolwrightError` of a problem, with the error that caused it. */
export function wrapError(
  cause: unknown,
  problem: Problem | readonly Problem[],
): ToolwrightError {
  return new ToolwrightError(problem, { cause });
}

/** Problem in words: location, message, remedy. A message may have several lines. */
export function describeProblem(problem: Problem): string {
  const indentLines = (text: string) =>
    text.split("\n").map(escapeInvisible).join("\n  ");
  const place = describeLocation(problem);
  const locationPrefix = place === "" ? "" : `${place}: `;
  const hint =
    problem.hint === undefined ? "" : `\n  ${indentLines(problem.hint)}`;
  return `${locationPrefix}${indentLines(problem.message)}${hint}`;
}

/** Location of a problem, a file as `file:line:column`, as terminals and editors open it; empty if it isn't known. */
export function describeLocation({ column, file, line, pointer }: Problem) {
  const lineText =
    column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  const filePosition = [file, line, column].filter(
    (part) => part !== undefined,
  );
  const locationParts = [
    file !== undefined
      ? filePosition.join(":")
      : line === undefined
        ? undefined
        : lineText,
    pointer === undefined ? undefined : `#${pointer}`,
  ].filter((part) => part !== undefined);
  return locationParts.map(escapeInvisible).join(", ");
}
