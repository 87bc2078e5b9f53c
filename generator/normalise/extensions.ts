import { getOwn } from "../../runtime/json-schema.js";
import { isObject, getMember, readText, toStrings } from "../shared/json.js";
import type { OperationHints } from "../model.js";
import type { Context } from "./context.js";
import { childOf, type Target } from "./schema/refs.js";

/** Where an extension of an operation may stand, from the nearest on. */
const LEVEL_SUFFIXES = ["", " of its path", " of the document"];

/** Longest name and title, in characters: what known clients take, and show. */
const MAX_NAME_LENGTH = 64;
const MAX_TITLE_LENGTH = 100;

/** What a value has to be. */
type Check = readonly [test: (value: unknown) => boolean, expected: string];

const BOOLEAN_CHECK: Check = [
  (value) => typeof value === "boolean",
  "true or false",
];
const TEXT_FIELDS = {
  name: createLengthCheck(MAX_NAME_LENGTH),
  title: createLengthCheck(MAX_TITLE_LENGTH),
};
const TEXT_CHECK: Check = [(value) => readText(value).trim() !== "", "a text"];
const TEXT_LIST_CHECK: Check = [
  (value) => Array.isArray(value) && toStrings(value).length === value.length,
  "a list of texts",
];

interface Extension {
  readonly expected: string;
  /** Of a switch: what hides. */
  readonly hidingValue?: boolean;
  /** Those besides are of other tools. */
  readonly fields?: Readonly<Record<string, Check>>;
}

/** Those with fields tell of models alone. */
const EXTENSIONS: Readonly<Record<string, Extension>> = {
  // openapi-mcp-generator has true and false, Mintlify an object.
  "x-mcp": {
    expected: "true, false or an object",
    hidingValue: false,
    fields: {
      ...TEXT_FIELDS,
      description: TEXT_CHECK,
      hidden: BOOLEAN_CHECK,
      enabled: BOOLEAN_CHECK,
    },
  },
  // https://www.speakeasy.com/docs/standalone-mcp/customize-tools
  "x-speakeasy-mcp": {
    expected: "an object",
    fields: {
      ...TEXT_FIELDS,
      description: TEXT_CHECK,
      disabled: BOOLEAN_CHECK,
      scopes: TEXT_LIST_CHECK,
    },
  },
  // What is kept from the readers of a documentation is kept from models.
  "x-internal": { expected: "true or false", hidingValue: true },
  "x-hidden": { expected: "true or false", hidingValue: true },
};
const EXTENSION_NAMES = Object.keys(EXTENSIONS);
const hasModelFields = (name: string) =>
  getOwn(EXTENSIONS, name)?.fields !== undefined;

/** What one extension says at one level. */
interface ExtensionSetting {
  readonly extension: string;
  /** From the operation, in levels. */
  readonly distance: number;
  /** Undefined: it says nothing of that. */
  readonly isHidden: boolean | undefined;
  readonly fields: ReadonlyMap<string, unknown>;
}

/**
 * What extensions ask for an operation: of each, the nearest that says something counts, and what is
 * shown to models by name is not hidden by what stands as far or farther. Hidden by what is told;
 * `scopes` choose tools, as tags do.
 */
export function readOperationHints(
  levels: readonly ((name: string) => Target)[],
  context: Context,
): OperationHints & { readonly scopes: readonly string[] } {
  const settingsByExtension = EXTENSION_NAMES.map((name) =>
    levels.map((readLevel, distance) =>
      readExtension(name, readLevel(name), distance, context),
    ),
  );
  const nearestSettings = settingsByExtension.flatMap(
    (settings) => settings.find(({ isHidden }) => isHidden !== undefined) ?? [],
  );
  const shownSettings = nearestSettings.filter(
    ({ extension, isHidden }) => !isHidden && hasModelFields(extension),
  );
  const hidingSetting = nearestSettings.find(
    (setting) =>
      setting.isHidden &&
      !shownSettings.some(({ distance }) => distance <= setting.distance),
  );
  const operationSettings = settingsByExtension.flatMap(
    ([setting]) => setting ?? [],
  );
  const readTextField = (name: string) =>
    readText(
      operationSettings
        .find(({ fields }) => fields.has(name))
        ?.fields.get(name),
    );
  return {
    hiddenBy: hidingSetting
      ? `${hidingSetting.extension}${LEVEL_SUFFIXES[hidingSetting.distance] ?? ""}`
      : null,
    name: readTextField("name"),
    title: readTextField("title"),
    description: readTextField("description"),
    scopes: operationSettings.flatMap(({ fields }) =>
      toStrings(fields.get("scopes")),
    ),
  };
}

/** Whether an extension hides a parameter. */
export function isHiddenParameter(
  parameter: Target,
  context: Context,
): boolean {
  return EXTENSION_NAMES.filter((name) => !hasModelFields(name)).some(
    (name) =>
      readExtension(name, childOf(parameter, name), 0, context).isHidden,
  );
}

function readExtension(
  extension: string,
  { value, pointer }: Target,
  distance: number,
  { warn }: Context,
): ExtensionSetting {
  const {
    expected = "",
    fields: checks,
    hidingValue,
  } = getOwn(EXTENSIONS, extension) ?? {};
  const fields = new Map<string, unknown>();
  const baseSetting = { extension, distance, fields };
  if (value === undefined) return { ...baseSetting, isHidden: undefined };
  if (typeof value === "boolean" && hidingValue !== undefined)
    return { ...baseSetting, isHidden: value === hidingValue };
  const reportInvalid = (subject: string, expectation: string) =>
    warn({
      code: "bad-extension",
      message: `${subject} must be ${expectation}; it is ignored.`,
      pointer,
      hint: "Correct it, or say it in the config's overrides.",
    });
  if (!isObject(value) || checks === undefined) {
    reportInvalid(extension, expected);
    return { ...baseSetting, isHidden: undefined };
  }
  for (const [name, [test, expectation]] of Object.entries(checks)) {
    const field = getMember(value, name);
    if (field === undefined) continue;
    if (test(field)) fields.set(name, field);
    else reportInvalid(`${name} of ${extension}`, expectation);
  }
  const hidingFields = HIDING_FIELDS.filter(([name]) => fields.has(name));
  // Who describes an operation as a tool wants it to be one.
  const isDecided = hidingFields.length > 0 || distance === 0;
  const isOff = hidingFields.some(
    ([name, offValue]) => fields.get(name) === offValue,
  );
  return { ...baseSetting, isHidden: isDecided ? isOff : undefined };
}

/** What hides, and by which value. */
const HIDING_FIELDS = [
  ["hidden", true],
  ["disabled", true],
  ["enabled", false],
] as const;

function createLengthCheck(maxLength: number): Check {
  return [
    (value) => TEXT_CHECK[0](value) && readText(value).length <= maxLength,
    `a text of up to ${maxLength} characters`,
  ];
}
