import { pointerTo, valueAt } from "../pointer.js";
import type { Args } from "../types.js";

/** What a validator found wrong, in ajv's form: https://ajv.js.org/api.html#error-objects */
export interface Mistake {
  readonly keyword: string;
  /** JSON pointer to the value. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Lines of one message, and values or names in one line. */
const SHOWN = 20;

/** One message that names every wrong argument by its JSON pointer, and what was expected there. */
export function describeMistakes(
  mistakes: readonly Mistake[],
  call: {
    readonly args: Args;
    readonly component: string;
    /** Names of all arguments. */
    readonly known: readonly string[];
  },
): string {
  const places = new Map<string, Set<string>>();
  for (const mistake of mistakes) {
    const told = tell(mistake);
    if (told === undefined) continue;
    const there = places.get(told.at) ?? new Set();
    places.set(told.at, there.add(told.rule));
  }
  const lines = [...places]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([at, rules]) => `- ${at}: ${sentence(rules, valueAt(call.args, at))}`,
    );
  const hidden = lines.length - SHOWN;
  const unknown = mistakes.some(
    ({ instancePath, params }) =>
      instancePath === "" && "additionalProperty" in params,
  );
  return [
    `Wrong arguments for ${call.component}; nothing was sent.`,
    ...lines.slice(0, SHOWN),
    ...(hidden > 0 ? [`- and ${hidden} more`] : []),
    ...(unknown ? [`Its arguments are: ${list(call.known) || "none"}.`] : []),
  ].join("\n");
}

/** Which rule was broken where; undefined for unions and conditions, told by what their branches miss. */
function tell(mistake: Mistake): { at: string; rule: string } | undefined {
  const { instancePath: at, keyword, params } = mistake;
  switch (keyword) {
    case "anyOf":
    case "if":
      return undefined;
    case "oneOf":
      return params["passingSchemas"] === null
        ? undefined
        : { at, rule: "must match only one of its alternatives" };
    case "type":
      return { at, rule: `${TYPE}${[params["type"]].flat().join(" or ")}` };
    case "required":
      return {
        at: pointerTo(at, String(params["missingProperty"])),
        rule: "is required",
      };
    case "additionalProperties":
    case "unevaluatedProperties":
      return {
        at: pointerTo(at, String(Object.values(params)[0])),
        rule: "is unknown",
      };
    case "enum":
      return { at, rule: `must be one of ${list(params["allowedValues"])}` };
    case "const":
      return { at, rule: `must be ${JSON.stringify(params["allowedValue"])}` };
    default:
      return { at, rule: mistake.message ?? `breaks the rule ${keyword}` };
  }
}

const TYPE = "must be of type ";

/** The types of a union's branches are told together. */
function sentence(rules: ReadonlySet<string>, value: unknown): string {
  const all = [...rules];
  const types = all
    .filter((rule) => rule.startsWith(TYPE))
    .map((rule) => rule.slice(TYPE.length));
  const others = all.filter((rule) => !rule.startsWith(TYPE));
  const type = `must be ${types.join(" or ")}, not ${kind(value)}`;
  return [...(types.length > 0 ? [type] : []), ...others].join("; ");
}

function kind(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function list(values: unknown): string {
  const all: unknown[] = Array.isArray(values) ? values : [];
  const shown = all.slice(0, SHOWN).map((value) => JSON.stringify(value));
  return [...shown, ...(all.length > SHOWN ? ["…"] : [])].join(", ");
}
