import { isDeepStrictEqual } from "node:util";
import {
  type Api,
  type Operation,
  type Schema,
  successResponsesOf,
} from "../model.js";
import { isObject } from "../shared/json.js";
import {
  acceptsValue,
  dereference,
  examplesOf,
  isSchema,
  shownExamplesOf,
} from "../schema/object-shape.js";
import { viewObject } from "../schema/object-view.js";
import { compareCodeUnits } from "../shared/order.js";
import type { Argument } from "../plan/arguments.js";
import type { PlannedBody } from "../plan/body.js";
import { getOwn } from "../runtime.js";
import type { Texts } from "./shorten.js";
import {
  isNested,
  hasDistinctFormat,
  hasFormatKeyword,
} from "./filter-examples.js";
import { mediaType } from "../schema/media.js";

/** Longest example, in characters of JSON. */
export const MAX_EXAMPLE = 400;

/** Levels of a schema that are searched for one example. */
const MAX_DEPTH = 4;

/** Examples found below a schema, a map for each level: operations share the schemas of their responses. */
const exampleCaches = Array.from(
  { length: MAX_DEPTH },
  () => new WeakMap<Schema, { readonly value: unknown }>(),
);

/** Schema that an example is searched in, and how deep it is in the one that needs the example. */
interface ExamplePlace {
  readonly schema: Schema;
  readonly api: Api;
  /** Levels above it. */
  readonly depth: number;
  /** Schema around it. */
  readonly outer?: Schema;
}

/**
 * Example of a schema, otherwise one composed of the examples of its properties and items, as far as they are small.
 * Which members of an object are kept depends on the sizes of their values alone: a member that grows or is new takes
 * no other's place unless the object is full.
 */
export function exampleOfSchema(schema: Schema, api: Api): unknown {
  return findExample({ schema, api, depth: 0 });
}

function findExample(place: ExamplePlace): unknown {
  const { schema, api, depth, outer } = place;
  const targetSchema = dereference(schema, api);
  const [ownExample] = [
    ...examplesOf(schema).filter((value) => acceptsValue(targetSchema, value)),
    ...shownExamplesOf(targetSchema),
  ];
  if (ownExample !== undefined || targetSchema === outer) return ownExample;
  const cachedExample = exampleCaches[depth]?.get(targetSchema) ?? {
    value: composeExample({ ...place, schema: targetSchema }),
  };
  exampleCaches[depth]?.set(targetSchema, cachedExample);
  return cachedExample.value;
}

/** Example composed of those of an object's properties or a list's items. */
function composeExample({ schema, api, depth }: ExamplePlace): unknown {
  if (depth === MAX_DEPTH) return undefined;
  const exampleOfPart = (part: Schema) =>
    findExample({ schema: part, api, depth: depth + 1, outer: schema });
  const { items } = schema;
  if (isSchema(items)) {
    const itemExample = exampleOfPart(items);
    return itemExample === undefined ? undefined : [itemExample];
  }
  const properties = viewObject(schema, api)?.properties ?? [];
  return selectMembers(
    [...properties]
      .filter(([, { schema: part }]) => part["writeOnly"] !== true)
      .map(([name, { schema: part }]) => [name, exampleOfPart(part)] as const)
      .filter(([, value]) => !isPlaceholder(value)),
  );
}

/** Object of the members that fit, in their own order. Identifying names are chosen first, then small values, last nested ones. */
function selectMembers(
  members: readonly (readonly [string, unknown])[],
  maxLength = MAX_EXAMPLE,
) {
  let remainingLength = maxLength - 1;
  const sizedMembers = members.map((member) => {
    const [name, value] = member;
    const rank = IDENTIFYING_NAME.test(name) ? 0 : isNested(value) ? 2 : 1;
    // The size counts the colon, and a comma instead of the brackets.
    return { member, rank, size: JSON.stringify(member).length - 1 };
  });
  sizedMembers.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.size - b.size ||
      compareCodeUnits(a.member[0], b.member[0]),
  );
  const keptMembers = new Set<readonly [string, unknown]>();
  for (const { member, size } of sizedMembers) {
    remainingLength -= size;
    if (remainingLength < 0) break;
    keptMembers.add(member);
  }
  const shownMembers = members.filter((member) => keptMembers.has(member));
  return shownMembers.length === 0
    ? undefined
    : Object.fromEntries(shownMembers);
}

