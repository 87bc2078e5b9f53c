import { asksPerson, type Override } from "../config/config.js";
import type { Settings } from "../config/resolve-config.js";
import { type Problem, ToolwrightError } from "../errors.js";
import { type Api, type Operation, operationKey } from "../model.js";
import { didYouMean } from "../shared/suggest.js";
import { hintsOf, type ToolAnnotations } from "../describe/annotations.js";
import type { ComponentKind } from "./classify.js";

/** What a team decided about one operation; an empty object where nothing. */
export type Overrides = (operation: Operation) => Override;

/**
 * Looks overrides up by operationId or `METHOD /path`. Throws where one is for an operation that
 * does not exist, so that none is lost in silence.
 */
export function overridesOf(
  api: Api,
  given: Readonly<Record<string, Override>>,
): Overrides {
  const known = new Set(
    api.operations.flatMap((operation) => [
      operationKey(operation),
      ...(operation.operationId === null ? [] : [operation.operationId]),
    ]),
  );
  const problems = Object.keys(given).flatMap((key) =>
    known.has(key) ? [] : [unknownOperation(key, known)],
  );
  if (problems.length > 0) throw new ToolwrightError(problems);
  return (operation) =>
    own(given, operation.operationId) ??
    own(given, operationKey(operation)) ??
    {};
}

/** With a person who is asked before what destroys, where a config wants that and the override says nothing else. */
export function withConsent(
  override: Override,
  confirm: Settings["confirmDestructive"] | undefined,
  annotations: ToolAnnotations | null,
  args: readonly { readonly name: string }[],
): Override {
  const { destructiveHint, readOnlyHint } = hintsOf(annotations ?? {});
  const isAsked = annotations && destructiveHint && !readOnlyHint;
  if (!isAsked || !confirm) return override;
  const isTaken = args.some(({ name }) => name === "confirm");
  return { confirm: isTaken ? "person" : confirm, ...override };
}

/** Throws where an override names an argument or media type that the operation does not have. */
export function checkOverride(
  override: Override,
  given: {
    operation: Operation;
    kind: ComponentKind;
    annotations: ToolAnnotations | null;
    args: readonly { readonly name: string; readonly required: boolean }[];
  },
): void {
  const { operation, kind, annotations, args } = given;
  const { hide = [], fixed = {}, confirm, contentType } = override;
  const words = Object.keys(override.arguments ?? {});
  const problems: Problem[] = [];
  const wrong = (what: string, hint: string) =>
    problems.push({
      pointer: operation.pointer,
      code: "bad-override",
      message: `The override of ${operationKey(operation)} ${what}.`,
      hint,
    });
  const names = args.map(({ name }) => name);
  const without = [...hide, ...Object.keys(fixed)];
  const isAsked = asksPerson(confirm);
  const repeated = confirm !== undefined && !isAsked ? [confirm] : [];
  const needed = [...without, ...words, ...repeated];
  for (const name of needed) {
    const argument = args.find((candidate) => candidate.name === name);
    const isHidden = hide.includes(name) && !Object.hasOwn(fixed, name);
    if (argument === undefined)
      wrong(
        `names the argument ${JSON.stringify(name)}, which it does not have`,
        `Its arguments are ${names.join(", ") || "none"}.`,
      );
    else if (isHidden && argument.required)
      wrong(
        `hides the required argument ${name}`,
        "Give it a value in `fixed` instead.",
      );
  }
  if (confirm !== undefined) {
    if (without.includes(confirm))
      wrong(
        `wants ${confirm} confirmed, which callers are not asked for`,
        "Name an argument that is neither in `hide` nor in `fixed`.",
      );
    if (confirm !== "person" && names.includes("confirm"))
      wrong(
        "adds an argument confirm, and the API has one of that name",
        "Leave `confirm` out of the override; callers give the API's own.",
      );
    if (kind !== "tool")
      wrong(
        `${isAsked ? "asks a person" : `wants ${confirm} confirmed`}, but makes a ${kind}, which anybody may read`,
        "Leave `confirm` out, or make it a tool alone with a route map.",
      );
  }
  if (isAsked && annotations?.readOnlyHint)
    wrong(
      "wants a person to say yes to what only reads",
      "Leave `confirm` out, or say in `annotations` that it does more.",
    );
  for (const field of ["pages", "poll"] as const)
    if (override[field] !== undefined && kind !== "tool")
      wrong(
        `${field === "poll" ? "waits for work" : "joins pages"}, but makes a ${kind}`,
        `Leave \`${field}\` out, or make it a tool alone with a route map.`,
      );
  const types = operation.body?.media.map((media) => media.contentType) ?? [];
  if (contentType !== undefined && !types.includes(contentType))
    wrong(
      `wants to send ${contentType}, which is not declared`,
      `Declared are ${types.join(", ") || "none"}.`,
    );
  if (problems.length > 0) throw new ToolwrightError(problems);
}

function unknownOperation(key: string, known: ReadonlySet<string>): Problem {
  return {
    code: "bad-override",
    message: `There is an override for ${JSON.stringify(key)}, which is no operation of the document.`,
    hint:
      didYouMean(key, known).trimEnd() ||
      "Name it by its operationId or as `GET /path`; toolwright plan lists them.",
  };
}

function own(record: Readonly<Record<string, Override>>, key: string | null) {
  return key !== null && Object.hasOwn(record, key) ? record[key] : undefined;
}
