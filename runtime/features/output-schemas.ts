import { isSchema, listOf, own, propertiesOf, requiredOf } from "../index.js";
import { isToolResult, toAnswer, toolsOf, toToolResult } from "../index.js";
import { cutText, once, stepOf, target, toText, typeOf } from "../index.js";
import type { Args, Feature, HandlerResult, JsonSchema } from "../index.js";
import type { Schemas, ToolResult } from "../index.js";

/** Lists the types of answers, and gives these as structured content besides. */
export const outputSchemas: Feature = ({ entries, handlers }) => {
  const { "tools/call": call, "tools/list": list } = handlers;
  if (!call || !list) return {};
  const shown = once(() => {
    const all = [...toolsOf(entries)].map(([name, { component, source }]) => {
      const { $defs = {}, operations } = source.outputs ?? {};
      const { outputSchema = own(operations, component.request) } = component;
      return [name, outputSchema && declared(outputSchema, $defs)] as const;
    });
    return new Map(all);
  });
  return {
    async "tools/list"(params, caller) {
      const { tools } = (await list(params, caller)) as { tools: Listed[] }; // what the core lists
      const all = tools.map((tool) => {
        const said = shown().get(tool.name);
        return said ? { ...tool, outputSchema: said.schema } : tool;
      });
      return { tools: all };
    },
    "tools/call"(params, caller) {
      const said = shown().get(String(params["name"]));
      if (!said) return call(params, caller);
      const result = (value: HandlerResult) =>
        structured(caller.result ? caller.result(value) : value, said);
      return call(params, { ...caller, result });
    },
  };
};

type Listed = { readonly name: string };
/** What fits where anything does, and nowhere else. */
const UNFIT = { _unfit: Symbol("any"), _note: "" };

/** A schema as it is listed, with those that it refers to. An answer that is no object, or of which all names are taken, stands in `result`. */
export function declared(schema: JsonSchema, all: Schemas["$defs"]) {
  const { type } = schema;
  const root = { ...(target(schema, all)?.schema ?? schema), type };
  const isObject = type === "object" && !checkOf(root, all)(UNFIT);
  const result = { type: "object", properties: { result: schema } };
  const listed = isObject ? root : result;
  const open: JsonSchema[] = [listed];
  const used = new Map<string, JsonSchema>();
  for (const one of open)
    JSON.stringify(one, (_name, part: unknown) => {
      const shared = isSchema(part) && target(part, all);
      if (shared && !used.has(shared.name)) open.push(shared.schema);
      if (shared) used.set(shared.name, shared.schema);
      return part;
    });
  const $defs = used.size > 0 && { $defs: Object.fromEntries(used) };
  const check = once(() => checkOf(listed, all));
  return { check, isObject, schema: { ...listed, ...$defs } };
}

/** A result whose structured content its schema accepts: clients throw away what it doesn't. A note stands in it, and its text is one JSON. */
export function structured(
  given: HandlerResult,
  { check, isObject }: ReturnType<typeof declared>,
): ToolResult {
  const fitting = (data: unknown, note = "") => {
    const object = isObject ? data : { result: data };
    const all = data === undefined ? {} : object;
    const told = note && isSchema(all) ? noted(all, note) : all;
    const wrong = check()(told);
    if (!wrong) return told as Args; // an object, as all of these schemas want
    const broken = `Not as the document says, and whole in _unfit: ${wrong}.`;
    const why = data === null ? "The answer is null." : broken; // which any may be
    return { _unfit: data, _note: note ? `${note}\n${why}` : why };
  };
  const value = typeof given === "string" ? toToolResult(given) : given; // a text of a handler's own
  if (isToolResult(value)) {
    const { content, isError, structuredContent: made } = value;
    if (isError) return value;
    const texts = content.map((one) => ("text" in one ? one.text : ""));
    const note = made ? "" : texts.join("\n").trim();
    return { ...value, structuredContent: fitting(made, note) };
  }
  const answer = toAnswer(value);
  const { data, note } = answer;
  const isLong = typeof data === "string" && data.length > 1_000_000; // no room for it twice
  const isApart = isLong || data instanceof Uint8Array;
  const structuredContent = fitting(isApart ? undefined : data, note);
  const isNoted = !isApart && "_note" in structuredContent;
  const shown = toToolResult(isNoted ? structuredContent : answer);
  return { ...shown, structuredContent };
}

/** An answer behind this server's note; one of the API's own stands in it. */
function noted({ _note: said, ...answer }: JsonSchema, note: string) {
  const both = [note, ...(said === undefined ? [] : [toText(said)])];
  return { _note: both.join("\n"), ...answer };
}

type Check = (value: unknown) => string | undefined;

/** Tells where a value is other than a schema of types says, and how; undefined: nowhere. Made once: answers have many values. */
function checkOf(root: JsonSchema, $defs: Schemas["$defs"]): Check {
  const made = new Map<string, () => Check>(); // of shared schemas
  let left = 0;
  const whole = toCheck(root);
  return (value) => {
    left = 3_000_000; // alternatives in alternatives would be without end
    const wrong = whole(value);
    return wrong?.startsWith("/") ? cutText(wrong, 400) : wrong && `it${wrong}`;
  };

  function toCheck(schema: unknown): Check {
    if (!isSchema(schema)) return () => undefined;
    const { additionalProperties: others, allOf, anyOf, items, type } = schema;
    const types = [type ?? []].flat();
    const { name: to = "", schema: inner } = target(schema, $defs) ?? {};
    const shared = made.get(to) ?? once(() => toCheck(inner)); // it may lead to itself
    made.set(to, shared);
    const parts = listOf(allOf).map(toCheck);
    if (inner) parts.push((value) => shared()(value));
    const choices = listOf(anyOf).map(toCheck);
    const required = requiredOf(schema);
    const [item, other] = [toCheck(items), toCheck(others)];
    const named = propertiesOf(schema);
    const known = new Map(named.map(([name, one]) => [name, toCheck(one)]));
    return (value) => {
      if ((left -= 1) < 0) return " is too much to look at";
      const isWhole = Number.isInteger(value) && types.includes("integer");
      if (types[0] && !isWhole && !types.includes(typeOf(value))) {
        const isLong = typeof value === "string" && /^-?\d{16,}$/.test(value);
        return ` is ${typeOf(value)}${isLong ? " (as integers beyond 2^53 are told)" : ""}, not ${types.map(String).join(" or ")}`;
      }
      let wrong: string | undefined;
      for (const part of parts) wrong ??= part(value);
      if (wrong) return wrong;
      for (const choice of choices) {
        const missed = choice(value);
        wrong = missed && (wrong ?? missed);
        if (!missed) break;
      }
      if (wrong || typeof value !== "object" || value === null) return wrong;
      const lacks = required.find((one) => !Object.hasOwn(value, one));
      if (lacks !== undefined) return ` lacks ${lacks}`;
      const isList = Array.isArray(value);
      for (const key of isList ? value.keys() : Object.keys(value)) {
        const one = (value as Args)[key]; // by name or index
        const check = isList ? item : (known.get(String(key)) ?? other);
        wrong = one === undefined ? one : check(one);
        if (wrong) return `/${stepOf(String(key))}${wrong}`;
      }
      return undefined;
    };
  }
}
