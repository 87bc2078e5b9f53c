import { type Finding, type Placed, ToolwrightError } from "../errors.js";
import type { Loaded } from "../load/load.js";

/** Gathers what a reader must know of a document. */
export interface Report {
  /** Notes what is served with a difference; once for each place. */
  readonly warn: (problem: Placed) => void;
  /** Notes what is worth knowing. */
  readonly note: (problem: Placed) => void;
  /** Notes what is not served. Throws again what is no problem of the document. */
  readonly leaveOut: (
    error: unknown,
    place: { readonly pointer: string; readonly operation?: string },
  ) => void;
  /** Says which operation stands below a pointer. */
  readonly locate: (pointer: string, operation: string) => void;
  /** Everything noted, with lines and operations. */
  readonly findings: () => Finding[];
}

export function createReport({ locate }: Pick<Loaded, "locate">): Report {
  const noted = new Map<string, Finding & Placed>();
  const operations = new Map<string, string>();

  const add = (finding: Finding & Placed): void => {
    const { code, operation = "", pointer, message } = finding;
    const key = [code, operation, pointer, message].join("\n");
    if (!noted.has(key)) noted.set(key, finding);
  };

  return {
    warn: (problem) => add({ ...problem, severity: "warning" }),
    note: (problem) => add({ ...problem, severity: "note" }),
    leaveOut(error, place) {
      if (!(error instanceof ToolwrightError)) throw error;
      for (const problem of error.problems)
        add({ ...place, ...problem, severity: "left-out" });
    },
    locate: (pointer, operation) => {
      if (!operations.has(pointer)) operations.set(pointer, operation);
    },
    findings: () =>
      [...noted.values()].map((finding) => {
        const operation =
          finding.operation ?? operationAt(finding.pointer, operations);
        return {
          ...finding,
          ...locate(finding.pointer),
          ...(operation !== undefined && { operation }),
        };
      }),
  };
}

function operationAt(pointer: string, operations: ReadonlyMap<string, string>) {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const operation = operations.get(at);
    if (operation !== undefined) return operation;
  }
  return undefined;
}
