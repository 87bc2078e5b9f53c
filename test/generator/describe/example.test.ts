import { expect, test } from "vitest";
import type { Operation, Schema } from "../../../generator/model.js";
import {
  toExampleLine,
  exampleOfSchema,
  repeatsExample,
} from "../../../generator/describe/example.js";
import { dropPlainExamples } from "../../../generator/describe/filter-examples.js";
import { plan } from "../../../generator/plan/plan.js";
import { api, jsonBody, operation, planOptions } from "../plan/fixtures.js";

const pet = {
  properties: {
    name: { examples: ["Biscuit"] },
    kind: { examples: ["string"] },
    secret: { examples: ["x"], writeOnly: true },
    age: { type: "integer" },
    friend: { $ref: "#/$defs/Pet" },
    tags: { items: { examples: ["small"] } },
  },
};

test.each<[string, Schema, unknown]>([
  [
    "of properties",
    { $ref: "#/$defs/Pet" },
    { name: "Biscuit", tags: ["small"] },
  ],
  [
    "of properties in lists",
    { type: "array", items: { $ref: "#/$defs/Pet" } },
    [{ name: "Biscuit", tags: ["small"] }],
  ],
  [
    "of the whole first",
    { properties: { a: { examples: [1] } }, examples: [{ a: 2 }] },
    { a: 2 },
  ],
  [
    "as far as they are small",
    {
      properties: { a: { examples: ["x".repeat(400)] }, b: { examples: [1] } },
    },
    { b: 1 },
  ],
  [
    "of the value that distinguishes items before the others",
    {
      properties: {
        links: { examples: [{ self: "x".repeat(150) }] },
        about: { examples: ["x".repeat(200)] },
        more: { examples: ["x".repeat(150)] },
        state: { examples: ["open"] },
        id: { examples: [7] },
      },
    },
    { about: "x".repeat(200), more: "x".repeat(150), state: "open", id: 7 },
  ],
  ["of nothing", { properties: { a: { type: "string" } } }, undefined],
  [
    "without those that their own schema refuses",
    {
      properties: {
        role: { type: "string", examples: [null] },
        kind: { enum: ["a"], examples: ["b"] },
        count: { type: "integer", examples: ["many", 5] },
        any: { type: "object", examples: ["text"] },
        long: { type: "integer", examples: ["9223372036854775807"] },
        none: { type: ["string", "null"], examples: [null] },
      },
    },
    { count: 5, any: "text", long: "9223372036854775807", none: null },
  ],
])("the example of a schema: %s", (_what, schema, want) => {
  const all = api([], { schemas: new Map([["Pet", pet]]) });
  expect(exampleOfSchema(schema, all)).toEqual(want);
});

test("a larger or new example does not displace a smaller one", () => {
  const shown = (text: string) => ({ examples: [text] });
  const before = {
    parent: { properties: { a: shown("one"), b: shown("x".repeat(150)) } },
    name: shown("Biscuit"),
    zone: shown("y".repeat(150)),
  };
  const parent = {
    properties: { ...before.parent.properties, c: shown("z".repeat(90)) },
  };
  const examples = [before, { ...before, parent, note: shown("new") }].map(
    (properties) => exampleOfSchema({ properties }, api([])),
  );
  expect(examples).toEqual([
    {
      parent: { a: "one", b: "x".repeat(150) },
      name: "Biscuit",
      zone: "y".repeat(150),
    },
    { name: "Biscuit", zone: "y".repeat(150), note: "new" },
  ]);
});

test.each<[string, unknown, Schema, boolean]>([
  ["a year and a month", "201601", {}, true],
  ["the same as a number", 201601, { type: "integer" }, true],
  ["a day", "2026-01-31", {}, true],
  ["a region", "us-east-1", {}, true],
  ["a language", "en-GB", {}, true],
  ["an account", "DE89370400440532013000", {}, true],
  ["a size with its unit", "10 MB", {}, true],
  ["seconds since 1970", 1767225600, { type: "integer" }, true],
  ["a share", 0.25, { type: "number" }, true],
  ["a list", ["a"], { type: "array" }, true],
  ["a path", "a/b", {}, true],
  ["a name", "Biscuit", {}, false],
  ["words in any script", "Köln 東京", {}, false],
  ["a sentence", "Well, it's Grace's, until two.", {}, false],
  ["a small number", 7, { type: "integer" }, false],
  ["nothing", "", {}, false],
  ["a value that a format describes", "2026-01-31", { format: "date" }, false],
  ["a value of an enum", "a-1", { enum: ["a-1", "b-2"] }, false],
  ["a value that a pattern describes", "a-1", { pattern: "^a-" }, false],
  ["a value beside a default", "a-1", { default: "a-2" }, false],
])(
  "an example of a property is kept only if it says more than the schema: %s",
  (_what, example, rest, isKept) => {
    const schema = { ...rest, examples: [example] };
    expect(dropPlainExamples(schema)).toEqual(isKept ? schema : rest);
  },
);

