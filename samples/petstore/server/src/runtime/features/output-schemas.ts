// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import {
  isSchema,
  schemasIn,
  getOwn,
  propertiesOf,
  requiredOf,
} from "../index.js";
import {
  isOfType,
  isToolResult,
  toApiResponse,
  collectTools,
} from "../index.js";
import {
  truncateText,
  lazy,
  escapePointerToken,
  resolveRef,
  toText,
  typeOf,
} from "../index.js";
import type { Args, Feature, HandlerResult } from "../index.js";
import type {
  JsonSchema,
  ResultOrigin,
  Schemas,
  ToolResult,
} from "../index.js";

/** Lists the types of responses, and gives these as structured content besides. */
export const structuredOutput: Feature = ({ entries, handlers }) => {
  const { "tools/call": call, "tools/list": list } = handlers;
  if (!call || !list) return {};
  const shown = lazy(() => {
    const all = [...collectTools(entries)].map(
      ([name, { component, source }]) => {
        const { $defs = {}, operations } = source.outputSchemas ?? {};
        const fromDocument = getOwn(operations, component.request);
        const schema = component.outputSchema ?? fromDocument;
        const isOwn = component.outputSchema !== undefined;
        return [
          name,
          schema && { ...declaredSchema(schema, $defs), isOwn },
        ] as const;
      },
    );
    return new Map(all);
  });
  /** Names of tools that the log was told of. */
  const logged = new Set<string>();
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
      const name = String(params["name"]);
      const said = shown().get(name);
      if (!said) return call(params, caller);
      const structuredContent = (
        value: HandlerResult,
        origin: ResultOrigin,
      ) => {
        const { content, isReshaped } = toStructured(value, said, origin);
        if (isReshaped && !logged.has(name)) {
          const line = JSON.stringify(sketchOf(dataOf(value)));
          const hint = `The handler returns another shape than the document declares. Add this line to its module: outputSchema: ${line},`;
          caller.log.info("reshaped", { name, hint });
          logged.add(name);
        }
        return content;
      };
      return call(params, { ...caller, structuredContent });
    },
  };
};

type Listed = { readonly name: string };

/** Where a value stands that differs from its schema, and where one does that nobody is to blame for. */
const UNFIT = "_unfit";
const RESULT = "_result";
/** Fits where anything does, and nowhere else. */
const PROBE = { [UNFIT]: Symbol("any"), [RESULT]: Symbol("any"), _note: "" };

/** A schema as it is listed, with those that it refers to. A response that may be no object, or of which all names are taken, stands in `result`. */
export function declaredSchema(schema: JsonSchema, all: Schemas["$defs"]) {
  const { type } = schema;
  const root = { ...(resolveRef(schema, all)?.schema ?? schema), type };
  const isObject = type === "object" && !checkOf(root, all)(PROBE);
  const result = { type: "object", properties: { result: schema } };
  const listed = isObject ? root : result;
  const open: JsonSchema[] = [listed];
  const used = new Map<string, JsonSchema>();
  for (const one of open)
    JSON.stringify(one, (_name, part: unknown) => {
      const shared = isSchema(part) && resolveRef(part, all);
      if (shared && !used.has(shared.name)) open.push(shared.schema);
      if (shared) used.set(shared.name, shared.schema);
      return part;
    });
  const $defs = used.size > 0 && { $defs: Object.fromEntries(used) };
  const check = lazy(() => checkOf(listed, all));
  return { check, isObject, schema: { ...listed, ...$defs } };
}

/** A schema as it is listed; `isOwn`: the module says it, and not the document. */
interface Declared extends ReturnType<typeof declaredSchema> {
  readonly isOwn?: boolean;
}

/** Structured content; `isReshaped`: the handler's own value has another shape than the document declares. */
interface Structured {
  readonly content: ToolResult["structuredContent"];
  readonly isReshaped?: boolean;
}

/**
 * Structured content that its schema accepts, since clients throw away a result whose content it doesn't. What differs is
 * wrapped, and `_note` says how; a note stands there as well. None for an error.
 */
export function toStructured(
  value: HandlerResult,
  { check, isObject, isOwn = false }: Declared,
  origin: ResultOrigin,
): Structured {
  if (isToolResult(value) && value.isError) return { content: undefined };
  const data = dataOf(value);
  const note = noteOf(value);
  const object = isObject ? data : { result: data };
  const all = data === undefined ? {} : object;
  const content = note && isSchema(all) ? noted(all, note) : all;
  const wrapped = (name: string, why: string) => ({
    [name]: data,
    _note: note ? `${note}\n${why}` : why,
  });
  const wrong = check()(content);
  if (!wrong) return { content: content as Args }; // an object, as all of these schemas want
  if (!check()(content, { isExact: true })) {
    const why = `Integers beyond 2^53 are texts of their digits; see \`${RESULT}\`.`;
    return { content: wrapped(RESULT, why) };
  }
  if (origin === "handler" && !isOwn) {
    const why = `See \`${RESULT}\`: returned by this server's own handler.`;
    return { content: wrapped(RESULT, why), isReshaped: true };
  }
  const schema = isOwn ? "the outputSchema of its tool" : "its schema";
  const why = `Response differs from ${schema} (${wrong}); see \`${UNFIT}\`.`;
  return { content: wrapped(UNFIT, why) };
}

