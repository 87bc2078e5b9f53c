import { literal, propertyKey } from "../emit/literal.js";
import { below } from "../shared/json-pointer.js";
import { isObject, member, members, readText, toWord } from "../shared/json.js";
import { parsed } from "../../runtime/features/sent.js";
import { requiredOf } from "../../runtime/schema.js";
import type { PlannedComponent } from "../plan/component.js";
import { leave, objectOf, type Step } from "./arazzo.js";
import { evaluate, isExpression, valueOf, type Scope } from "./expressions.js";
import {
  childOf,
  claim,
  fits,
  type Known,
  knownOf,
  onlyOf,
  scalar,
  UNKNOWN,
  type Value,
} from "./typed-values.js";

/** What arguments are written with: statements come before the call. */
type Writing = Scope & {
  readonly before: string[];
  /** Levels of the value that it stands in. */
  readonly depth?: number;
};

/** Levels of what is sent. */
const MOST_LEVELS = 100;

/** What a step sends to its operation, by name of argument. */
export function sentBy(
  { args, body }: PlannedComponent,
  { given, id, parameters, pointer }: Step,
  drop: Scope["drop"],
): Record<string, unknown> {
  const at = `${pointer}/requestBody`;
  const { payload: said } = objectOf(given["requestBody"] ?? {}, at);
  const payload = typeof said === "string" ? parsed(said) : said;
  const whole = args.find((one) => one.in === "body" && body?.schema === null);
  if (payload !== undefined && !whole && !(body && isObject(payload)))
    leave(pointer, "This body is not served: write its fields one by one.");
  const isOne = whole !== undefined && payload !== undefined;
  const named = isOne ? { [whole.wireName]: payload } : payload;
  const fields = members(named).map(([name, value]) => ({
    given: { in: "body", name, value },
    pointer: below(`${at}/payload`, name),
  }));
  const byPlace = new Map(
    args.toReversed().map((one) => [placeOf(one.in, one.wireName), one]),
  );
  const sent = new Map<string, unknown>();
  for (const { given, pointer } of [...parameters, ...fields]) {
    const { in: place, name, value } = given;
    const to = byPlace.get(placeOf(place, name));
    if (to === undefined) {
      const message = `${toWord(name)} in ${toWord(place)} is not sent to operations that don't take it. Credentials are the server's.`;
      drop({ code: "workflow-value-dropped", message, pointer });
    } else sent.set(to.name, value);
  }
  const missing = args.find((one) => one.required && !sent.has(one.name));
  if (missing !== undefined)
    leave(pointer, `${id} gives no value for ${missing.wireName}.`);
  return Object.fromEntries(sent);
}

/** Where an argument stands in a request, and its name there; headers have theirs in any case of its letters. */
function placeOf(place: unknown, name: unknown): string {
  const word = readText(name);
  return `${readText(place)} ${place === "header" ? word.toLowerCase() : word}`;
}

interface Written {
  readonly code: string;
  /** The compiler sees that it fits. */
  readonly sure: boolean;
  /** The name of what may be missing. */
  readonly maybe?: string;
}

/** A value of the document, whose texts may be expressions, as it is given to a place. */
export function write(
  raw: unknown,
  wanted: Known,
  name: string,
  outer: Writing,
): Written {
  const { depth = 0 } = outer;
  if (depth > MOST_LEVELS)
    leave(outer.pointer, `It sends more than ${MOST_LEVELS} levels.`);
  const writing = { ...outer, depth: depth + 1 };
  const value = valueIn(raw, writing);
  if (value !== undefined) return place(value, wanted, name, writing);
  if (Array.isArray(raw)) {
    const items = childOf(wanted, "0");
    const all = raw.map((item) => write(item, items ?? UNKNOWN, name, writing));
    for (const { maybe } of all) if (maybe) guard(maybe, name, writing);
    const code = `[${all.map((one) => one.code).join(", ")}]`;
    return { code, sure: items !== undefined && all.every(({ sure }) => sure) };
  }
  if (!isObject(raw)) {
    const known = knownOf({ const: raw }, wanted.schemas);
    return { code: literal(raw), sure: raw !== null && fits(known, wanted) };
  }
  const needed = requiredOf(onlyOf(wanted)?.shape ?? {});
  let sure = needed.every((one) => Object.hasOwn(raw, one));
  const parts = Object.entries(raw).map(([key, item]) => {
    const child = childOf(wanted, key);
    const { code, maybe, ...one } = write(item, child ?? UNKNOWN, key, writing);
    sure &&= one.sure && child !== undefined;
    const own = propertyKey(key);
    const part = own === code ? own : `${own}: ${code}`;
    if (maybe === undefined) return part;
    if (!needed.includes(key)) return `...(${maybe} != null && { ${part} })`;
    guard(maybe, key, writing);
    return part;
  });
  return { code: `{ ${parts.join(", ")} }`, sure };
}

/** An expression, a text with some in it, or a selector; undefined: a value of its own. */
function valueIn(raw: unknown, scope: Scope): Value | undefined {
  if (isExpression(member(raw, "context")) && member(raw, "selector"))
    return valueOf(raw, scope);
  if (typeof raw !== "string") return undefined;
  const parts = raw.split(/\{(\$[^{}]+)\}/);
  const [, only] = /^\{(\$[^{}]+)\}$/.exec(raw) ?? [];
  if (only !== undefined || isExpression(raw))
    return evaluate(only ?? raw, scope);
  if (parts.length === 1) return undefined;
  const code = parts.map((part, at) => {
    if (at % 2 === 0)
      return literal(part)
        .slice(1, -1)
        .replace(/`|\$(?=\{)/g, "\\$&");
    const { code: inner, optional } = evaluate(part, scope);
    return `\${${inner}${optional ? ' ?? ""' : ""}}`;
  });
  return { ...scalar("string"), code: `\`${code.join("")}\``, optional: false };
}

/** A value that may be missing stands under a name, so that the compiler sees where it is there. */
function place(
  value: Value,
  wanted: Known,
  name: string,
  { before, named, taken }: Writing,
): Written {
  const { code, optional } = value;
  const sure = fits(value, wanted);
  if (!optional) return { code, sure };
  const known = /^args\.\w+$/.test(code) ? code : named.get(code);
  const maybe = known ?? claim(name, taken);
  if (known === undefined) before.push(`const ${maybe} = ${code};`);
  named.set(code, maybe);
  return { code: maybe, sure, maybe };
}

function guard(maybe: string, name: string, { before, named }: Writing) {
  const message = literal(`There is no value for ${name}.`);
  const line = `if (${maybe} == null) throw new CallError(${message});`;
  if (!named.has(line)) before.push(line);
  named.set(line, maybe);
}
