import type { Api, Operation, Schema } from "../model.js";
import { examplesOf, isSchema, objectShape, resolve } from "../schema/shape.js";
import type { Argument } from "./arguments.js";
import type { PlannedBody } from "./body.js";
import { own } from "../../runtime/schema.js";
import { mediaTypeName, successesOf } from "./media.js";
import type { PlanOptions } from "./options.js";
import { isNested, showsForm, tellsForm } from "./telling.js";

/** Longest example, in characters of JSON. */
export const MAX_EXAMPLE = 400;

/** Schemas that are looked at for one example. */
const MAX_SCHEMAS = 500;

/** The example of a schema, else those of its properties and items put together, as far as they are small. */
export function exampleOfSchema(schema: Schema, api: Api): unknown {
  let left = MAX_SCHEMAS;
  const find = (given: Schema, outer: readonly Schema[]): unknown => {
    const target = resolve(given, api);
    const own = examplesOf(given)[0] ?? examplesOf(target)[0];
    left -= 1;
    if (own !== undefined || left < 0 || outer.includes(target)) return own;
    const within = [...outer, target];
    const { items } = target;
    if (isSchema(items)) {
      const item = find(items, within);
      return item === undefined ? undefined : [item];
    }
    const properties = [...(objectShape(target, api)?.properties ?? [])];
    const shown = properties
      .map(([name, { schema: one }]) => [name, one, find(one, within)] as const)
      .filter(([, one, value]) => !isPlaceholder(value) && !one["writeOnly"]);
    return fitting(shown.map(([name, , value]) => [name, value]));
  };
  return find(schema, []);
}

/** Fields of an object in their order, as far as there is room: those first that tell what it is, those last that hold others. */
function fitting(fields: readonly [string, unknown][]): object | undefined {
  const rank = ([name, value]: (typeof fields)[number]) =>
    /^(id|number|name|title|state|status)$/i.test(name)
      ? 0
      : isNested(value)
        ? 2
        : 1;
  const kept = new Map<string, unknown>();
  for (const [name, value] of fields.toSorted((a, b) => rank(a) - rank(b))) {
    kept.set(name, value);
    const size = JSON.stringify(Object.fromEntries(kept)).length;
    if (size > MAX_EXAMPLE) kept.delete(name);
  }
  const shown = fields.filter(([name]) => kept.has(name));
  return shown.length === 0 ? undefined : Object.fromEntries(shown);
}

/** What tools put where nobody gave an example, or nothing. */
export function isPlaceholder(example: unknown): boolean {
  return example === undefined || example === "" || example === "string";
}

/** Arguments by name, as far as the document has examples; where they are to be slim, if any of them has a form to show. */
export function exampleArguments(
  args: readonly Argument[],
  body: PlannedBody | null,
  texts: PlanOptions["texts"],
): Readonly<Record<string, unknown>> | undefined {
  const fromParameters = args.flatMap(({ name, parameter, schema }) => {
    const example = parameter?.examples[0] ?? examplesOf(schema)[0];
    return example === undefined ? [] : [[name, example] as const];
  });
  const example =
    body?.media.examples[0] ?? examplesOf(body?.media.schema ?? {})[0];
  const fromBody =
    example === undefined
      ? {}
      : body?.schema === null
        ? { body: example }
        : isSchema(example)
          ? pickKnown(example, args)
          : {};
  const all = { ...Object.fromEntries(fromParameters), ...fromBody };
  const values = Object.values(all);
  const tells =
    texts === "full" ||
    values.some(isNested) ||
    args.some(
      ({ name, schema }) =>
        showsForm(own(fromBody, name)) &&
        !tellsForm(schema) &&
        examplesOf(schema).length === 0,
    );
  return values.every(isPlaceholder) || !tells ? undefined : all;
}

/** Frames of a stream are no answer that a model could read. */
export function exampleOfAnswer(operation: Operation, api: Api): unknown {
  const media = successesOf(operation)[0]?.media[0];
  if (!media || mediaTypeName(media.contentType) === "text/event-stream")
    return undefined;
  const example = media.examples[0] ?? exampleOfSchema(media.schema, api);
  return typeof example === "string" ? example.trim() || undefined : example;
}

function pickKnown(
  example: Readonly<Record<string, unknown>>,
  args: readonly Argument[],
): Record<string, unknown> {
  return Object.fromEntries(
    args
      .filter(
        (one) => one.in === "body" && Object.hasOwn(example, one.wireName),
      )
      .map(({ name, wireName }) => [name, example[wireName]]),
  );
}
