import { expect, test } from "vitest";
import { convert } from "../api-of.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const def = (name: string) => ({ $ref: `#/$defs/${name}` });

test.each<[string, Record<string, object>, object, string[]]>([
  [
    "a base of its children",
    {
      A: {
        properties: { kind: {} },
        oneOf: [ref("Cat")],
        discriminator: { propertyName: "kind" },
      },
      Cat: { allOf: [ref("A"), { properties: { lives: {} } }] },
    },
    {
      A: {
        properties: { kind: { description: 'Values: "Cat".' } },
        oneOf: [def("Cat")],
        discriminator: { propertyName: "kind" },
      },
      Cat: {
        allOf: [
          { properties: { kind: { description: 'Values: "Cat".' } } },
          { properties: { lives: {} } },
        ],
        properties: { kind: { enum: ["Cat"] } },
      },
    },
    [],
  ],
  [
    "itself alone",
    { A: ref("A") },
    { A: {} },
    ["circular-schema /components/schemas/A"],
  ],
  [
    "a ring of names",
    { A: ref("B"), B: ref("C"), C: ref("A") },
    { A: def("B"), B: def("C"), C: {} },
    ["circular-schema /components/schemas/A"],
  ],
  [
    "itself among others",
    { A: { type: "object", allOf: [ref("A"), { minItems: 1 }] } },
    { A: { type: "object", allOf: [{ type: "object" }, { minItems: 1 }] } },
    [],
  ],
  [
    "itself beside a reference",
    { A: { ...ref("A"), title: "T" } },
    { A: { title: "T", allOf: [{ title: "T" }] } },
    [],
  ],
  [
    "itself, refused",
    { A: { not: ref("A") } },
    { A: { not: {} } },
    ["circular-schema /components/schemas/A"],
  ],
  ["its items", { A: { items: ref("A") } }, { A: { items: def("A") } }, []],
  [
    "a diamond",
    { A: { allOf: [ref("B"), ref("C")] }, B: ref("C"), C: { title: "C" } },
    { A: { allOf: [def("B"), def("C")] }, B: def("C"), C: { title: "C" } },
    [],
  ],
])("%s", async (_, given, want, findings) => {
  const { schemas, told } = await convert(ref("A"), { schemas: given });
  expect(schemas).toEqual(want);
  expect(told).toEqual(findings);
});

test("a long cycle of allOf is broken", async () => {
  const size = 20_000;
  const chain = Array.from({ length: size }, (_, index) => [
    index === 0 ? "A" : `A${index}`,
    {
      allOf: [ref(index + 1 === size ? "A" : `A${index + 1}`), { minItems: 1 }],
    },
  ]);
  const { schemas } = await convert(ref("A"), {
    schemas: Object.fromEntries(chain) as object,
  });
  expect(Object.keys(schemas)).toHaveLength(size);
  expect(schemas[`A${size - 1}`]).toEqual({ allOf: [{}, { minItems: 1 }] });
});

test("a chain of allOf beyond the limit of parts is rejected", async () => {
  const chain = Array.from({ length: 1_200 }, (_, at) => [
    `S${at}`,
    { required: ["id"], allOf: at > 0 ? [ref(`S${at - 1}`)] : [] },
  ]);
  const schemas = Object.fromEntries(chain) as object;
  await expect(convert(ref("S1199"), { schemas })).rejects.toThrow(
    /more than 1000 that allOf and \$ref/,
  );
});
