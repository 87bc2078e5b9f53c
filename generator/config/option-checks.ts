import { isObject } from "../json.js";

/** What the value of an option has to be. */
export interface OptionCheck {
  readonly test: (value: unknown) => boolean;
  /** Goes on after "must be". */
  readonly expected: string;
  /** A relative one starts where it is written down; URLs and `-`, standard input, are at home everywhere. */
  readonly isPath?: true;
  /** It may hold a password, and is never shown. */
  readonly isSecret?: true;
}

export const TEXT = mustBe("a text", isText);
export const PATH = { ...TEXT, isPath: true } as const;
export const PATHS = {
  ...mustBe("a list of files", (value) => isListOf(value, isText)),
  isPath: true,
} as const;
export const DOCUMENT = {
  ...mustBe("a text or an object", (value) => isText(value) || isObject(value)),
  isPath: true,
} as const;
export const ROUTE = mustBe(
  "a path such as /openapi.json",
  (value) => isText(value) && value.startsWith("/"),
);
export const PREFIX = mustBe(
  "a path such as /v1",
  (value) => typeof value === "string",
);
export const HTTP_URL = {
  ...mustBe("an http or https URL without user and password", isPublicUrl),
  isSecret: true,
} as const;
export const SECONDS = {
  ...mustBe("a number of seconds above 0", isPositive),
  parse: Number,
};
export const SECONDS_BY_NAME = mustBe(
  "an object of seconds by tool name",
  (value) => isObject(value) && Object.values(value).every(isPositive),
);
export const RECORD = mustBe("an object", isObject);
export const NAMES = mustBe("a list of names", (value) =>
  isListOf(value, isText),
);
export const ROUTE_MAPS = mustBe(
  "a list of { methods, pattern, tags, routeType }, with no other field",
  (value) => isListOf(value, isRule),
);
export const SOURCES = mustBe(
  "a list of { name, document, … }",
  (value) => isListOf(value, isObject) && value.length > 0,
);

/** Names that are names of files, too; fields are texts, but for those of arguments. */
export const PROMPTS = mustBe(
  "an object of { title, description, text, arguments } by name, such as plan_trip: lower-case words, and no word that Windows keeps",
  (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, one]) =>
        PROMPT_NAME.test(name) &&
        isObject(one) &&
        isText(one["text"]) &&
        Object.entries(one).every(([field, said]) =>
          field === "arguments"
            ? isObject(said) && Object.values(said).every(isPromptArgument)
            : /^(title|description|text)$/.test(field) && isText(said),
        ),
    ),
);

const PROMPT_NAME =
  /^(?!(index|con|prn|aux|nul|(com|lpt)\d)$)[a-z][a-z0-9]*([_-][a-z][a-z0-9]*)*$/;

function isPromptArgument(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(([field, said]) =>
      field === "required"
        ? said === true
        : field === "description" && isText(said),
    )
  );
}

/** A field of another name would leave the rule wider than it is meant. */
function isRule(value: unknown): boolean {
  const isKnown = (name: string) =>
    /^(methods|pattern|tags|routeType)$/.test(name);
  return isObject(value) && Object.keys(value).every(isKnown);
}

/** Off unless it is on. */
export const SWITCH = {
  ...mustBe("true or false", (value) => typeof value === "boolean"),
  fallback: false,
};

export function wholeNumber(least: number) {
  return mustBe(
    `a whole number from ${least}`,
    (value) => Number.isInteger(value) && Number(value) >= least,
  );
}

export function oneOf<const Word extends string>(choices: readonly Word[]) {
  const words: readonly unknown[] = choices;
  const expected = `one of ${choices.join(", ")}`;
  return { ...mustBe(expected, (value) => words.includes(value)), choices };
}

export function someOf(choices: readonly string[]) {
  const { test } = oneOf(choices);
  return mustBe(`a list of ${choices.join(", ")}`, (value) =>
    isListOf(value, test),
  );
}

export function mustBe(expected: string, test: OptionCheck["test"]) {
  return { expected, test };
}

function isListOf(
  value: unknown,
  test: OptionCheck["test"],
): value is unknown[] {
  return Array.isArray(value) && value.every((item) => test(item));
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

function isPublicUrl(value: unknown): boolean {
  if (!isText(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username + password === "";
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
