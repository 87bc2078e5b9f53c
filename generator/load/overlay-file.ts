import { type Problem, ToolwrightError } from "../errors.js";
import { appendPointer } from "../shared/json-pointer.js";
import { isObject, toArray, getMember, toWord } from "../shared/json.js";
import type { SourceFile } from "./source-file.js";

/** Action of an overlay: https://spec.openapis.org/overlay/v1.1.0.html#action-object */
export interface OverlayAction {
  readonly target: string;
  readonly description?: string;
  readonly update?: unknown;
  readonly copy?: string;
  readonly remove?: boolean;
}

/** Check of a field: its description, a test, and true if it is required. */
type FieldRule = readonly [
  expected: string,
  test: (value: unknown) => boolean,
  isNeeded?: true,
];

type FieldRules = Readonly<Record<string, FieldRule>>;

const isText = (value: unknown) => typeof value === "string";
const matchesPattern = (pattern: RegExp) => (value: unknown) =>
  isText(value) && pattern.test(toWord(value));
const hasItems = (value: unknown) => toArray(value).length > 0;
const TEXT: FieldRule = ["a text", isText];

const OVERLAY: FieldRules = {
  overlay: ["1.0.0 or 1.1.0", matchesPattern(/^1\.[01]\.\d+$/), true],
  info: ["an object", isObject, true],
  extends: TEXT,
  actions: ["a list of one action or more", hasItems, true],
};

const INFO: FieldRules = {
  title: ["a text", isText, true],
  version: ["a text", isText, true],
  description: TEXT,
};

const ACTION: FieldRules = {
  target: ["a JSONPath that begins with $", matchesPattern(/^\$/), true],
  description: TEXT,
  update: ["a value", (value) => value !== undefined],
  copy: TEXT,
  remove: ["true or false", (value) => typeof value === "boolean"],
};

/** Validated actions of an overlay. Throws one `ToolwrightError` that names everything wrong with it. */
export function parseActions(overlay: SourceFile): OverlayAction[] {
  const { value } = overlay.parsed;
  const version = toWord(getMember(value, "overlay"));
  const actions = toArray(getMember(value, "actions"));
  const texts = actions.map((action) => JSON.stringify(action));
  const lastIndexes = new Map(texts.map((text, at) => [text, at]));
  const faults = [
    ...findFaults(value, "", OVERLAY),
    ...findFaults(getMember(value, "info") ?? {}, "/info", INFO),
  ];
  for (const [index, action] of actions.entries()) {
    const pointer = `/actions/${index}`;
    const addFault = (complaint: string) =>
      faults.push([pointer, `Action ${index + 1} ${complaint}.`]);
    faults.push(...findFaults(action, pointer, ACTION));
    if (lastIndexes.get(texts[index] ?? "") !== index)
      addFault("is there twice");
    if (getMember(action, "copy") === undefined) continue;
    if (version.startsWith("1.0."))
      addFault("has copy, which needs overlay version 1.1.0");
    if (getMember(action, "update") !== undefined)
      addFault("has both update and copy; use one");
  }
  if (faults.length > 0)
    throw new ToolwrightError(
      faults.map(([pointer, message]) =>
        overlayProblem(overlay, pointer, message),
      ),
    );
  return actions as OverlayAction[]; // checked above
}

type FieldFault = readonly [pointer: string, message: string];

function findFaults(
  value: unknown,
  pointer: string,
  fields: FieldRules,
): FieldFault[] {
  if (!isObject(value)) return [[pointer, "This must be an object."]];
  const faults: FieldFault[] = [];
  for (const name of Object.keys(value))
    if (!name.startsWith("x-") && !Object.hasOwn(fields, name))
      faults.push([
        appendPointer(pointer, name),
        `Unknown field of an overlay: ${JSON.stringify(name)}.`,
      ]);
  for (const [name, [expected, test, isNeeded]] of Object.entries(fields)) {
    const fieldValue = getMember(value, name);
    if (fieldValue === undefined ? isNeeded : !test(fieldValue))
      faults.push([
        appendPointer(pointer, name),
        `The field ${name} must be ${expected}.`,
      ]);
  }
  return faults;
}

/** Problem of an overlay, with its position. */
export function overlayProblem(
  { name, parsed }: SourceFile,
  pointer: string,
  message: string,
  hint = "See https://spec.openapis.org/overlay/v1.1.0.html#overlay-object.",
): Problem {
  const place = { pointer, file: name, ...parsed.locate(pointer) };
  return { code: "bad-overlay", message, ...place, hint };
}
