import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { validateArguments } from "../../../../runtime/validate-arguments.js";
import { validateDeep } from "../../../../runtime/features/checks/checks.js";
import { ArgumentError, isSchema } from "../../../../runtime/index.js";
import type { Args, JsonSchema } from "../../../../runtime/index.js";

/** `npm run test:properties` makes ten times as many. */
const numRuns = 250 * Number(process.env["TOOLWRIGHT_RUNS"] ?? 1);

const DEFS = ["A", "B"];
const NAMES = ["a", "b", "c"];
const SCALARS = [0, 1, 2, 1.5, -3, "", "a", "ab", "1", "true", true, null];
const TYPES = ["string", "number", "integer", "boolean", "null"];

const nameList = fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 });
const scalar = fc.constantFrom(...SCALARS);
const bound = fc.integer({ min: -2, max: 3 });
const count = fc.integer({ min: 0, max: 3 });

/** Schemas of the keywords that are checked here and by ajv alike. */
const schema = fc.letrec<{ any: JsonSchema }>((tie) => {
  const any = tie("any");
  const branches = fc.array(any, { minLength: 1, maxLength: 3 });
  const type = fc.constantFrom(...TYPES, "array", "object");
  const of = (keywords: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record(keywords, { requiredKeys: [] });
  return {
    any: fc.oneof(
      { depthSize: "small" },
      of({ type: fc.constantFrom(...TYPES) }),
      of({ type: fc.uniqueArray(type, { minLength: 1, maxLength: 3 }) }),
      of({ enum: fc.uniqueArray(scalar, { minLength: 1 }), const: scalar }),
      of({ minimum: bound, exclusiveMaximum: bound, type }),
      of({ maximum: bound, exclusiveMinimum: bound }),
      of({ multipleOf: fc.constantFrom(1, 2, 0.5) }),
      of({ minLength: count, maxLength: count }),
      of({ pattern: fc.constantFrom("^a", "^\\d+$", "^[ab]*$") }),
      fc.record({
        $ref: fc.constantFrom(...DEFS).map((name) => `#/$defs/${name}`),
      }),
      of({ type: fc.constant("array"), items: any, prefixItems: branches }),
      of({ minItems: count, maxItems: count, uniqueItems: fc.boolean() }),
      of({
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom(...NAMES), any),
        required: nameList,
        additionalProperties: fc.oneof(fc.constant(false), any),
      }),
      of({
        minProperties: count,
        maxProperties: count,
        dependentRequired: fc.dictionary(fc.constantFrom(...NAMES), nameList),
      }),
      of({ type, allOf: branches }),
      of({ type, anyOf: branches, properties: fc.record({ a: any }) }),
      of({ oneOf: branches, minimum: bound }),
    ),
  };
}).any;

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.constantFrom('{"a":1}', "[1]", "-3", "null"),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES, "d"), tie("any"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
})).any;

const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });

/**
 * The schema as ajv has to see it for the leniencies that are meant: one branch of `oneOf` at least, and where
 * schemas are combined none says anything of further properties, since another may know them. An object of which
 * nothing is said is any value.
 */
function lenient(schema: JsonSchema, isPart = false): JsonSchema {
  if (JSON.stringify(schema) === '{"type":"object"}') return {};
  const one = (inner: unknown) => (isSchema(inner) ? lenient(inner) : inner);
  const { additionalProperties, allOf, anyOf, oneOf, $ref, ...rest } = schema;
  const { items, prefixItems, properties } = rest;
  const all = (list: unknown, isPart: boolean) =>
    (list as JsonSchema[]).map((part) => lenient(part, isPart));
  const unions = [anyOf, oneOf].filter((union) => union !== undefined);
  const parts = (allOf ?? []) as JsonSchema[];
  const count = unions.length + parts.length + ($ref === undefined ? 0 : 1);
  const isMixed = isPart || count > 1 || properties !== undefined;
  return {
    ...rest,
    ...(items !== undefined && { items: one(items) }),
    ...(prefixItems !== undefined && { prefixItems: all(prefixItems, false) }),
    ...(isSchema(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, one(inner)]),
      ),
    }),
    ...(!isPart &&
      count === 0 &&
      additionalProperties !== undefined && {
        additionalProperties: one(additionalProperties),
      }),
    ...($ref !== undefined && {
      $ref: `#/$defs/${isMixed ? "parts/" : ""}${nameOf($ref)}`,
    }),
    allOf: [
      ...all(parts, isMixed),
      ...unions.map((union) => ({ anyOf: all(union, isMixed) })),
      {},
    ],
  };
}

