import { isPersonConfirm, type Override } from "../config/config.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { type Finding, type Problem, ToolwrightError } from "../errors.js";
import { type Api, type Operation, operationKey } from "../model.js";
import { toWord } from "../shared/json.js";
import { suggestNames } from "../shared/suggest.js";
import type { ToolAnnotations } from "../describe/annotations.js";
import type { Argument } from "./arguments.js";
import { hiddenNamesOf, type SettledOverride } from "./settled-override.js";
import type { ComponentKind } from "./classify.js";

/** Function that returns the override of an operation; an empty object if there is none. */
export type OverrideLookup = (operation: Operation) => Override;

/**
 * Creates a lookup of overrides by operationId or `METHOD /path`. Throws if one is for an operation that never existed,
 * so that none is lost silently; one that the document has lost is a finding.
 * @param isFormer true for names of operations that the last run had
 */
export function createOverrideLookup(
  api: Api,
  overrides: Readonly<Record<string, Override>>,
  {
    findings,
    isFormer,
  }: {
    readonly findings: Finding[];
    readonly isFormer: (name: string) => boolean;
  },
): OverrideLookup {
  const knownKeys = new Set(
    api.operations.flatMap((operation) => [
      operationKey(operation),
      ...(operation.operationId === null ? [] : [operation.operationId]),
    ]),
  );
  const unknownKeys = Object.keys(overrides).filter(
    (key) => !knownKeys.has(key),
  );
  const problems = unknownKeys
    .filter((key) => !isFormer(key))
    .map((key) => toUnknownOperationProblem(key, knownKeys));
  if (problems.length > 0) throw new ToolwrightError(problems);
  findings.push(...unknownKeys.map((key) => toLostFinding(key, knownKeys)));
  return (operation) =>
    getOwnOverride(overrides, operation.operationId) ??
    getOwnOverride(overrides, operationKey(operation)) ??
    {};
}

/** Override with the config's confirmation of destructive tools, unless the override itself sets `confirm`. */
export function withConfirmation(
  override: SettledOverride,
  confirm: ResolvedConfig["confirmDestructive"] | undefined,
  hints: ToolAnnotations | null,
  args: readonly { readonly name: string }[],
): SettledOverride {
  const isDestructive = hints?.destructiveHint && !hints.readOnlyHint;
  if (!isDestructive || !confirm) return override;
  const hasConfirmArgument = args.some(({ name }) => name === "confirm");
  return { confirm: hasConfirmArgument ? "person" : confirm, ...override };
}

/** Path with the values of fixed path parameters filled in: they are not variables of a URI template. */
export function fillFixedPath(
  path: string,
  args: readonly Argument[],
  fixed: Readonly<Record<string, unknown>>,
) {
  return path.replace(/\{([^{}]+)\}/g, (placeholder, wireName: string) => {
    const { name = "" } =
      args.find(
        (argument) => argument.in === "path" && argument.wireName === wireName,
      ) ?? {};
    return Object.hasOwn(fixed, name) ? toWord(fixed[name]) : placeholder;
  });
}

/**
 * Throws if an override names an argument or media type that the operation does not have, or does
 * not fit the component's kind.
 */
export function checkOverride(
  override: SettledOverride,
  component: {
    operation: Operation;
    kind: ComponentKind;
    annotations: ToolAnnotations | null;
    args: readonly { readonly name: string; readonly required: boolean }[];
  },
): void {
  const { operation, kind, annotations, args } = component;
  const { hide = [], fixed = {}, confirm, contentType } = override;
  const describedNames = Object.keys(override.arguments ?? {});
  const problems: Problem[] = [];
  const addProblem = (predicate: string, hint: string) =>
    problems.push({
      pointer: operation.pointer,
      code: "bad-override",
      message: `The override of ${operationKey(operation)} ${predicate}.`,
      hint,
    });
  const names = args.map(({ name }) => name);
  const hiddenNames = hiddenNamesOf(override);
  const isPersonAsked = isPersonConfirm(confirm);
  const repeatedNames =
    confirm !== undefined && !isPersonAsked ? [confirm] : [];
  const referencedNames = [...hiddenNames, ...describedNames, ...repeatedNames];
  for (const name of referencedNames) {
    const argument = args.find((candidate) => candidate.name === name);
    const isHidden = hide.includes(name) && !Object.hasOwn(fixed, name);
    if (argument === undefined)
      addProblem(
        `names the argument ${JSON.stringify(name)}, which does not exist`,
        `Its arguments are ${names.join(", ") || "none"}.`,
      );
    else if (isHidden && argument.required)
      addProblem(
        `hides the required argument ${name}`,
        "Set its value in `fixed` instead.",
      );
  }
  if (confirm !== undefined) {
    if (hiddenNames.includes(confirm))
      addProblem(
        `sets confirm to ${confirm}, which is not an argument that callers give`,
        "Name an argument that is not in `hide` or `fixed`.",
      );
    if (confirm !== "person" && names.includes("confirm"))
      addProblem(
        "adds the argument confirm, but the API already has one with that name",
        "Remove `confirm` from the override. Callers then give the API's argument.",
      );
    if (kind !== "tool")
      addProblem(
        `${isPersonAsked ? "asks the user" : `sets confirm to ${confirm}`}, but creates a ${kind}, which clients read without asking`,
        "Remove `confirm`, or make the operation only a tool with a route map.",
      );
  }
  if (isPersonAsked && annotations?.readOnlyHint)
    addProblem(
      "asks the user to confirm an operation that only reads",
      "Remove `confirm`, or set `annotations` if the operation does more than read.",
    );
  for (const field of ["pages", "poll"] as const)
    if (override[field] !== undefined && kind !== "tool")
      addProblem(
        `${field === "poll" ? "waits for work" : "joins pages"}, but makes a ${kind}`,
        `Remove \`${field}\`, or make the operation only a tool with a route map.`,
      );
  const contentTypes =
    operation.body?.media.map((media) => media.contentType) ?? [];
  if (contentType !== undefined && !contentTypes.includes(contentType))
    addProblem(
      `sets contentType to ${contentType}, which the document does not declare`,
      `Declared are ${contentTypes.join(", ") || "none"}.`,
    );
  if (problems.length > 0) throw new ToolwrightError(problems);
}

function toLostFinding(key: string, knownKeys: ReadonlySet<string>): Finding {
  return {
    severity: "warning",
    code: "lost-operation",
    message: `The override for ${JSON.stringify(key)} is of an operation that the document no longer has.`,
    hint: `${suggestNames(key, knownKeys)}Use the name of another operation, or remove the override.`,
  };
}

function toUnknownOperationProblem(
  key: string,
  knownKeys: ReadonlySet<string>,
): Problem {
  return {
    code: "bad-override",
    message: `The override for ${JSON.stringify(key)} does not match an operation of the document.`,
    hint:
      suggestNames(key, knownKeys).trimEnd() ||
      "Use its operationId or `GET /path`. toolwright plan lists them.",
  };
}

function getOwnOverride(
  overrides: Readonly<Record<string, Override>>,
  key: string | null,
) {
  return key !== null && Object.hasOwn(overrides, key)
    ? overrides[key]
    : undefined;
}