const IDENTIFYING_NAME = /^(id|number|name|title|state|status)$/i;

/** True if an example is missing, empty, or the `string` that editors of OpenAPI documents fill in. */
function isPlaceholder(example: unknown): boolean {
  return example === undefined || example === "" || example === "string";
}

/** Example arguments by name, from parameters and body. With `descriptions: short`, undefined unless one of them shows a format. */
export function collectExampleArguments(
  args: readonly Argument[],
  body: PlannedBody | null,
  { api, texts }: { readonly api: Api; readonly texts: Texts },
): Readonly<Record<string, unknown>> | undefined {
  const parameterExamples = args.flatMap(({ name, parameter, schema }) => {
    const target = dereference(schema, api);
    const [example] = [
      ...(parameter?.examples ?? []),
      ...examplesOf(schema),
    ].filter((value) => acceptsValue(target, value));
    return example === undefined ? [] : [[name, example] as const];
  });
  const bodyExamples = body === null ? {} : collectBodyExample(body, args, api);
  const examples = {
    ...Object.fromEntries(parameterExamples),
    ...bodyExamples,
  };
  const values = Object.values(examples);
  const isTelling =
    texts === "full" ||
    values.some(isNested) ||
    args.some(
      ({ name, schema }) =>
        hasDistinctFormat(getOwn(bodyExamples, name)) &&
        !hasFormatKeyword(schema) &&
        examplesOf(schema).length === 0,
    );
  return values.every(isPlaceholder) || !isTelling ? undefined : examples;
}

/** Example of the first success. Undefined for event streams: a model can't read their frames. */
export function exampleOfResponse(operation: Operation, api: Api): unknown {
  const media = successResponsesOf(operation)[0]?.media[0];
  if (!media || mediaType(media.contentType) === "text/event-stream")
    return undefined;
  const example = media.examples[0] ?? exampleOfSchema(media.schema, api);
  return typeof example === "string" ? example.trim() || undefined : example;
}

/** JSON of the example of an object or a list. Undefined if it is empty, or longer than `maxBytes`. */
export function toExampleLine(
  example: unknown,
  maxBytes: number,
): string | undefined {
  if (!isObject(example) && !Array.isArray(example)) return undefined;
  if (Object.keys(example).length === 0) return undefined;
  const text = JSON.stringify(example);
  return Buffer.byteLength(text) <= maxBytes ? text : undefined;
}

/** True if a value holds the example of a response: a body that comes back as it was sent. */
export function repeatsExample(example: unknown, value: unknown): boolean {
  if (isDeepStrictEqual(example, value)) return true;
  const isPart =
    isObject(example) &&
    isObject(value) &&
    Object.entries(example).every(
      ([name, member]) =>
        Object.hasOwn(value, name) && isDeepStrictEqual(member, value[name]),
    );
  return (
    isPart ||
    (typeof value === "object" &&
      value !== null &&
      Object.values(value).some((member) => repeatsExample(example, member)))
  );
}

/** Example arguments by name, from the example of a body. */
function collectBodyExample(
  { media, schema }: PlannedBody,
  args: readonly Argument[],
  api: Api,
): Record<string, unknown> {
  const example = media.examples[0] ?? examplesOf(media.schema)[0];
  if (schema === null) return example === undefined ? {} : { body: example };
  if (!isObject(example)) return {};
  return Object.fromEntries(
    args
      .filter(
        (argument) =>
          argument.in === "body" &&
          Object.hasOwn(example, argument.wireName) &&
          acceptsValue(
            dereference(argument.schema, api),
            example[argument.wireName],
          ),
      )
      .map(({ name, wireName }) => [name, example[wireName]]),
  );
}
