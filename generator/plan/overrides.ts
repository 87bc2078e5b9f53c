import type { Override } from "../config/config.js";
import { ToolwrightError, type Problem } from "../errors.js";
import { isObject } from "../json.js";
import { operationKey, type Api, type Operation } from "../model.js";
import { byCodeUnit } from "../text.js";

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
  {
    operation,
    args,
  }: {
    operation: Operation;
    args: readonly { readonly name: string; readonly required: boolean }[];
  },
): void {
  const { hide = [], fixed = {}, contentType } = override;
  const place = { pointer: operation.pointer };
  const problems: Problem[] = [];
  for (const name of [...hide, ...Object.keys(fixed)]) {
    const argument = args.find((candidate) => candidate.name === name);
    if (argument === undefined) {
      problems.push({
        ...place,
        code: "bad-override",
        message: `The override of ${operationKey(operation)} names the argument ${JSON.stringify(name)}, which it does not have.`,
        hint: `Its arguments are ${args.map((one) => one.name).join(", ") || "none"}.`,
      });
    } else if (argument.required && !Object.hasOwn(fixed, name)) {
      problems.push({
        ...place,
        code: "bad-override",
        message: `The override of ${operationKey(operation)} hides the required argument ${name}.`,
        hint: "Give it a value in `fixed` instead.",
      });
    }
  }
  const types = operation.body?.media.map((media) => media.contentType) ?? [];
  if (contentType !== undefined && !types.includes(contentType)) {
    problems.push({
      ...place,
      code: "bad-override",
      message: `The override of ${operationKey(operation)} wants to send ${contentType}, which is not declared.`,
      hint: `Declared are ${types.join(", ") || "none"}.`,
    });
  }
  if (problems.length > 0) throw new ToolwrightError(problems);
}

function checkFields(key: string, override: Override): Problem[] {
  if (!isObject(override)) {
    return [badField(key, "is no object", `Fields are ${fieldNames()}.`)];
  }
  return Object.entries(override).flatMap(([field, value]): Problem[] => {
    const rule = Object.hasOwn(FIELDS, field)
      ? FIELDS[field as keyof Override] // it is one of them
      : undefined;
    const text = JSON.stringify(field);
    if (rule === undefined) {
      const what = `has the unknown field ${text}`;
      return [badField(key, what, `Fields are ${fieldNames()}.`)];
    }
    const [test, expected] = rule;
    if (value === undefined || test(value)) return [];
    const what = `gives ${text} the value ${JSON.stringify(value)}`;
    return [badField(key, what, `It must be ${expected}.`)];
  });
}

function badField(key: string, what: string, hint: string): Problem {
  const message = `The override of ${key} ${what}.`;
  return { code: "bad-override", message, hint };
}

function fieldNames(): string {
  return Object.keys(FIELDS).join(", ");
}

function unknownOperation(key: string, known: ReadonlySet<string>): Problem {
  const word = key.toLowerCase();
  const near = [...known]
    .filter((name) => {
      const other = name.toLowerCase();
      return other.includes(word) || word.includes(other);
    })
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

function own(
  record: Readonly<Record<string, Override>>,
  key: string | null,
): Override | undefined {
  return key !== null && Object.hasOwn(record, key) ? record[key] : undefined;
}
