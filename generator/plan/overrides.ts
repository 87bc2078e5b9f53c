import type { Override } from "../config/config.js";
import { type Problem, ToolwrightError } from "../errors.js";
import { isObject } from "../json.js";
import { type Api, type Operation, operationKey } from "../model.js";
import { byCodeUnit } from "../text.js";
import type { ComponentKind } from "./classify.js";

/** What a team decided about one operation; an empty object where nothing. */
export type Overrides = (operation: Operation) => Override;

const isText = (value: unknown) => typeof value === "string" && value !== "";

const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

/** The fields of an override, and what each has to be. */
const FIELDS: Readonly<
  Record<
    keyof Override,
    readonly [test: (value: unknown) => boolean, expected: string]
  >
> = {
  annotations: [
    (value) =>
      isObject(value) &&
      Object.entries(value).every(
        ([name, on]) =>
          /^(readOnly|destructive|idempotent|openWorld)Hint$/.test(name) &&
          typeof on === "boolean",
      ),
    "an object of readOnlyHint, destructiveHint, idempotentHint and openWorldHint, each true or false",
  ],
  arguments: [
    (value) =>
      isObject(value) &&
      Object.values(value).every(
        (one) =>
          isObject(one) &&
          Object.keys(one).join() === "description" &&
          isText(one["description"]),
      ),
    "an object of { description } by argument name",
  ],
  confirm: [isText, "the name of an argument"],
  contentType: [isText, "a media type"],
  description: [isText, "a text"],
  exclude: [(value) => typeof value === "boolean", "true or false"],
  fixed: [isObject, "an object of values by argument name"],
  hide: [isTexts, "a list of argument names"],
  keywords: [isTexts, "a list of words"],
  // What all known clients and models take.
  name: [
    (value) =>
      typeof value === "string" && /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(value),
    "up to 64 letters, digits and underscores, with no digit in front; some clients refuse others",
  ],
  pages: [
    (value) => /^([2-9]|1\d|20)$/.test(JSON.stringify(value)),
    "a whole number from 2 to 20",
  ],
  poll: [
    (value) =>
      isObject(value) &&
      Object.keys(value).sort().join() === "done,status" &&
      isText(value["status"]) &&
      Array.isArray(value["done"]),
    "{ status, done }: a field of the answer, and its values at the end",
  ],
  tags: [isTexts, "a list of tags"],
  title: [isText, "a text"],
};

/**
 * Looks overrides up by operationId or `METHOD /path`. Throws where one is for an operation that
 * does not exist or has a field that means nothing, so that none is lost in silence.
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
  const problems = Object.entries(given).flatMap(([key, override]) =>
    known.has(key)
      ? checkFields(key, override)
      : [unknownOperation(key, known)],
  );
  if (problems.length > 0) throw new ToolwrightError(problems);
  return (operation) =>
    own(given, operation.operationId) ??
    own(given, operationKey(operation)) ??
    {};
}

/** Throws where an override names an argument or media type that the operation does not have. */
export function checkOverride(
  override: Override,
  given: {
    operation: Operation;
    kind: ComponentKind;
    args: readonly { readonly name: string; readonly required: boolean }[];
  },
): void {
  const { operation, kind, args } = given;
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
  const needed = [...without, ...words, ...(confirm ? [confirm] : [])];
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
    if (names.includes("confirm"))
      wrong(
        "adds an argument confirm, and the API has one of that name",
        "Leave `confirm` out of the override; callers give the API's own.",
      );
    if (kind !== "tool")
      wrong(
        `wants ${confirm} confirmed, but makes a ${kind}, which anybody may read`,
        "Leave `confirm` out, or make it a tool alone with a route map.",
      );
  }
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

function checkFields(key: string, override: Override): Problem[] {
  const wrong = (what: string, hint: string): Problem[] => {
    const message = `The override of ${key} ${what}.`;
    return [{ code: "bad-override", message, hint }];
  };
  const known = `Fields are ${Object.keys(FIELDS).join(", ")}.`;
  if (!isObject(override)) return wrong("is no object", known);
  return Object.entries(override).flatMap(([field, value]) => {
    const text = JSON.stringify(field);
    if (!Object.hasOwn(FIELDS, field))
      return wrong(`has the unknown field ${text}`, known);
    const [test, expected] = FIELDS[field as keyof Override]; // it is one of them
    if (value === undefined || test(value)) return [];
    const what = `gives ${text} the value ${JSON.stringify(value)}`;
    return wrong(what, `It must be ${expected}.`);
  });
}

function unknownOperation(key: string, known: ReadonlySet<string>): Problem {
  const includes = (one: string, other: string) =>
    one.toLowerCase().includes(other.toLowerCase());
  const near = [...known]
    .filter((name) => includes(name, key) || includes(key, name))
    .sort(byCodeUnit)
    .slice(0, 3);
  return {
    code: "bad-override",
    message: `There is an override for ${JSON.stringify(key)}, which is no operation of the document.`,
    hint:
      near.length > 0
        ? `Did you mean ${near.join(" or ")}?`
        : "Name it by its operationId or as `GET /path`; toolwright plan lists them.",
  };
}

function own(record: Readonly<Record<string, Override>>, key: string | null) {
  return key !== null && Object.hasOwn(record, key) ? record[key] : undefined;
}