/** Data of a result. Files stand in its content alone, as texts do for which a message has no room twice. */
function dataOf(value: HandlerResult): unknown {
  if (isToolResult(value)) return value.structuredContent;
  const { data } = toApiResponse(value);
  const isLong = typeof data === "string" && data.length > 1_000_000;
  return isLong || data instanceof Uint8Array ? undefined : data;
}

/** A note of a response; of a whole result without structured content, its texts. */
function noteOf(value: HandlerResult): string | undefined {
  if (!isToolResult(value)) return toApiResponse(value).note;
  const { content, structuredContent } = value;
  const texts = content.map((one) => ("text" in one ? one.text : ""));
  return structuredContent ? undefined : texts.join("\n").trim();
}

/** Names of an object, and levels, that a sketch has. */
const NAMES = 20;
const LEVELS = 3;

/** The schema that a value could have, for people to copy: its types alone. */
function sketchOf(value: unknown, level = 0): JsonSchema {
  if (value === null || value === undefined || level > LEVELS) return {};
  if (Array.isArray(value)) {
    const [first] = value as unknown[];
    const items = sketchOf(first, level + 1);
    return { type: "array", ...(Object.keys(items).length > 0 && { items }) };
  }
  if (typeof value !== "object") return { type: typeof value };
  const properties = Object.entries(value)
    .slice(0, NAMES)
    .map(([name, one]) => [name, sketchOf(one, level + 1)] as const);
  return { type: "object", properties: Object.fromEntries(properties) };
}

/** An answer behind this server's note; one of the API's own stands in it. */
function noted({ _note: said, ...answer }: JsonSchema, note: string) {
  const both = [note, ...(said === undefined ? [] : [toText(said)])];
  return { _note: both.join("\n"), ...answer };
}

type Check = (value: unknown) => string | undefined;

/** `isExact`: texts of the digits of integers beyond 2^53 are numbers, as which they came. */
type RootCheck = (
  value: unknown,
  how?: { readonly isExact: boolean },
) => string | undefined;

/** `/id: got string, expected integer or null`: the first place where a value is other than a schema of types says. Undefined: none. Made once: responses have many values. */
function checkOf(root: JsonSchema, $defs: Schemas["$defs"]): RootCheck {
  const made = new Map<string, () => Check>(); // of shared schemas
  let left = 0;
  let isExact = false;
  const whole = toCheck(root);
  return (value, how) => {
    left = 3_000_000; // alternatives in alternatives would be without end
    isExact = how?.isExact ?? false;
    const wrong = whole(value);
    return wrong && truncateText(wrong.replace(/^: /, ""), 400);
  };

  function toCheck(schema: unknown): Check {
    if (!isSchema(schema)) return () => undefined;
    const { additionalProperties: others, allOf, anyOf, items, type } = schema;
    const types = [type ?? []].flat();
    const isNumber = types.some((one) => one === "integer" || one === "number");
    const { name: to = "", schema: inner } = resolveRef(schema, $defs) ?? {};
    const shared = made.get(to) ?? lazy(() => toCheck(inner)); // it may lead to itself
    made.set(to, shared);
    const parts = schemasIn(allOf).map(toCheck);
    if (inner) parts.push((value) => shared()(value));
    const choices = schemasIn(anyOf).map(toCheck);
    const required = requiredOf(schema);
    const [item, other] = [toCheck(items), toCheck(others)];
    const named = propertiesOf(schema);
    const known = new Map(named.map(([name, one]) => [name, toCheck(one)]));
    return (value) => {
      if ((left -= 1) < 0) return ": too much to look at";
      if (types[0] && !types.includes(typeOf(value))) {
        const isText = typeof value === "string";
        const isWhole = isText
          ? isExact && isNumber && isOfType(value, ["integer"])
          : Number.isInteger(value) && types.includes("integer");
        if (!isWhole)
          return `: got ${typeOf(value)}, expected ${types.map(String).join(" or ")}`;
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
      if (lacks !== undefined) return `: ${lacks} is missing`;
      const isList = Array.isArray(value);
      for (const key of isList ? value.keys() : Object.keys(value)) {
        const one = (value as Args)[key]; // by name or index
        const check = isList ? item : (known.get(String(key)) ?? other);
        wrong = one === undefined ? one : check(one);
        if (wrong) return `/${escapePointerToken(String(key))}${wrong}`;
      }
      return undefined;
    };
  }
}
