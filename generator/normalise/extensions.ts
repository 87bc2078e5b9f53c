import { own } from "../../runtime/schema.js";
import { isObject, member, readText, textsOf } from "../shared/json.js";
import type { Asked } from "../model.js";
import type { Context } from "./context.js";
import { childOf, type Target } from "./schema/refs.js";

/** Where an extension of an operation may stand, from the nearest on. */
const LEVELS = ["", " of its path", " of the document"];

/** Longest name and title, in characters: what known clients take, and show. */
const MAX_NAME = 64;
const MAX_TITLE = 100;

/** What a value has to be. */
type Check = readonly [test: (value: unknown) => boolean, expected: string];

const SWITCH: Check = [(value) => typeof value === "boolean", "true or false"];
const WORDS = { name: upTo(MAX_NAME), title: upTo(MAX_TITLE) };
const TEXT: Check = [(value) => readText(value).trim() !== "", "a text"];
const TEXTS: Check = [
  (value) => Array.isArray(value) && textsOf(value).length === value.length,
  "a list of texts",
];

interface Extension {
  readonly expected: string;
  /** Of a switch: what hides. */
  readonly on?: boolean;
  /** Those besides are of other tools. */
  readonly fields?: Readonly<Record<string, Check>>;
}

/** Those with fields tell of models alone. */
const EXTENSIONS: Readonly<Record<string, Extension>> = {
  // openapi-mcp-generator has true and false, Mintlify an object.
  "x-mcp": {
    expected: "true, false or an object",
    on: false,
    fields: { ...WORDS, description: TEXT, hidden: SWITCH, enabled: SWITCH },
  },
  // https://www.speakeasy.com/docs/standalone-mcp/customize-tools
  "x-speakeasy-mcp": {
    expected: "an object",
    fields: { ...WORDS, description: TEXT, disabled: SWITCH, scopes: TEXTS },
  },
  // What is kept from the readers of a documentation is kept from models.
  "x-internal": { expected: "true or false", on: true },
  "x-hidden": { expected: "true or false", on: true },
};
const NAMES = Object.keys(EXTENSIONS);
const isForModels = (name: string) =>
  own(EXTENSIONS, name)?.fields !== undefined;

/** What one extension says at one level. */
interface Saying {
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
export function readAsked(
  levels: readonly ((name: string) => Target)[],
  context: Context,
): Asked & { readonly scopes: readonly string[] } {
  const all = NAMES.map((name) =>
    levels.map((at, distance) => read(name, at(name), distance, context)),
  );
  const nearest = all.flatMap(
    (levels) => levels.find(({ isHidden }) => isHidden !== undefined) ?? [],
  );
  const shown = nearest.filter(
    ({ extension, isHidden }) => !isHidden && isForModels(extension),
  );
  const hiding = nearest.find(
    (one) =>
      one.isHidden && !shown.some(({ distance }) => distance <= one.distance),
  );
  const own = all.flatMap(([saying]) => saying ?? []);
  const text = (name: string) =>
    readText(own.find(({ fields }) => fields.has(name))?.fields.get(name));
  return {
    hiddenBy: hiding
      ? `${hiding.extension}${LEVELS[hiding.distance] ?? ""}`
      : null,
    name: text("name"),
    title: text("title"),
    description: text("description"),
    scopes: own.flatMap(({ fields }) => textsOf(fields.get("scopes"))),
  };
}

/** Whether an extension hides a parameter. */
export function isHiddenParameter(
  parameter: Target,
  context: Context,
): boolean {
  return NAMES.filter((name) => !isForModels(name)).some(
    (name) => read(name, childOf(parameter, name), 0, context).isHidden,
  );
}

function read(
  extension: string,
  { value, pointer }: Target,
  distance: number,
  { warn }: Context,
): Saying {
  const {
    expected = "",
    fields: checks,
    on,
  } = own(EXTENSIONS, extension) ?? {};
  const fields = new Map<string, unknown>();
  const said = { extension, distance, fields };
  if (value === undefined) return { ...said, isHidden: undefined };
  if (typeof value === "boolean" && on !== undefined)
    return { ...said, isHidden: value === on };
  const tell = (what: string, expected: string) =>
    warn({
      code: "bad-extension",
      message: `${what} must be ${expected}; it is ignored.`,
      pointer,
      hint: "Correct it, or say it in the config's overrides.",
    });
  if (!isObject(value) || checks === undefined) {
    tell(extension, expected);
    return { ...said, isHidden: undefined };
  }
  for (const [name, [test, expected]] of Object.entries(checks)) {
    const field = member(value, name);
    if (field === undefined) continue;
    if (test(field)) fields.set(name, field);
    else tell(`${name} of ${extension}`, expected);
  }
  const switches = OFF.filter(([name]) => fields.has(name));
  // Who describes an operation as a tool wants it to be one.
  const isSaid = switches.length > 0 || distance === 0;
  const isOff = switches.some(([name, off]) => fields.get(name) === off);
  return { ...said, isHidden: isSaid ? isOff : undefined };
}

/** What hides, and by which value. */
const OFF = [
  ["hidden", true],
  ["disabled", true],
  ["enabled", false],
] as const;

function upTo(most: number): Check {
  return [
    (value) => TEXT[0](value) && readText(value).length <= most,
    `a text of up to ${most} characters`,
  ];
}
