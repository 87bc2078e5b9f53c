import { describe, expect, test } from "vitest";
import { inlineSchemas } from "../../../../runtime/features/listing/inline-schemas.js";
import type { JsonSchema } from "../../../../runtime/types.js";
import { writeApiTypes } from "../../../../generator/emit/types/api-types.js";
import { viewObject } from "../../../../generator/schema/object-view.js";
import { convert } from "../api-of.js";
import { compile } from "../../emit/types/compile.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const kinds = { ...text, enum: ["cat", "dog"] };
const object = (properties: object, more: object = {}) => ({
  type: "object",
  properties,
  ...more,
});
const discriminator = (mapping?: object) => ({
  discriminator: { propertyName: "kind", ...(mapping && { mapping }) },
});
const mapping = { cat: "Cat", dog: "Dog" };
const pets = (cat: object, dog: object, more: object = {}) => ({
  Cat: cat,
  Dog: dog,
  ...more,
});
const own = (kind: object) =>
  pets(object({ kind, lives: text }), object({ kind, tricks: text }));
const heir = (properties: object) => ({
  allOf: [ref("Pet"), object(properties)],
});
const inherited = (kind: object, more: object = {}) =>
  pets(heir({ lives: text }), heir({ tricks: text }), {
    Pet: object({ kind }, { required: ["kind"] }),
    ...more,
  });
const Kind = { Kind: kinds };

/** Values that one branch lets its tag have, in all of its parts. */
function tagsIn(branch: JsonSchema): unknown[] {
  const found: unknown[] = [];
  JSON.stringify(branch, (key, value: unknown) => {
    if (key === "kind") found.push((value as JsonSchema)["enum"]);
    return value;
  });
  return found.filter(Boolean);
}

describe("a tag that lists the values of all branches is narrowed to those of each branch", () => {
  test.each<[string, Record<string, object>, object | undefined]>([
    ["in each branch", own(kinds), mapping],
    ["in each branch, by reference", { ...own(ref("Kind")), ...Kind }, mapping],
    [
      "in each branch, by reference in allOf",
      { ...own({ allOf: [ref("Kind")], description: "It." }), ...Kind },
      mapping,
    ],
    ["without a mapping", own(kinds), undefined],
    ["with half a mapping", own(kinds), { cat: "Cat" }],
    ["in the extended base", inherited(kinds), mapping],
    ["in the extended base, without a mapping", inherited(kinds), undefined],
    [
      "in the extended base, by reference",
      inherited(ref("Kind"), Kind),
      mapping,
    ],
    [
      "two steps above",
      inherited(kinds, {
        Cat: { allOf: [ref("Feline"), object({ lives: text })] },
        Feline: { allOf: [ref("Pet"), object({ fur: text })] },
      }),
      mapping,
    ],
    [
      "beside an example and a default of another",
      own({ ...kinds, example: "dog", default: "dog" }),
      mapping,
    ],
  ])("%s", async (_where, schemas, names) => {
    const { schema, schemas: $defs } = await convert(
      object({
        pet: { oneOf: [ref("Cat"), ref("Dog")], ...discriminator(names) },
      }),
      { schemas },
    );
    const { properties } = inlineSchemas(schema, { $defs, arguments: {} }, "");
    const { pet } = properties as Record<string, { oneOf: JsonSchema[] }>;
    const branches = pet?.oneOf.map(tagsIn) ?? [];
    expect(branches.map((all) => new Set(all.map(String)))).toEqual([
      new Set(["cat"]),
      new Set(["dog"]),
    ]);
    const types = writeApiTypes({
      schemas: new Map(Object.entries($defs)),
      operations: new Map([
        ["keep", { arguments: schema, response: { type: "object" } }],
      ]),
      describeProperty: () => "",
    });
    const use = `
      type Choice = NonNullable<operations["keep"]["arguments"]["pet"]>;
      export const livesOf = (pet: Choice) =>
        pet.kind === "cat" ? pet.lives : pet.kind === "dog" ? pet.tricks : "";`;
    expect(compile({ "api.ts": types + use })).toEqual([]);
  });
});

