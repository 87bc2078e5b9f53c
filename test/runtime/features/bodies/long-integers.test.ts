import { describe, expect, test } from "vitest";
import { writePlainJson } from "../../../../runtime/index.js";
import type { JsonSchema } from "../../../../runtime/index.js";
import { connect, serviceOf } from "../../serving.js";
import { toolOf } from "../../upstream.js";
import { longIntegers } from "../../../../runtime/features/bodies/long-integers.js";
import { $defs, INTEGER, LONG, object, TEXT } from "./schemas.js";

describe("longIntegers() writes a text of digits as a number", () => {
  test.each<[string, JsonSchema, unknown, string]>([
    ["of an integer", INTEGER, LONG, LONG],
    ["of a negative one", INTEGER, `-${LONG}`, `-${LONG}`],
    ["of a small one", INTEGER, "42", "42"],
    ["of an integer or null", { type: ["integer", "null"] }, LONG, LONG],
    [
      "of an integer or null by alternatives",
      { anyOf: [{ $ref: "#/$defs/Id" }, { type: "null" }] },
      LONG,
      LONG,
    ],
    [
      "of an integer that is listed with the text of its digits",
      { type: ["integer", "string"], format: "int64" },
      LONG,
      LONG,
    ],
    [
      "in an object",
      object({ a: INTEGER, b: TEXT }),
      { a: LONG, b: LONG },
      `{"a":${LONG},"b":"${LONG}"}`,
    ],
    [
      "in a list",
      { type: "array", items: INTEGER },
      [LONG, 5, null],
      `[${LONG},5,null]`,
    ],
    [
      "in places of a list",
      { type: "array", prefixItems: [TEXT, INTEGER], items: INTEGER },
      [LONG, LONG, LONG],
      `["${LONG}",${LONG},${LONG}]`,
    ],
    [
      "in a map",
      { type: "object", additionalProperties: INTEGER },
      { "7": LONG, __proto: LONG },
      `{"7":${LONG},"__proto":${LONG}}`,
    ],
    [
      "in a map by patterns",
      { type: "object", patternProperties: { "^x": INTEGER } },
      { x1: LONG },
      `{"x1":${LONG}}`,
    ],
    [
      "in a schema of itself",
      { $ref: "#/$defs/Node" },
      { id: "1", children: [{ id: LONG, children: [{ id: LONG }] }] },
      `{"id":1,"children":[{"id":${LONG},"children":[{"id":${LONG}}]}]}`,
    ],
    [
      "in parts that hold together",
      { allOf: [{ $ref: "#/$defs/Node" }, { properties: { other: INTEGER } }] },
      { id: LONG, other: LONG },
      `{"id":${LONG},"other":${LONG}}`,
    ],
    [
      "in the alternative that is given",
      { oneOf: [{ $ref: "#/$defs/ById" }, { $ref: "#/$defs/ByName" }] },
      { kind: "id", value: LONG },
      `{"kind":"id","value":${LONG}}`,
    ],
    [
      "under a condition",
      { type: "object", if: {}, then: object({ id: INTEGER }) },
      { id: LONG },
      `{"id":${LONG}}`,
    ],
  ])("%s", (_name, schema, value, want) => {
    expect(longIntegers(value, schema, $defs)).toBe(want);
    expect(() => JSON.parse(want) as unknown).not.toThrow();
  });
});

describe("longIntegers() keeps a text", () => {
  test.each<[string, JsonSchema, unknown]>([
    ["of text", TEXT, LONG],
    [
      "of text in a format of integers",
      { type: "string", format: "int64" },
      LONG,
    ],
    ["of an integer or text", { type: ["integer", "string"] }, LONG],
    ["of either", { anyOf: [INTEGER, TEXT] }, LONG],
    ["of either by reference", { oneOf: [{ $ref: "#/$defs/Id" }, TEXT] }, LONG],
    ["of an integer or anything", { anyOf: [INTEGER, {}] }, LONG],
    ["of a number", { type: "number" }, LONG],
    ["of anything", {}, LONG],
    ["of null alone", { type: "null" }, "42"],
    ["that is not an integer of JSON", INTEGER, "007"],
    ["with a fraction", INTEGER, "1.5"],
    ["with more than digits", INTEGER, `${LONG}n`],
    [
      "in the alternative that is given",
      { oneOf: [{ $ref: "#/$defs/ById" }, { $ref: "#/$defs/ByName" }] },
      { kind: "name", value: LONG },
    ],
    [
      "if one of several alternatives has text",
      { anyOf: [object({ a: INTEGER }), object({ a: TEXT })] },
      { a: LONG },
    ],
    ["of an undeclared property", object({ a: INTEGER }), { b: LONG }],
    ["of names", object({ [LONG]: TEXT }), { [LONG]: "a" }],
  ])("%s", (_name, schema, value) => {
    expect(longIntegers(value, schema, $defs)).toBe(JSON.stringify(value));
  });
});

test.each([
  [{ a: undefined, b: "1" }],
  [[undefined, "1"]],
  [{ at: new Date(0), b: "1" }],
  [{ "1": { toJSON: () => "1" } }],
  [JSON.parse('{"__proto__":{"a":"1"}}') as object],
])("longIntegers() writes %j like JSON.stringify", (value) => {
  expect(longIntegers(value, {}, $defs)).toBe(JSON.stringify(value));
});

test("longIntegers() writes a part of a body by its place", () => {
  const schema = object({
    owner: object({ ids: { type: "array", items: INTEGER } }),
  });
  const at = (...steps: string[]) => longIntegers(LONG, schema, $defs, steps);
  expect(at("owner", "ids", "0")).toBe(LONG);
  expect(at("owner", "name")).toBe(`"${LONG}"`);
  expect(longIntegers(LONG, undefined, $defs)).toBe(`"${LONG}"`);
});

describe("longIntegers() with a number that has lost digits", () => {
  const lossy = Number(LONG);
  test.each<[string, JsonSchema, unknown, string]>([
    ["alone", INTEGER, lossy, "body"],
    ["beside text", { type: ["integer", "string"] }, lossy, "body"],
    [
      "deep inside",
      object({ "a/b": { type: "array", items: { $ref: "#/$defs/Node" } } }),
      { "a/b": [{ id: 1 }, { id: lossy }] },
      "/a~1b/1/id",
    ],
  ])("is refused: %s", (_name, schema, value, place) => {
    expect(() => longIntegers(value, schema, $defs)).toThrow(
      `${place}: is beyond 2^53, so it may have lost digits; pass it as a string of all digits.`,
    );
  });

  test.each<[string, JsonSchema]>([
    ["a number", { type: "number" }],
    ["an integer or a number", { type: ["integer", "number"] }],
    ["anything", {}],
  ])("is written as %s", (_name, schema) => {
    expect(longIntegers(lossy, schema, $defs)).toBe(String(lossy));
  });
});

describe("a server whose module sends integers of 64 bits", () => {
  const tool = toolOf({
    name: "create",
    request: "POST /things",
    body: object({ id: { type: "integer", format: "int64" } }),
  });
  test.each([
    ["without the part, names it when it starts", undefined, 1],
    ["with the part, says nothing", longIntegers, 0],
  ])("%s", async (_name, writeJson, count) => {
    const client = { writeJson: writeJson ?? writePlainJson };
    const { lines } = await connect(serviceOf([tool], { client }));
    const notices = lines.filter((line) =>
      line.includes("Add it: npx toolwright add long-integers"),
    );
    expect(notices).toHaveLength(count);
  });
});
