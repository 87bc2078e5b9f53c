import { isPersonConfirm, type Override } from "../config/config.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { type Problem, ToolwrightError } from "../errors.js";
import { type Api, type Operation, operationKey } from "../model.js";
import { suggestNames } from "../shared/suggest.js";
import { hintsOf, type ToolAnnotations } from "../describe/annotations.js";
import type { ComponentKind } from "./classify.js";

/** Function that returns the override of an operation; an empty object if there is none. */
export type OverrideLookup = (operation: Operation) => Override;

/**
 * Creates a lookup of overrides by operationId or `METHOD /path`. Throws if one is for an operation
 * that does not exist, so that none is lost in silence.
 */
export function createOverrideLookup(
  api: Api,
  overrides: Readonly<Record<string, Override>>,
): OverrideLookup {
  const knownKeys = new Set(
    api.operations.flatMap((operation) => [
      operationKey(operation),
      ...(operation.operationId === null ? [] : [operation.operationId]),
    ]),
  );
  const problems = Object.keys(overrides).flatMap((key) =>
    knownKeys.has(key) ? [] : [toUnknownOperationProblem(key, knownKeys)],
  );
  if (problems.length > 0) throw new ToolwrightError(problems);
  return (operation) =>
    getOwnOverride(overrides, operation.operationId) ??
    getOwnOverride(overrides, operationKey(operation)) ??
    {};
}

/** Override with the config's confirmation of destructive tools, unless the override itself sets `confirm`. */
export function withConfirmation(
  override: Override,
  confirm: ResolvedConfig["confirmDestructive"] | undefined,
  annotations: ToolAnnotations | null,
  args: readonly { readonly name: string }[],
): Override {
  const { destructiveHint, readOnlyHint } = hintsOf(annotations ?? {});
  const isDestructive = annotations && destructiveHint && !readOnlyHint;
  if (!isDestructive || !confirm) return override;
  const hasConfirmArgument = args.some(({ name }) => name === "confirm");
  return { confirm: hasConfirmArgument ? "person" : confirm, ...override };
}

/**
 * Throws if an override names an argument or media type that the operation does not have, or does
 * not fit the component's kind.
 */
export function checkOverride(
  override: Override,
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
  const hiddenNames = [...hide, ...Object.keys(fixed)];
  const isPersonAsked = isPersonConfirm(confirm);
  const repeatedNames =
    confirm !== undefined && !isPersonAsked ? [confirm] : [];
  const referencedNames = [...hiddenNames, ...describedNames, ...repeatedNames];
  for (const name of referencedNames) {
    const argument = args.find((candidate) => candidate.name === name);
    const isHidden = hide.includes(name) && !Object.hasOwn(fixed, name);
    if (argument === undefined)
      addProblem(
        `names the argument ${JSON.stringify(name)}, which it does not have`,
        `Its arguments are ${names.join(", ") || "none"}.`,
      );
    else if (isHidden && argument.required)
      addProblem(
        `hides the required argument ${name}`,
        "Give it a value in `fixed` instead.",
      );
  }
  if (confirm !== undefined) {
    if (hiddenNames.includes(confirm))
      addProblem(
        `wants ${confirm} confirmed, which callers are not asked for`,
        "Name an argument that is neither in `hide` nor in `fixed`.",
      );
    if (confirm !== "person" && names.includes("confirm"))
      addProblem(
        "adds an argument confirm, and the API has one of that name",
        "Leave `confirm` out of the override; callers give the API's own.",
      );
    if (kind !== "tool")
      addProblem(
        `${isPersonAsked ? "asks a person" : `wants ${confirm} confirmed`}, but makes a ${kind}, which anybody may read`,
        "Leave `confirm` out, or make it a tool alone with a route map.",
      );
  }
  if (isPersonAsked && annotations?.readOnlyHint)
    addProblem(
      "wants a person to say yes to what only reads",
      "Leave `confirm` out, or say in `annotations` that it does more.",
    );
  for (const field of ["pages", "poll"] as const)
    if (override[field] !== undefined && kind !== "tool")
      addProblem(
        `${field === "poll" ? "waits for work" : "joins pages"}, but makes a ${kind}`,
        `Leave \`${field}\` out, or make it a tool alone with a route map.`,
      );
  const contentTypes =
    operation.body?.media.map((media) => media.contentType) ?? [];
  if (contentType !== undefined && !contentTypes.includes(contentType))
    addProblem(
      `wants to send ${contentType}, which is not declared`,
      `Declared are ${contentTypes.join(", ") || "none"}.`,
    );
  if (problems.length > 0) throw new ToolwrightError(problems);
}

function toUnknownOperationProblem(
  key: string,
  knownKeys: ReadonlySet<string>,
): Problem {
  return {
    code: "bad-override",
    message: `There is an override for ${JSON.stringify(key)}, which is no operation of the document.`,
    hint:
      suggestNames(key, knownKeys).trimEnd() ||
      "Name it by its operationId or as `GET /path`; toolwright plan lists them.",
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