test("a branch that others extend gets its tag values beside the reference to it", async () => {
  const kind = { ...text, enum: ["plain", "loud", "cat"] };
  const { schema, schemas } = await convert(
    {
      anyOf: [ref("Pet"), ref("Cat")],
      ...discriminator({ plain: "Pet", loud: "Pet", cat: "Cat" }),
    },
    { schemas: inherited(kind) },
  );
  expect(schema).toMatchObject({
    anyOf: [
      {
        $ref: "#/$defs/Pet",
        properties: { kind: { enum: ["plain", "loud"] } },
      },
      { $ref: "#/$defs/Cat" },
    ],
  });
  expect(schemas["Pet"]).toMatchObject({ properties: { kind } });
  expect(
    inlineSchemas(schema, { $defs: schemas, arguments: {} }, ""),
  ).toMatchObject({
    anyOf: [
      { properties: { kind: { ...text, enum: ["plain", "loud"] } } },
      { allOf: [{ properties: { kind: { enum: ["cat"] } } }, {}] },
    ],
  });
});

test("a base keeps the tag values that its subtypes do not use", async () => {
  const kind = { ...text, enum: ["pet", "cat", "dog"] };
  const { schemas } = await convert(ref("Pet"), {
    schemas: inherited(kind, {
      Pet: object({ kind }, discriminator(mapping)),
    }),
  });
  expect(schemas["Pet_anyOf"]).toMatchObject({
    anyOf: [{}, {}, { properties: { kind: { enum: ["pet"] } } }],
  });
});

describe("a base whose tag values other branches share", () => {
  const base = (more: object) => ({ Pet: object({ kind: kinds }, more) });
  const required = { required: ["kind"] };
  const branchNames = ["Cat", "Dog", "Pet"];

  test.each<[string, object, readonly string[]]>([
    [
      "is not a branch",
      { ...required, ...discriminator(mapping) },
      ["Cat", "Dog"],
    ],
    [
      "is not a branch if names are the values",
      { ...required, ...discriminator() },
      ["Cat", "Dog"],
    ],
    ["is one without the tag", discriminator(mapping), branchNames],
    [
      "is one that a mapping names",
      { ...required, ...discriminator({ ...mapping, dog: "Pet" }) },
      branchNames,
    ],
    [
      "is one by default",
      {
        ...required,
        discriminator: { propertyName: "kind", mapping, defaultMapping: "Pet" },
      },
      branchNames,
    ],
  ])("%s", async (_, more, want) => {
    const schemas = inherited(kinds, base(more));
    const converted = await convert(ref("Pet"), { schemas });
    const { anyOf } = converted.schemas["Pet_anyOf"] as { anyOf: object[] };
    expect(anyOf).toMatchObject(
      want.map((name) => ({ $ref: `#/$defs/${name}` })),
    );
  });

  test("is the schema of a body without a condition", async () => {
    const more = { ...required, ...discriminator(mapping) };
    const { schema, schemas } = await convert(ref("Pet"), {
      schemas: inherited(kinds, base(more)),
    });
    const view = viewObject(schema, {
      schemas: new Map(Object.entries(schemas)),
    });
    expect([...(view?.properties ?? [])]).toMatchObject([
      ["kind", { required: true, isConditional: false }],
      ["lives", { required: false }],
      ["tricks", { required: false }],
    ]);
  });
});

test("a branch keeps tag values that no other branch has", async () => {
  const { schemas } = await convert(
    { oneOf: [ref("Cat"), ref("Dog")], ...discriminator({ cat: "Cat" }) },
    {
      schemas: pets(
        object({ kind: { enum: ["cat", "kitten"] } }),
        object({ kind: { enum: ["dog", "puppy"] } }),
      ),
    },
  );
  expect(schemas).toMatchObject({
    Cat: { properties: { kind: { enum: ["cat", "kitten"] } } },
    Dog: { properties: { kind: { enum: ["dog", "puppy"] } } },
  });
});
