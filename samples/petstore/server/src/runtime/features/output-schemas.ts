import {
  cutText,
  isOfType,
  isSchema,
  isToolResult,
  listOf,
  once,
  own,
  requiredOf,
  stepOf,
  target,
  toAnswer,
  toolsOf,
  toToolResult,
  typeOf,
} from "../index.js";
import type { Args, Feature, HandlerResult, JsonSchema } from "../index.js";
import type { Schemas, ToolResult } from "../index.js";

type Definitions = Schemas["$defs"];

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
export function declared(schema: JsonSchema, all: Definitions) {
  const { type } = schema;
  const root = { ...(target(schema, all)?.schema ?? schema), type };
  const whole = { ...root, $defs: all };
  const isObject = type === "object" && !misfit(UNFIT, whole);
  const result = { type: "object", properties: { result: schema } };
  const open: JsonSchema[] = [isObject ? root : result];
  const used = new Map<string, JsonSchema>();
  for (const one of open)
    JSON.stringify(one, (_name, part: unknown) => {
      const shared = isSchema(part) && target(part, all);
      if (shared && !used.has(shared.name)) open.push(shared.schema);
      if (shared) used.set(shared.name, shared.schema);
      return part;
    });
  const $defs = used.size > 0 && { $defs: Object.fromEntries(used) };
  return { isObject, schema: { ...open[0], ...$defs } };
}

/** A result whose structured content its schema accepts: clients throw away what it doesn't. A note stands in it, and its text is one JSON. */
export function structured(
  given: HandlerResult,
  { isObject, schema }: ReturnType<typeof declared>,
): ToolResult {
  const fitting = (given: unknown, note = "") => {
    const object = isObject ? given : { result: given };
    const all = given === undefined ? {} : object;
    const told = note && isSchema(all) ? { _note: note, ...all } : all;
    const wrong = misfit(told, schema);
    if (!wrong) return told as Args; // an object, as all of these schemas want
    const why = `Not as the document says, and whole in _unfit: ${wrong}.`;
    return { _unfit: given, _note: note ? `${note}\n${why}` : why };
  };
  const value = typeof given === "string" ? toToolResult(given) : given; // a text of a handler's own
  if (isToolResult(value)) {
    const { content, isError, structuredContent: given } = value;
    if (isError) return value;
    const texts = content.map((one) => ("text" in one ? one.text : ""));
    const note = given ? "" : texts.join("\n").trim();
    return { ...value, structuredContent: fitting(given, note) };
  }
  const answer = toAnswer(value);
  const { data, note } = answer;
  const isFile = data instanceof Uint8Array;
  const structuredContent = fitting(isFile ? undefined : data, note);
  if (isFile || !("_note" in structuredContent))
    return { ...toToolResult(answer), structuredContent };
  const text = JSON.stringify(structuredContent);
  return { content: [{ type: "text", text }], structuredContent };
}

type Wrong = string | undefined;

/** Where a value is other than a schema of types says, and how; undefined: nowhere. */
function misfit(whole: unknown, root: JsonSchema): Wrong {
  const { $defs = {} } = root as { readonly $defs?: Definitions };
  let left = 1_000_000; // alternatives in alternatives would be without end
  const wrong = look(whole, root);
  return wrong?.startsWith("/") ? cutText(wrong, 400) : wrong && `it${wrong}`;

  function look(value: unknown, schema: JsonSchema): Wrong {
    const { allOf, anyOf, items, properties, type } = schema;
    const types = type === undefined ? [] : [type].flat();
    if ((left -= 1) < 0) return " is too much to look at";
    if (types[0] && !isOfType(value, types))
      return ` is ${typeOf(value)}, not ${types.map(String).join(" or ")}`;
    const shared = target(schema, $defs)?.schema ?? [];
    for (const part of [shared, listOf(allOf)].flat()) {
      const wrong = look(value, part);
      if (wrong) return wrong;
    }
    let missed: Wrong;
    for (const choice of listOf(anyOf)) {
      const wrong = look(value, choice);
      missed = wrong && (missed ?? wrong);
      if (!wrong) break;
    }
    if (missed || typeof value !== "object" || value === null) return missed;
    const lacks = requiredOf(schema).find((one) => !Object.hasOwn(value, one));
    if (lacks !== undefined) return ` lacks ${lacks}`;
    const { additionalProperties: others } = schema;
    const named = properties as Definitions | undefined; // as JSON Schema says
    const isList = Array.isArray(value);
    if (!(isList ? items : (named ?? others))) return undefined;
    for (const [key, one] of isList ? value.entries() : Object.entries(value)) {
      const rule = isList ? items : (own(named, String(key)) ?? others);
      const isSaid = one !== undefined && isSchema(rule);
      const wrong = isSaid && look(one, rule);
      if (wrong) return `/${stepOf(String(key))}${wrong}`;
    }
    return undefined;
  }
}
