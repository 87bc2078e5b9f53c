import { toWord } from "../shared/json.js";
import { type RouteMap, RouteType } from "../config/route-map.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { wrapError, type Finding, ToolwrightError } from "../errors.js";
import { TimeoutError, runWithTimeout } from "../shared/timeout.js";
import { type Operation, operationKey } from "../model.js";
import { compareCodeUnits } from "../shared/order.js";
import { suggestNames } from "../shared/suggest.js";

export type ComponentKind = "tool" | "resource" | "template";

/** Function that returns the kinds of component that an operation becomes; empty if it is excluded. */
export type Classifier = (
  operation: Operation,
  findings: Finding[],
) => ComponentKind[];

/** Creates a classifier of rules that are compiled once. Throws on a bad pattern, naming the rule. */
export function createClassifier(rules: readonly RouteMap[]): Classifier {
  const compiled = rules.map(compileRule);
  return (operation, findings) => {
    const rule = compiled.find(({ matches }) => matches(operation));
    const types = rule?.types ?? [defaultType(operation)];
    const { hiddenBy } = operation.hints;
    if (hiddenBy !== null && rule?.isForSome !== true) {
      if (!types.includes(RouteType.EXCLUDE))
        findings.push(toHiddenFinding(operation, hiddenBy));
      return [];
    }
    // Among several types, what can't be a resource is meant to be a template.
    const needsTemplate =
      types.length > 1 &&
      operation.method === "GET" &&
      hasRequiredArguments(operation);
    const effectiveTypes = types.map((type) =>
      needsTemplate && type === RouteType.RESOURCE
        ? RouteType.RESOURCE_TEMPLATE
        : type,
    );
    const kinds = effectiveTypes.flatMap((type) =>
      resolveKind(type, operation, findings),
    );
    return [...new Set(kinds)];
  };
}

/** Longest time, in milliseconds, that all patterns may take: a hostile one may never end. */
const MAX_PATTERN_MILLISECONDS = 20_000;

/** Route maps, and the longest time in milliseconds that all their patterns may take. */
export interface PatternOptions {
  readonly routeMaps: readonly RouteMap[];
  readonly maxPatternMilliseconds?: number | undefined;
}

/** Runs a function that tries the rules' patterns. Throws a ToolwrightError if they take too long. */
export function withPatternTimeout<Result>(
  {
    maxPatternMilliseconds = MAX_PATTERN_MILLISECONDS,
    routeMaps,
  }: PatternOptions,
  run: () => Result,
): Result {
  // To watch the time takes a part of a millisecond.
  if (routeMaps.every(({ pattern = "" }) => pattern === "")) return run();
  try {
    return runWithTimeout(maxPatternMilliseconds, run);
  } catch (cause) {
    if (!(cause instanceof TimeoutError)) throw cause;
    throw wrapError(cause, {
      code: "bad-route-map",
      message: `The patterns of the route maps could not be evaluated: ${cause.message}.`,
      hint: "Simplify them, and avoid nested repetition. Example: ^/admin/",
    });
  }
}

/**
 * Findings for rules that match no operation. Such a rule is probably misspelt, and may fail to
 * hide an operation.
 */
export function reportUnmatchedRules(
  rules: readonly RouteMap[],
  operations: readonly Operation[],
): Finding[] {
  return rules.flatMap((rule, index): Finding[] => {
    if (operations.some(compileRule(rule, index).matches)) return [];
    const conditions = Object.entries(rule)
      .filter(([name]) => name !== "routeType")
      .map(([name, value]) => `${name} ${toWord(value)}`);
    return [
      {
        severity: "warning",
        code: "idle-route-map",
        message: `Route map ${index + 1} (${conditions.join(", ")}) does not match any operation.`,
        hint: "Fix its methods, pattern or tags, or remove it.",
      },
    ];
  });
}

/**
 * Finding for an operation that an extension of the document hides, and that the config does not
 * show by name, path or tag.
 */
function toHiddenFinding(operation: Operation, extension: string): Finding {
  const key = operationKey(operation);
  return {
    severity: "note",
    code: "hidden-by-extension",
    message: `${key} is hidden by ${extension}.`,
    pointer: operation.pointer,
    operation: key,
    hint: "To show it anyway, set `exclude: false` in overrides, or add a route map for its path or tags.",
  };
}

function compileRule(rule: RouteMap, index: number) {
  const types = [rule.routeType].flat();
  const pattern = compilePattern(rule.pattern ?? "", index);
  const methods = [rule.methods ?? "*"]
    .flat()
    .map((method) => method.toUpperCase());
  const tags = rule.tags ?? [];
  return {
    types,
    /** True if the rule has tags, or its pattern does not match every path. */
    isForSome: tags.length > 0 || !pattern.test("/"),
    matches: (operation: Operation) =>
      methods.some(
        (candidate) => candidate === "*" || candidate === operation.method,
      ) &&
      pattern.test(operation.path) &&
      tags.every((tag) => operation.tags.includes(tag)),
  };
}

