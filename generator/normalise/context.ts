import { type Finding, type Placed, ToolwrightError } from "../errors.js";
import { isObject, readText, toWord } from "../shared/json.js";
import type { Loaded } from "../load/load.js";
import {
  childOf,
  createRefs,
  type Node,
  type Refs,
  type Target,
} from "./schema/refs.js";
import { createSchemas, type Schemas } from "./schema/schemas.js";

/** What every reader of a part of the document shares. */
export interface Context extends Report {
  /** Where the document was fetched from. */
  readonly url: string | undefined;
  readonly isSwagger: boolean;
  /** Address of the specification that the document follows. */
  readonly specification: string;
  readonly refs: Refs;
  readonly schemas: Schemas;
}

/** Gathers what a reader must know of a document. Operations are known by the pointer. */
interface Report {
  /** Notes what is served with a difference; once for each place. */
  readonly warn: (problem: Placed) => void;
  /** Notes what is served as it should be, and worth knowing. */
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

export function createContext(source: Loaded): Context {
  const report = createReport(source);
  const refs = createRefs(source);
  const { openapi } = source.document;
  // `load` lets only known versions pass, and YAML makes a number of some.
  const refSiblings = /^"?3\.[12]/.test(JSON.stringify(openapi));
  const specification = specificationOf(openapi);
  return {
    ...report,
    url: source.url,
    isSwagger: openapi === undefined,
    specification,
    refs,
    schemas: createSchemas(refs, { refSiblings, specification }, report.warn),
  };
}

/** The latest text of a version, which mends those before it. */
function specificationOf(version: unknown): string {
  const [, minor = ""] = /^3\.(\d)/.exec(toWord(version)) ?? [];
  const latest = { 0: "3.0.4", 1: "3.1.1", 2: "3.2.0" }[minor] ?? "3.0.4";
  return `https://spec.openapis.org/oas/v${version === undefined ? "2.0" : latest}`;
}

function createReport({ locate }: Loaded): Report {
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

/**
 * The object in a place, references followed; undefined for anything else. Throws
 * `ToolwrightError` where a reference leads nowhere: for what a request can't do without.
 */
export function nodeOf(target: Target, { refs }: Context): Node | undefined {
  const { value, pointer } = refs.follow(target);
  return isObject(value) ? { value, pointer } : undefined;
}

/** The same for what is dispensable: a reference that leads nowhere is told and passed over. */
export function dispensableNodeOf(
  target: Target,
  context: Context,
): Node | undefined {
  const { value, pointer } = followDispensable(target, context);
  return isObject(value) ? { value, pointer } : undefined;
}

/** A dispensable member of an object, a map or a list for instance, references followed as by `dispensableNodeOf`. */
export function dispensableChild(
  target: Target,
  key: string,
  context: Context,
): Target {
  return followDispensable(childOf(target, key), context);
}

/** A member that is text, or refers to one; empty where there is none. */
export function textAt(target: Target, key: string, context: Context): string {
  return readText(dispensableChild(target, key, context).value);
}

/** The value in a place, references followed; undefined where one leads nowhere, which is told. */
export function followDispensable(target: Target, context: Context): Target {
  try {
    return context.refs.follow(target);
  } catch (error) {
    if (!(error instanceof ToolwrightError)) throw error;
    const { pointer } = target;
    for (const problem of error.problems) context.warn({ pointer, ...problem });
    return { value: undefined, pointer };
  }
}