test("the example of a whole body is shown if it says more than those of its properties", () => {
  const given = jsonBody({
    type: "object",
    properties: {
      month: { type: "string" },
      day: { type: "string", format: "date" },
    },
  });
  const exampleFor = (example: object) => {
    const media = given.media.map((one) => ({ ...one, examples: [example] }));
    const asked = operation("POST /a", { body: { ...given, media } });
    const options = { ...planOptions(), allRoutesAsTools: true };
    return plan(api([asked]), options).components[0]?.example;
  };
  const month = { month: "201601", day: "2026-01-31" };
  expect(exampleFor(month)).toEqual(month);
  expect(exampleFor({ month: "May", day: "2026-01-31" })).toBeUndefined();
});

test("a part of allOf with nothing but an example is dropped with the example", () => {
  const text = { type: "string" };
  const schema = { allOf: [text, { examples: ["Aaron"] }] };
  expect(dropPlainExamples(schema)).toEqual({ allOf: [text] });
});

test.each<[how: string, example: unknown, want: string | undefined]>([
  ["whole", { id: 7, name: "Rex" }, '{"id":7,"name":"Rex"}'],
  ["not if it is too long", { text: "long ".repeat(20), id: 7 }, undefined],
  ["not if it is empty", [], undefined],
  ["not if it has no form to show", "pong", undefined],
])("toExampleLine shortens an example: %s", (_how, example, want) => {
  expect(toExampleLine(example, 40)).toEqual(want);
});
const described = (
  summary: string,
  schema: Schema,
  more: Partial<Operation> = {},
) => {
  const all = ["POST /pets", "POST /animals"].map((key) =>
    operation(key, {
      summary,
      responses: [{ status: "200", media: jsonBody(schema).media }],
      ...more,
    }),
  );
  const { components } = plan(api(all), planOptions());
  return components.map(({ clientView: shown }) => shown.description);
};

test("a description with few words ends with an example response, and stays different from its twin", () => {
  const schema = { examples: [[{ id: 7, name: "Rex" }]] };
  const line = 'Example response: [{"id":7,"name":"Rex"}]';
  expect(described("List them", schema)).toEqual([
    `List them. (animals)\n\n${line}`,
    `List them. (pets)\n\n${line}`,
  ]);
  const long = "x".repeat(80);
  expect(described(long, schema).join()).not.toContain("Example response");
});

test("the line of an example response has at most 120 bytes, or is left out", () => {
  const lines = [30, 60, 94].map((length) => {
    const schema = { examples: [{ a: "ä".repeat(length), id: 7 }] };
    const [text = ""] = described("List them", schema);
    return text.split("\n").slice(2);
  });
  const whole = `Example response: {"a":"${"ä".repeat(30)}","id":7}`;
  expect(lines).toEqual([[whole], [], []]);
});

test.each<[string, unknown, unknown, boolean]>([
  ["a body", { name: "Rex" }, { dry_run: true, name: "Rex" }, true],
  ["a list in a body", ["a"], { body: { contexts: ["a"] } }, true],
  ["one field more", { id: 7, name: "Rex" }, { name: "Rex" }, false],
  ["another value", { name: "Rex" }, { name: "Ann" }, false],
  ["an inherited name", { toString: 1 }, {}, false],
])(
  "repeatsExample compares the response with the arguments: %s",
  (_, ...row) => {
    const [response, args, want] = row;
    expect(repeatsExample(response, args)).toBe(want);
  },
);

test("example arguments are without those that their own schema refuses", () => {
  const body = jsonBody({
    type: "object",
    properties: {
      role: { type: "string" },
      place: { type: "object", properties: { at: { type: "string" } } },
    },
  });
  const [media] = body.media;
  const example = { role: null, place: { at: "a/b" } };
  const [planned] = plan(
    api([
      operation("POST /a", {
        body: {
          ...body,
          media: media ? [{ ...media, examples: [example] }] : [],
        },
      }),
    ]),
    planOptions(),
  ).components;
  expect(planned?.example).toEqual({ place: { at: "a/b" } });
});