/** Validator of ajv. */
function validator(root: JsonSchema, $defs: Record<string, JsonSchema>) {
  const defs = (isPart: boolean) =>
    Object.fromEntries(
      Object.entries($defs).map(([name, one]) => [name, lenient(one, isPart)]),
    );
  const shared = { ...defs(false), parts: defs(true) };
  return ajv.compile({ ...lenient(root), $defs: shared });
}

/** The arguments as they are taken; undefined if they are refused. */
function take(
  check: typeof validateDeep,
  args: Args,
  schema: JsonSchema,
  $defs: Record<string, JsonSchema>,
): Args | undefined {
  try {
    return check(args, { name: "it", $defs, schema });
  } catch (error) {
    if (error instanceof ArgumentError) return undefined;
    throw error;
  }
}

interface Outcome {
  readonly args: Args;
  /** Undefined: refused. */
  readonly taken: Args | undefined;
  readonly isValid: (args: Args) => boolean;
}

/** Looks at thousands of random arguments, checked by random schemas. */
function eachOutcome(
  look: (outcome: Outcome) => void,
  check = validateDeep,
  validatorOf = validator,
): void {
  fc.assert(
    fc.property(
      fc.record({ A: schema, B: schema }),
      schema,
      fc.array(value, { minLength: 10, maxLength: 20 }),
      ($defs, property, values) => {
        const loops = DEFS.map((name) => ({ $ref: `#/$defs/${name}` }));
        // References in a circle without a step inwards never end, here and there.
        fc.pre(!loops.some((loop) => isCircular(loop, $defs)));
        const root = {
          type: "object",
          properties: { a: property, b: {} },
          required: ["a"],
          additionalProperties: false,
        };
        const isValid = validatorOf(root, $defs);
        for (const a of values) {
          const args = { a };
          const before = JSON.stringify(args);
          look({ args, taken: take(check, args, root, $defs), isValid });
          if (JSON.stringify(args) !== before) expect(args).toBe(before);
        }
      },
    ),
    { numRuns },
  );
}

const strict: typeof validator = (root, $defs) =>
  ajv.compile({ ...root, $defs });

test.each([
  ["without the feature checks", validateArguments, strict],
  ["with the feature checks", validateDeep, validator],
])(
  "arguments that ajv accepts are accepted unchanged %s",
  (_name, check, validatorOf) => {
    let count = 0;
    eachOutcome(
      ({ args, isValid, taken }) => {
        if (!isValid(args)) return;
        count += 1;
        expect(taken).toEqual(args);
      },
      check,
      validatorOf,
    );
    expect(count).toBeGreaterThan(numRuns);
  },
);

test("accepted arguments pass ajv, as they are or after conversion", () => {
  const seen = { asItIs: 0, putRight: 0, refused: 0 };
  eachOutcome(({ args, isValid, taken }) => {
    if (!taken) seen.refused += 1;
    else if (isValid(args)) seen.asItIs += 1;
    else {
      seen.putRight += 1;
      expect([taken, isValid(taken)]).toEqual([taken, true]);
      expect(taken).not.toEqual(args);
    }
  });
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(numRuns / 25);
});

/** True if references and combinations lead from a schema back to itself. */
function isCircular(
  { $ref, allOf, anyOf, oneOf }: JsonSchema,
  $defs: Record<string, JsonSchema>,
  open: readonly unknown[] = [],
): boolean {
  if (open.includes($ref)) return true;
  const inner = $ref === undefined ? open : [...open, $ref];
  const name = nameOf($ref);
  const next = [$defs[name] ?? [], allOf ?? [], anyOf ?? [], oneOf ?? []];
  return (next.flat() as JsonSchema[]).some((one) =>
    isCircular(one, $defs, inner),
  );
}

function nameOf(ref: unknown): string {
  return typeof ref === "string" ? ref.replace("#/$defs/", "") : "";
}
