import { getOwn } from "../runtime.js";
import { isObject, getMember, readText, toStrings } from "../shared/json.js";
import type { OperationHints } from "../model.js";
import type { Context } from "./context.js";
import { childOf, type Target } from "./schema/refs.js";

/** Places of an extension for an operation, the nearest first, as they are named in findings. */
const LEVEL_SUFFIXES = ["", " of its path", " of the document"];

/** Maximum lengths of names and titles in characters: known clients accept the one and show the other in full. */
const MAX_NAME_LENGTH = 64;
const MAX_TITLE_LENGTH = 100;

/** Check of a value: a test, and the expected type as findings name it. */
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
  "a list of strings",
];

interface Extension {
  readonly expected: string;
  /** Boolean value that hides an operation; undefined if a boolean means nothing here. */
  readonly hidingValue?: boolean;
  /** Fields that are read. Other fields belong to other tools. */
  readonly fields?: Readonly<Record<string, Check>>;
}

/** Extensions that are read. Those with `fields` are made for models; the others hide things from users, too. */
const EXTENSIONS: Readonly<Record<string, Extension>> = {
  // openapi-mcp-generator writes booleans, Mintlify an object.
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
  // Operations that are hidden from readers of the documentation are hidden from models.
  "x-internal": { expected: "true or false", hidingValue: true },
  "x-hidden": { expected: "true or false", hidingValue: true },
};
const EXTENSION_NAMES = Object.keys(EXTENSIONS);
const hasModelFields = (name: string) =>
  getOwn(EXTENSIONS, name)?.fields !== undefined;

/** Settings of one extension at one place. */
interface ExtensionSetting {
  readonly extension: string;
  /** Number of levels from the operation: 0 for its own extension. */
  readonly distance: number;
  /** Undefined if the extension doesn't say whether the operation is hidden. */
  readonly isHidden: boolean | undefined;
  readonly fields: ReadonlyMap<string, unknown>;
}

/**
 * Reads the extensions of an operation. Of each extension, the nearest place that says whether the operation is hidden
 * counts. An extension for models that shows the operation overrides others that hide it from the same or a farther
 * place. `hiddenBy` names the extension and its place; `scopes` select tools, as tags do.
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

/** True if an extension hides a parameter. */
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
      message: `${subject} must be ${expectation}; it was ignored.`,
      pointer,
      hint: "Fix it, or set it in the config's overrides.",
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
  // An extension on the operation itself that describes it as a tool asks for a tool.
  const isDecided = hidingFields.length > 0 || distance === 0;
  const isOff = hidingFields.some(
    ([name, offValue]) => fields.get(name) === offValue,
  );
  return { ...baseSetting, isHidden: isDecided ? isOff : undefined };
}

/** Fields that hide an operation, each with the value that does. */
const HIDING_FIELDS = [
  ["hidden", true],
  ["disabled", true],
  ["enabled", false],
] as const;

function createLengthCheck(maxLength: number): Check {
  return [
    (value) => TEXT_CHECK[0](value) && readText(value).length <= maxLength,
    `a string of up to ${maxLength} characters`,
  ];
}
