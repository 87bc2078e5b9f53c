import { describe, expect, test } from "vitest";
import {
  cutCycles,
  type TypeShape,
} from "../../../../generator/emit/types/type-shapes.js";

const to = (name: string): TypeShape => ({ $ref: `#/$defs/${name}` });
const TEXT: TypeShape = { type: "string" };

describe("breakCycles()", () => {
  test.each<[string, Record<string, TypeShape>, Record<string, TypeShape>]>([
    ["itself", { A: to("A") }, { A: {} }],
    ["each other", { B: to("A"), A: to("B") }, { A: to("B"), B: {} }],
    [
      "a list of itself",
      { A: { anyOf: [TEXT, { type: "array", items: to("A") }] } },
      { A: { anyOf: [TEXT, { type: "array", items: {} }] } },
    ],
    [
      "a tuple with itself",
      { A: { type: "array", prefixItems: [TEXT, to("A")] } },
      { A: { type: "array", prefixItems: [TEXT, {}] } },
    ],
    [
      "a part of itself",
      { A: { allOf: [to("A"), { type: "object", properties: { a: TEXT } }] } },
      { A: { type: "object", properties: { a: TEXT } } },
    ],
    [
      "a type that requires part of itself",
      { A: { allOf: [to("A")], required: ["a"] } },
      { A: {} },
    ],
  ])("breaks the cycle of %s", (_, shapes, want) => {
    const cut = cutCycles(new Map(Object.entries(shapes)));
    expect(Object.fromEntries(cut)).toEqual(want);
  });

  test.each<[string, Record<string, TypeShape>]>([
    [
      "a member of itself",
      { A: { type: "object", properties: { a: to("A") } } },
    ],
    [
      "a map of itself",
      { A: { type: "object", additionalProperties: to("A") } },
    ],
    [
      "two ways to one shape",
      { A: { allOf: [to("B"), to("C")] }, B: to("C"), C: TEXT },
    ],
  ])("leaves %s unchanged", (_, shapes) => {
    const cut = cutCycles(new Map(Object.entries(shapes)));
    expect(Object.fromEntries(cut)).toEqual(shapes);
  });
});
