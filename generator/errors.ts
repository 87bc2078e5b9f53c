import { visible } from "./shared/escape.js";

/** One thing that is wrong, where it is, and what to do about it. */
export interface Problem {
  /** Stable, in kebab case: `unresolved-ref`. */
  readonly code: string;
  readonly message: string;
  /** JSON pointer into the document: `/paths/~1pets/get`. */
  readonly pointer?: string;
  /** File or URL, where the document has several. */
  readonly file?: string;
  /** First line is 1. */
  readonly line?: number;
  /** First column is 1. */
  readonly column?: number;
  /** What the reader can do next. */
  readonly hint?: string;
}

/** A problem of a place that is known. */
export type Placed = Problem & { readonly pointer: string };

/** A problem that does not stop the run. */
export interface Finding extends Problem {
  /** `note`: served as it should be. `warning`: served, with a difference. `left-out`: the operation is not served. */
  readonly severity: "note" | "warning" | "left-out";
  /** `GET /pets`, where the finding belongs to one operation. */
  readonly operation?: string;
}

/** What stops a run. Carries every problem that was found, told together. */
export class ToolwrightError extends Error {
  override readonly name = "ToolwrightError";
  readonly problems: readonly Problem[];
  /** That of the first problem. */
  readonly code: string | undefined;

  constructor(problems: Problem | readonly Problem[], options?: ErrorOptions) {
    const list = [problems].flat();
    super(list.map(describeProblem).join("\n"), options);
    this.problems = list;
    this.code = list[0]?.code;
  }
}

/** The error of a problem that came of another error. */
export function because(
  cause: unknown,
  problem: Problem | readonly Problem[],
): ToolwrightError {
  return new ToolwrightError(problem, { cause });
}

/** One problem as a person reads it: place, message, remedy; a message may have several lines. */
export function describeProblem(problem: Problem): string {
  const lines = (text: string) => text.split("\n").map(visible).join("\n  ");
  const place = describePlace(problem);
  const where = place === "" ? "" : `${place}: `;
  const hint = problem.hint === undefined ? "" : `\n  ${lines(problem.hint)}`;
  return `${where}${lines(problem.message)}${hint}`;
}

/** Where a problem is, with a file as terminals and editors open it; empty where that isn't known. */
export function describePlace({ column, file, line, pointer }: Problem) {
  const bare =
    column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  const at = [file, line, column].filter((part) => part !== undefined);
  const place = [
    file !== undefined ? at.join(":") : line === undefined ? undefined : bare,
    pointer === undefined ? undefined : `#${pointer}`,
  ].filter((part) => part !== undefined);
  return place.map(visible).join(", ");
}
