import { toWord } from "../shared/json.js";
import { type RouteMap, RouteType } from "../config/route-map.js";
import type { Settings } from "../config/resolve-config.js";
import { because, type Finding, ToolwrightError } from "../errors.js";
import { TooLong, within } from "../shared/timeout.js";
import { type Operation, operationKey } from "../model.js";
import { byCodeUnit } from "../shared/order.js";
import { didYouMean } from "../shared/suggest.js";

export type ComponentKind = "tool" | "resource" | "template";

/** Answers which kinds of component an operation becomes; none, where it is excluded. */
export type Classifier = (
  operation: Operation,
  findings: Finding[],
) => ComponentKind[];

/** Compiles the rules once. Throws on a bad pattern or an unknown type, naming the rule. */
export function classifier(rules: readonly RouteMap[]): Classifier {
  const compiled = rules.map(compileRule);
  return (operation, findings) => {
    const rule = compiled.find(({ matches }) => matches(operation));
    const types = rule?.types ?? [defaultType(operation)];
    const { hiddenBy } = operation.asked;
    if (hiddenBy !== null && rule?.isForSome !== true) {
      if (!types.includes(RouteType.EXCLUDE))
        findings.push(hidden(operation, hiddenBy));
      return [];
    }
    // Among several types, what can't be a resource is meant to be a template.
    const isMeant =
      types.length > 1 &&
      operation.method === "GET" &&
      needsArguments(operation);
    const meant = types.map((type) =>
      isMeant && type === RouteType.RESOURCE
        ? RouteType.RESOURCE_TEMPLATE
        : type,
    );
    const kinds = meant.flatMap((type) => kindOf(type, operation, findings));
    return [...new Set(kinds)];
  };
}

/** Milliseconds that all patterns may take: hostile ones have no end of their own. */
const MAX_TIME = 20_000;

/** Runs what asks the rules. Throws a ToolwrightError where their patterns take too long. */
export function asking<Result>(
  rules: readonly RouteMap[],
  run: () => Result,
  time = MAX_TIME,
): Result {
  // To watch the time takes a part of a millisecond.
  if (rules.every(({ pattern = "" }) => pattern === "")) return run();
  try {
    return within(time, run);
  } catch (cause) {
    if (!(cause instanceof TooLong)) throw cause;
    throw because(cause, {
      code: "bad-route-map",
      message: `The patterns of the route maps can't be tried: ${cause.message}.`,
      hint: "Repeat less in them, above all no group that is repeated inside: ^/admin/",
    });
  }
}

/** Rules that no operation is meant by: misspelt ones, for all that can be known, which may hide nothing then. */
export function idleRules(
  rules: readonly RouteMap[],
  operations: readonly Operation[],
): Finding[] {
  return rules.flatMap((rule, index): Finding[] => {
    if (operations.some(compileRule(rule, index).matches)) return [];
    const what = Object.entries(rule)
      .filter(([name]) => name !== "routeType")
      .map(([name, value]) => `${name} ${toWord(value)}`);
    return [
      {
        severity: "warning",
        code: "idle-route-map",
        message: `Route map ${index + 1} (${what.join(", ")}) is for no operation.`,
        hint: "Correct its methods, pattern or tags, or take it out.",
      },
    ];
  });
}

/** A document's extensions hide what the config does not show by name, path or tag. */
function hidden(operation: Operation, by: string): Finding {
  const key = operationKey(operation);
  return {
    severity: "note",
    code: "hidden-by-extension",
    message: `${key} is hidden by ${by}.`,
    pointer: operation.pointer,
    operation: key,
    hint: "To show it all the same, give it `exclude: false` in overrides, or a route map for its path or tags.",
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
    /** Not for every path there is. */
    isForSome: tags.length > 0 || !pattern.test("/"),
    matches: (operation: Operation) =>
      methods.some((one) => one === "*" || one === operation.method) &&
      pattern.test(operation.path) &&
      tags.every((tag) => operation.tags.includes(tag)),
  };
}

function compilePattern(pattern: string | RegExp, index: number): RegExp {
  // A flag such as `g` would make `test` remember where it stopped.
  const flags = typeof pattern === "string" ? "" : pattern.flags;
  try {
    return new RegExp(pattern, flags.replace(/[gy]/g, ""));
  } catch (cause) {
    throw because(cause, {
      code: "bad-route-map",
      message: `Route map ${index + 1} has a pattern that is no regular expression: ${toWord(pattern)}`,
      hint: "Patterns are JavaScript regular expressions, searched anywhere in the path: ^/admin/",
    });
  }
}

function defaultType(operation: Operation): RouteType {
  if (operation.method !== "GET" || operation.body?.required === true) {
    return RouteType.TOOL;
  }
  return needsArguments(operation)
    ? RouteType.RESOURCE_TEMPLATE
    : RouteType.RESOURCE;
}

/** A resource has a fixed URI: what can't be read without an argument is a template. */
function needsArguments(operation: Operation): boolean {
  return operation.parameters.some(
    (parameter) => parameter.in === "path" || parameter.required,
  );
}

function kindOf(
  type: RouteType,
  operation: Operation,
  findings: Finding[],
): ComponentKind[] {
  if (type === RouteType.EXCLUDE) return [];
  if (type === RouteType.TOOL) return ["tool"];
  const key = operationKey(operation);
  const changed = (kind: ComponentKind, what: string): ComponentKind[] => {
    findings.push({
      severity: "warning",
      code: "route-type-changed",
      message: `${key} ${what}.`,
      pointer: operation.pointer,
      operation: key,
    });
    return [kind];
  };
  const isWriting = operation.method !== "GET";
  if (isWriting || operation.body?.required === true) {
    const why = isWriting ? "is no GET" : "requires a body";
    const what = `${why}, so it becomes a tool instead of a ${type}`;
    return changed("tool", what);
  }
  if (type === RouteType.RESOURCE)
    return needsArguments(operation)
      ? changed(
          "template",
          "has required arguments, so it becomes a resource template instead of a resource",
        )
      : ["resource"];
  return operation.parameters.length === 0 ? ["resource"] : ["template"];
}

/** Whether an operation is wanted by its tags. Throws where a tag is named that no operation has. */
export function tagFilter(
  operations: readonly Operation[],
  { excludeTags, tags }: Pick<Settings, "excludeTags" | "tags">,
): (operation: Operation) => boolean {
  const known = new Set(operations.flatMap((operation) => operation.tags));
  const unknown = [...tags, ...excludeTags].filter((tag) => !known.has(tag));
  if (unknown.length > 0)
    throw new ToolwrightError({
      code: "unknown-tag",
      message: `No operation has the tag ${unknown.join(", ")}.`,
      hint: `${unknown.map((tag) => didYouMean(tag, known)).join("")}Known are ${[...known].sort(byCodeUnit).join(", ") || "none"}.`,
    });
  return (operation) =>
    (tags.length === 0 || operation.tags.some((tag) => tags.includes(tag))) &&
    !operation.tags.some((tag) => excludeTags.includes(tag));
}
