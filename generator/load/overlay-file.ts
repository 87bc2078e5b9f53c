import { type Problem, ToolwrightError } from "../errors.js";
import { below } from "../shared/json-pointer.js";
import { isObject, listOf, member, toWord } from "../shared/json.js";
import type { Part } from "./source-file.js";

/** https://spec.openapis.org/overlay/v1.1.0.html#action-object */
export interface Action {
  readonly target: string;
  readonly description?: string;
  readonly update?: unknown;
  readonly copy?: string;
  readonly remove?: boolean;
}

/** What a field has to be, and whether it may be missing. */
type Field = readonly [
  expected: string,
  test: (value: unknown) => boolean,
  isNeeded?: true,
];

type Fields = Readonly<Record<string, Field>>;

const isText = (value: unknown) => typeof value === "string";
const matches = (pattern: RegExp) => (value: unknown) =>
  isText(value) && pattern.test(toWord(value));
const hasItems = (value: unknown) => listOf(value).length > 0;
const TEXT: Field = ["a text", isText];

const OVERLAY: Fields = {
  overlay: ["1.0.0 or 1.1.0", matches(/^1\.[01]\.\d+$/), true],
  info: ["an object", isObject, true],
  extends: TEXT,
  actions: ["a list of actions, and not empty", hasItems, true],
};

const INFO: Fields = {
  title: ["a text", isText, true],
  version: ["a text", isText, true],
  description: TEXT,
};

const ACTION: Fields = {
  target: ["a JSONPath, which begins with $", matches(/^\$/), true],
  description: TEXT,
  update: ["a value", (value) => value !== undefined],
  copy: TEXT,
  remove: ["true or false", (value) => typeof value === "boolean"],
};

/** The actions of an overlay. Throws one error that names everything that is wrong with it. */
export function actionsOf(overlay: Part): Action[] {
  const { value } = overlay.parsed;
  const version = toWord(member(value, "overlay"));
  const actions = listOf(member(value, "actions"));
  const texts = actions.map((action) => JSON.stringify(action));
  const last = new Map(texts.map((text, at) => [text, at]));
  const faults = [
    ...faultsOf(value, "", OVERLAY),
    ...faultsOf(member(value, "info") ?? {}, "/info", INFO),
  ];
  for (const [at, action] of actions.entries()) {
    const pointer = `/actions/${at}`;
    const tell = (what: string) =>
      faults.push([pointer, `Action ${at + 1} ${what}.`]);
    faults.push(...faultsOf(action, pointer, ACTION));
    if (last.get(texts[at] ?? "") !== at) tell("stands there twice");
    if (member(action, "copy") === undefined) continue;
    if (version.startsWith("1.0."))
      tell("has copy, which overlays know from 1.1.0 on");
    if (member(action, "update") !== undefined)
      tell("has both update and copy, so that neither counts");
  }
  if (faults.length > 0)
    throw new ToolwrightError(
      faults.map(([pointer, message]) => badOverlay(overlay, pointer, message)),
    );
  return actions as Action[]; // as has been checked
}

type Fault = readonly [pointer: string, message: string];

function faultsOf(value: unknown, pointer: string, fields: Fields): Fault[] {
  if (!isObject(value)) return [[pointer, "This must be an object."]];
  const faults: Fault[] = [];
  for (const name of Object.keys(value))
    if (!name.startsWith("x-") && !Object.hasOwn(fields, name))
      faults.push([
        below(pointer, name),
        `An overlay has no field ${JSON.stringify(name)} here.`,
      ]);
  for (const [name, [expected, test, isNeeded]] of Object.entries(fields)) {
    const own = member(value, name);
    if (own === undefined ? isNeeded : !test(own))
      faults.push([
        below(pointer, name),
        `The field ${name} must be ${expected}.`,
      ]);
  }
  return faults;
}

/** Something that is wrong with an overlay, where it stands. */
export function badOverlay(
  { name, parsed }: Part,
  pointer: string,
  message: string,
  hint = "See https://spec.openapis.org/overlay/v1.1.0.html#overlay-object.",
): Problem {
  const place = { pointer, file: name, ...parsed.locate(pointer) };
  return { code: "bad-overlay", message, ...place, hint };
}
