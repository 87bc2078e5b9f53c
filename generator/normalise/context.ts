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
import { isMadeOfJava } from "./java.js";
import {
  createSchemaConverter,
  type SchemaConverter,
} from "./schema/schemas.js";

/** State that all readers of a document share. */
export interface Context extends Report {
  /** URL that the document was fetched from; undefined for other documents. */
  readonly url: string | undefined;
  readonly isSwagger: boolean;
  /** Address of the specification that the document follows. */
  readonly specificationUrl: string;
  readonly refs: RefResolver;
  readonly schemas: SchemaConverter;
}

/** Collects findings about a document. Operations are identified by their pointers. */
interface Report {
  /** Reports something that is served differently from the document; once for each pointer. */
  readonly warn: (problem: LocatedProblem) => void;
  /** Reports something that is served as the document says, but worth knowing. */
  readonly note: (problem: LocatedProblem) => void;
  /** Reports something that is not served. Rethrows errors that are not a problem of the document. */
  readonly leaveOut: (
    error: unknown,
    location: { readonly pointer: string; readonly operation?: string },
  ) => void;
  /** Records the operation that is below a pointer, so that findings can name it. */
  readonly registerOperation: (pointer: string, operation: string) => void;
  /** Returns all findings, with their lines and operations. */
  readonly findings: () => Finding[];
}

export function createContext(source: LoadedDocument): Context {
  const report = createReport(source);
  const refs = createRefResolver(source);
  const { openapi } = source.document;
  // `load` accepts only known versions. YAML parses some of them as numbers.
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
      {
        refSiblings,
        specificationUrl: specification,
        isJava: isMadeOfJava(refs, source.url),
      },
      report.warn,
    ),
  };
}

/** Returns the latest patch version of a specification, which corrects earlier ones. */
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
 * Object at a target, references followed; undefined if it is not an object. For parts that a request can't do without:
 * throws `ToolwrightError` if a reference can't be resolved.
 */
export function nodeOf(target: Target, { refs }: Context): Node | undefined {
  const { value, pointer } = refs.follow(target);
  return isObject(value) ? { value, pointer } : undefined;
}

/**
 * Object at a target, references followed; undefined if it is not an object. For optional parts: a reference that can't
 * be resolved becomes a finding, and the part is skipped.
 */
export function optionalNodeOf(
  target: Target,
  context: Context,
): Node | undefined {
  const { value, pointer } = followOptional(target, context);
  return isObject(value) ? { value, pointer } : undefined;
}

/** Optional member of an object or list, references followed as by `followOptional`. */
export function followOptionalChild(
  target: Target,
  key: string,
  context: Context,
): Target {
  return followOptional(childOf(target, key), context);
}

/** Text of a member, references followed; empty if it is not a text. */
export function readChildText(
  target: Target,
  key: string,
  context: Context,
): string {
  return readText(followOptionalChild(target, key, context).value);
}

/** Value at a target, references followed; undefined, with a finding, if a reference can't be resolved. */
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
