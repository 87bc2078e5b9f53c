import {
  type Api,
  type Operation,
  type Schema,
  successesOf,
} from "../model.js";
import { isObject } from "../json.js";
import { examplesOf, isSchema, objectShape, resolve } from "../schema/shape.js";
import { byCodeUnit } from "../text.js";
import type { Argument } from "../request/arguments.js";
import type { PlannedBody } from "../request/body.js";
import { own } from "../../runtime/schema.js";
import type { Texts } from "./readable.js";
import { isNested, showsForm, tellsForm } from "./telling.js";
import { mediaType } from "../schema/media.js";

/** Longest example, in characters of JSON. */
export const MAX_EXAMPLE = 400;

/** Levels of a schema that are looked at for one example. */
const MAX_DEPTH = 4;

/** What was found below a schema at each level: operations share their answers. */
const known = Array.from(
  { length: MAX_DEPTH },
  () => new WeakMap<Schema, { readonly value: unknown }>(),
);

/**
 * The example of a schema, else those of its properties and items put together, as far as they are small.
 * What is kept of an object depends on the sizes of its values alone, so that one that grows or is new
 * takes no other's place unless the object is full.
 */
export function exampleOfSchema(
  schema: Schema,
  api: Api,
  depth = 0,
  outer?: Schema,
): unknown {
  const target = resolve(schema, api);
  const own = examplesOf(schema)[0] ?? examplesOf(target)[0];
  if (own !== undefined || target === outer) return own;
  const found = known[depth]?.get(target) ?? { value: made() };
  known[depth]?.set(target, found);
  return found.value;

  function made(): unknown {
    if (depth === MAX_DEPTH) return undefined;
    const inner = (part: Schema) =>
      exampleOfSchema(part, api, depth + 1, target);
    const { items } = target;
    if (isSchema(items)) {
      const item = inner(items);
      return item === undefined ? undefined : [item];
    }
    const properties = objectShape(target, api)?.properties ?? [];
    return smallest(
      [...properties]
        .filter(([, { schema }]) => schema["writeOnly"] !== true)
        .map(([name, { schema }]) => [name, inner(schema)] as const)
        .filter(([, value]) => !isPlaceholder(value)),
    );
  }
}

/** An object of those members that fit, in their own order: those first that tell what it is, then the small ones, last those that hold others. */
function smallest(
  members: readonly (readonly [string, unknown])[],
  most = MAX_EXAMPLE,
) {
  let room = most - 1;
  const sized = members.map((member) => {
    const [name, value] = member;
    const rank = TELLING.test(name) ? 0 : isNested(value) ? 2 : 1;
    // With its colon, and a comma in place of the brackets.
    return { member, rank, size: JSON.stringify(member).length - 1 };
  });
  sized.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.size - b.size ||
      byCodeUnit(a.member[0], b.member[0]),
  );
  const kept = new Set<readonly [string, unknown]>();
  for (const { member, size } of sized) {
    room -= size;
    if (room < 0) break;
    kept.add(member);
  }
  const shown = members.filter((member) => kept.has(member));
  return shown.length === 0 ? undefined : Object.fromEntries(shown);
}

const TELLING = /^(id|number|name|title|state|status)$/i;

/** What tools put where nobody gave an example, or nothing. */
function isPlaceholder(example: unknown): boolean {
  return example === undefined || example === "" || example === "string";
}

/** Arguments by name, as far as the document has examples; where they are to be slim, if any of them has a form to show. */
export function exampleArguments(
  args: readonly Argument[],
  body: PlannedBody | null,
  texts: Texts,
): Readonly<Record<string, unknown>> | undefined {
  const fromParameters = args.flatMap(({ name, parameter, schema }) => {
    const example = parameter?.examples[0] ?? examplesOf(schema)[0];
    return example === undefined ? [] : [[name, example] as const];
  });
  const fromBody = body === null ? {} : bodyExample(body, args);
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
  if (!media || mediaType(media.contentType) === "text/event-stream")
    return undefined;
  const example = media.examples[0] ?? exampleOfSchema(media.schema, api);
  return typeof example === "string" ? example.trim() || undefined : example;
}

/** The example of an object or a list as JSON. Undefined if it is empty, or longer than so many bytes. */
export function exampleInLine(
  example: unknown,
  maxBytes: number,
): string | undefined {
  if (!isObject(example) && !Array.isArray(example)) return undefined;
  if (Object.keys(example).length === 0) return undefined;
  const text = JSON.stringify(example);
  return Buffer.byteLength(text) <= maxBytes ? text : undefined;
}

/** What the example of a body gives its arguments. */
function bodyExample(
  { media, schema }: PlannedBody,
  args: readonly Argument[],
): Record<string, unknown> {
  const example = media.examples[0] ?? examplesOf(media.schema)[0];
  if (schema === null) return example === undefined ? {} : { body: example };
  if (!isObject(example)) return {};
  return Object.fromEntries(
    args
      .filter(
        (one) => one.in === "body" && Object.hasOwn(example, one.wireName),
      )
      .map(({ name, wireName }) => [name, example[wireName]]),
  );
}
