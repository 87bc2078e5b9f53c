import { type Problem, ToolwrightError } from "../errors.js";
import { below, isObject, listOf, member } from "../json.js";
import type { Part } from "./part.js";

/** https://spec.openapis.org/overlay/v1.1.0.html#action-object */
export interface Action {
  readonly target: string;
  readonly description?: string;
  readonly update?: unknown;
  readonly copy?: string;
  readonly remove?: boolean;
}

/** What a field has to be, and whether it may be missing. */
interface Field {
  readonly test: (value: unknown) => boolean;
  readonly expected: string;
  readonly isNeeded?: true;
}

type Fields = Readonly<Record<string, Field>>;

const isText = (value: unknown) => typeof value === "string";
const TEXT = { test: isText, expected: "a text" };
const NEEDED_TEXT = { ...TEXT, isNeeded: true } as const;

const OVERLAY: Fields = {
  overlay: {
    test: (value) => isText(value) && /^1\.[01]\.\d+$/.test(String(value)),
    expected: "1.0.0 or 1.1.0",
    isNeeded: true,
  },
  info: { test: isObject, expected: "an object", isNeeded: true },
  extends: TEXT,
  actions: {
    test: (value) => listOf(value).length > 0,
    expected: "a list of actions, and not empty",
    isNeeded: true,
  },
};

const INFO: Fields = {
  title: NEEDED_TEXT,
  version: NEEDED_TEXT,
  description: TEXT,
};

const ACTION: Fields = {
  target: {
    test: (value) => isText(value) && String(value).startsWith("$"),
    expected: "a JSONPath, which begins with $",
    isNeeded: true,
  },
  description: TEXT,
  update: { test: (value) => value !== undefined, expected: "a value" },
  copy: TEXT,
  remove: {
    test: (value) => typeof value === "boolean",
    expected: "true or false",
  },
};

/** The actions of an overlay. Throws one error that names everything that is wrong with it. */
export function actionsOf(overlay: Part): Action[] {
  const { value } = overlay.parsed;
  const version = String(member(value, "overlay"));
  const actions = listOf(member(value, "actions"));
  const texts = actions.map((action) => JSON.stringify(action));
  const last = new Map(texts.map((text, at) => [text, at]));
  const faults = [
    ...faultsOf(value, "", OVERLAY),
    ...faultsOf(member(value, "info") ?? {}, "/info", INFO),
    ...actions.flatMap((action, at) => {
      const pointer = `/actions/${at}`;
      const copies = member(action, "copy") !== undefined;
      const told = (isSo: boolean, what: string): Fault[] =>
        isSo ? [[pointer, `Action ${at + 1} ${what}.`]] : [];
      return [
        ...faultsOf(action, pointer, ACTION),
        ...told(last.get(texts[at] ?? "") !== at, "stands there twice"),
        ...told(
          copies && version.startsWith("1.0."),
          "has copy, which overlays know from 1.1.0 on",
        ),
        ...told(
          copies && member(action, "update") !== undefined,
          "has both update and copy, so that neither counts",
        ),
      ];
    }),
  ];
  if (faults.length > 0)
    throw new ToolwrightError(
      faults.map(([pointer, message]) => badOverlay(overlay, pointer, message)),
    );
  return actions as Action[]; // as has been checked
}

type Fault = readonly [pointer: string, message: string];

function faultsOf(value: unknown, pointer: string, fields: Fields): Fault[] {
  if (!isObject(value)) return [[pointer, "This must be an object."]];
  const strange = Object.keys(value).filter(
    (name) => !name.startsWith("x-") && !Object.hasOwn(fields, name),
  );
  return [
    ...strange.map((name): Fault => [
      below(pointer, name),
      `An overlay has no field ${JSON.stringify(name)} here.`,
    ]),
    ...Object.entries(fields).flatMap(([name, field]): Fault[] => {
      const own = member(value, name);
      const isRight =
        own === undefined ? field.isNeeded !== true : field.test(own);
      const what = `The field ${name} must be ${field.expected}.`;
      return isRight ? [] : [[below(pointer, name), what]];
    }),
  ];
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