function compilePattern(pattern: string | RegExp, index: number): RegExp {
  // A flag such as `g` would make `test` remember its position.
  const flags = typeof pattern === "string" ? "" : pattern.flags;
  try {
    return new RegExp(pattern, flags.replace(/[gy]/g, ""));
  } catch (cause) {
    throw wrapError(cause, {
      code: "bad-route-map",
      message: `Route map ${index + 1} has an invalid regular expression: ${toWord(pattern)}`,
      hint: "Write a JavaScript regular expression, which is searched anywhere in the path: ^/admin/",
    });
  }
}

function defaultType(operation: Operation): RouteType {
  if (operation.method !== "GET" || operation.body?.required === true) {
    return RouteType.TOOL;
  }
  return hasRequiredArguments(operation)
    ? RouteType.RESOURCE_TEMPLATE
    : RouteType.RESOURCE;
}

/** True if an operation can't be read without an argument. It is then a template: a resource has a fixed URI. */
function hasRequiredArguments(operation: Operation): boolean {
  return operation.parameters.some(
    (parameter) => parameter.in === "path" || parameter.required,
  );
}

function resolveKind(
  type: RouteType,
  operation: Operation,
  findings: Finding[],
): ComponentKind[] {
  if (type === RouteType.EXCLUDE) return [];
  if (type === RouteType.TOOL) return ["tool"];
  const key = operationKey(operation);
  const reportChange = (
    kind: ComponentKind,
    change: string,
  ): ComponentKind[] => {
    findings.push({
      severity: "warning",
      code: "route-type-changed",
      message: `${key} ${change}.`,
      pointer: operation.pointer,
      operation: key,
    });
    return [kind];
  };
  const isWriting = operation.method !== "GET";
  if (isWriting || operation.body?.required === true) {
    const reason = isWriting ? "is not a GET" : "requires a body";
    const change = `${reason}, so it becomes a tool instead of a ${type}`;
    return reportChange("tool", change);
  }
  if (type === RouteType.RESOURCE)
    return hasRequiredArguments(operation)
      ? reportChange(
          "template",
          "has required arguments, so it becomes a resource template instead of a resource",
        )
      : ["resource"];
  return operation.parameters.length === 0 ? ["resource"] : ["template"];
}

/**
 * Creates a predicate: true if the option `include` names an operation, or is empty. Throws if it names one that never
 * existed; one that the document has lost is a finding.
 * @param isFormer true for names of operations that the last run had
 */
export function createInclusion(
  operations: readonly Operation[],
  include: readonly string[],
  {
    findings,
    isFormer,
  }: {
    readonly findings: Finding[];
    readonly isFormer: (name: string) => boolean;
  },
): (operation: Operation) => boolean {
  const namesOf = (operation: Operation) => [
    operationKey(operation),
    ...(operation.operationId === null ? [] : [operation.operationId]),
  ];
  const knownNames = new Set(operations.flatMap(namesOf));
  const missingNames = include.filter((name) => !knownNames.has(name));
  const unknownNames = missingNames.filter((name) => !isFormer(name));
  if (unknownNames.length > 0)
    throw new ToolwrightError(
      unknownNames.map((name) => ({
        code: "unknown-operation",
        message: `The option include names ${JSON.stringify(name)}, which is not an operation of the document.`,
        hint:
          suggestNames(name, knownNames).trimEnd() ||
          "Use its operationId or `GET /path`. toolwright plan lists them.",
      })),
    );
  findings.push(
    ...missingNames.map((name): Finding => ({
      severity: "warning",
      code: "lost-operation",
      message: `The option include names ${JSON.stringify(name)}, an operation that the document no longer has.`,
      hint: `${suggestNames(name, knownNames)}Name another operation, or remove the name.`,
    })),
  );
  const includedNames = new Set(include);
  return (operation) =>
    include.length === 0 ||
    namesOf(operation).some((name) => includedNames.has(name));
}

/**
 * Creates a predicate: true if the options select an operation by its tags. Throws if they name a
 * tag that no operation has.
 */
export function createTagFilter(
  operations: readonly Operation[],
  { excludeTags, tags }: Pick<ResolvedConfig, "excludeTags" | "tags">,
): (operation: Operation) => boolean {
  const knownTags = new Set(operations.flatMap((operation) => operation.tags));
  const unknownTags = [...tags, ...excludeTags].filter(
    (tag) => !knownTags.has(tag),
  );
  if (unknownTags.length > 0)
    throw new ToolwrightError({
      code: "unknown-tag",
      message: `No operation has the tag ${unknownTags.join(", ")}.`,
      hint: `${unknownTags.map((tag) => suggestNames(tag, knownTags)).join("")}Known are ${[...knownTags].sort(compareCodeUnits).join(", ") || "none"}.`,
    });
  return (operation) =>
    (tags.length === 0 || operation.tags.some((tag) => tags.includes(tag))) &&
    !operation.tags.some((tag) => excludeTags.includes(tag));
}
