import {
  type Finding,
  type LocatedProblem,
  ToolwrightError,
} from "../errors.js";
import { isObject, readText, toWord } from "../shared/json.js";
import type { LoadedDocument } from "../load/load.js";
import {
  childOf,
  createRefResolver,
  type Node,
  type RefResolver,
  type Target,
} from "./schema/refs.js";
import {
  createSchemaConverter,
  type SchemaConverter,
} from "./schema/schemas.js";

/** What every reader of a part of the document shares. */
export interface Context extends Report {
  /** Where the document was fetched from. */
  readonly url: string | undefined;
  readonly isSwagger: boolean;
  /** Address of the specification that the document follows. */
  readonly specificationUrl: string;
  readonly refs: RefResolver;
  readonly schemas: SchemaConverter;
}

/** Gathers what a reader must know of a document. Operations are known by the pointer. */
interface Report {
  /** Notes what is served with a difference; once for each place. */
  readonly warn: (problem: LocatedProblem) => void;
  /** Notes what is served as it should be, and worth knowing. */
  readonly note: (problem: LocatedProblem) => void;
  /** Notes what is not served. Throws again what is no problem of the document. */
  readonly leaveOut: (
    error: unknown,
    location: { readonly pointer: string; readonly operation?: string },
  ) => void;
  /** Says which operation stands below a pointer. */
  readonly registerOperation: (pointer: string, operation: string) => void;
  /** Everything noted, with lines and operations. */
  readonly findings: () => Finding[];
}

export function createContext(source: LoadedDocument): Context {
  const report = createReport(source);
  const refs = createRefResolver(source);
  const { openapi } = source.document;
  // `load` lets only known versions pass, and YAML makes a number of some.
  const refSiblings = /^"?3\.[12]/.test(JSON.stringify(openapi));
  const specification = findSpecification(openapi);
  return {
    ...report,
    url: source.url,
    isSwagger: openapi === undefined,
    specificationUrl: specification,
    refs,
    schemas: createSchemaConverter(
      refs,
      { refSiblings, specificationUrl: specification },
      report.warn,
    ),
  };
}

/** The latest text of a version, which mends those before it. */
function findSpecification(version: unknown): string {
  const [, minor = ""] = /^3\.(\d)/.exec(toWord(version)) ?? [];
  const latest = { 0: "3.0.4", 1: "3.1.1", 2: "3.2.0" }[minor] ?? "3.0.4";
  return `https://spec.openapis.org/oas/v${version === undefined ? "2.0" : latest}`;
}

function createReport({ locate }: LoadedDocument): Report {
  const findingsByKey = new Map<string, Finding & LocatedProblem>();
  const operations = new Map<string, string>();

  const addFinding = (finding: Finding & LocatedProblem): void => {
    const { code, operation = "", pointer, message } = finding;
    const key = [code, operation, pointer, message].join("\n");
    if (!findingsByKey.has(key)) findingsByKey.set(key, finding);
  };

  return {
    warn: (problem) => addFinding({ ...problem, severity: "warning" }),
    note: (problem) => addFinding({ ...problem, severity: "note" }),
    leaveOut(error, location) {
      if (!(error instanceof ToolwrightError)) throw error;
      for (const problem of error.problems)
        addFinding({ ...location, ...problem, severity: "left-out" });
    },
    registerOperation: (pointer, operation) => {
      if (!operations.has(pointer)) operations.set(pointer, operation);
    },
    findings: () =>
      [...findingsByKey.values()].map((finding) => {
        const operation =
          finding.operation ?? findOperation(finding.pointer, operations);
        return {
          ...finding,
          ...locate(finding.pointer),
          ...(operation !== undefined && { operation }),
        };
      }),
  };
}

function findOperation(
  pointer: string,
  operations: ReadonlyMap<string, string>,
) {
  for (
    let ancestor = pointer;
    ancestor !== "";
    ancestor = ancestor.slice(0, ancestor.lastIndexOf("/"))
  ) {
    const operation = operations.get(ancestor);
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
export function optionalNodeOf(
  target: Target,
  context: Context,
): Node | undefined {
  const { value, pointer } = followOptional(target, context);
  return isObject(value) ? { value, pointer } : undefined;
}

/** A dispensable member of an object, a map or a list for instance, references followed as by `dispensableNodeOf`. */
export function followOptionalChild(
  target: Target,
  key: string,
  context: Context,
): Target {
  return followOptional(childOf(target, key), context);
}

/** A member that is text, or refers to one; empty where there is none. */
export function readChildText(
  target: Target,
  key: string,
  context: Context,
): string {
  return readText(followOptionalChild(target, key, context).value);
}

/** The value in a place, references followed; undefined where one leads nowhere, which is told. */
export function followOptional(target: Target, context: Context): Target {
  try {
    return context.refs.follow(target);
  } catch (error) {
    if (!(error instanceof ToolwrightError)) throw error;
    const { pointer } = target;
    for (const problem of error.problems) context.warn({ pointer, ...problem });
    return { value: undefined, pointer };
  }
}
