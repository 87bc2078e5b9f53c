import { describe, expect, test } from "vitest";
import {
  listedSchema,
  validationSchema,
} from "../../../runtime/arguments/input-schema.js";
import type { Arguable } from "../../../runtime/arguments/input-schema.js";
import type { JsonSchema, Schemas } from "../../../runtime/types.js";

const text = { type: "string" };
const closed = { additionalProperties: false };
const json = { contentType: "application/json", required: true };
const post = { method: "POST", path: "/pets", body: json };
const get = { method: "GET", path: "/pets" };

const schemas: Schemas = {
  Named: {
    type: "object",
    properties: { name: { type: "string", description: "A name." } },
    required: ["name"],
  },
  Pet: {
    allOf: [
      { $ref: "#/$defs/Named" },
      {
        properties: { owner: { $ref: "#/$defs/Owner" }, "x-tag": text },
        required: ["x-tag"],
      },
    ],
  },
  Owner: {
    type: "object",
    properties: {
      email: text,
      friends: { type: "array", items: { $ref: "#/$defs/Owner" } },
    },
  },
  Closed: { type: "object", properties: { a: text }, ...closed },
  Loop: { allOf: [{ $ref: "#/$defs/Loop" }, { properties: { a: text } }] },
  Animal: { type: "object", properties: { kind: text } },
  Cat: {
    allOf: [
      { $ref: "#/$defs/Animal" },
      { properties: { kind: { enum: ["cat"], description: "Always cat." } } },
    ],
  },
  Odd: {
    allOf: [
      { $ref: "#/$defs/Animal" },
      { properties: { kind: { type: "string", not: { const: "" } } } },
    ],
  },
  Counted: {
    type: "object",
    properties: { a: text },
    minProperties: 1,
    maxProperties: 1,
  },
  Ghost: { type: "object", properties: { a: text }, required: ["id"] },
  Patterned: { type: "object", patternProperties: { "^x": text }, ...closed },
};

const refTo = (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }] });

const flat: { name: string; given: Arguable; want: JsonSchema }[] = [
  {
    name: "an operation without arguments takes none",
    given: { inputSchema: { type: "object" }, request: get },
    want: { type: "object", properties: {}, ...closed },
  },
  {
    name: "parameters alone: an unknown argument would go nowhere",
    given: {
      inputSchema: { type: "object", properties: { a: text }, required: ["a"] },
      request: get,
    },
    want: {
      type: "object",
      properties: { a: text },
      required: ["a"],
      ...closed,
    },
  },
  {
    name: "a body component is merged through nested allOf and stays open",
    given: {
      inputSchema: {
        type: "object",
        properties: { dry_run: { type: "boolean" } },
        required: ["dry_run"],
        ...refTo("Pet"),
      },
      request: { ...post, body: { ...json, names: { x_tag: "x-tag" } } },
    },
    want: {
      type: "object",
      properties: {
        dry_run: { type: "boolean" },
        name: { type: "string", description: "A name." },
        owner: { $ref: "#/$defs/Owner" },
        x_tag: text,
      },
      required: ["dry_run", "name", "x_tag"],
      $defs: { Owner: schemas["Owner"] },
    },
  },
  {
    name: "a root reference is merged like an allOf",
    given: { inputSchema: { $ref: "#/$defs/Named" }, request: post },
    want: {
      type: "object",
      properties: { name: { type: "string", description: "A name." } },
      required: ["name"],
    },
  },
  {
    name: "of a body that may be left out nothing is required, but its parameters are",
    given: {
      inputSchema: {
        type: "object",
        properties: { id: text },
        required: ["id"],
        ...refTo("Named"),
      },
      request: { ...post, body: { contentType: "application/json" } },
    },
    want: {
      type: "object",
      properties: {
        id: text,
        name: { type: "string", description: "A name." },
      },
      required: ["id"],
    },
  },
  {
    name: "how many properties the body has says nothing of all arguments",
    given: {
      inputSchema: {
        type: "object",
        properties: { id: text },
        ...refTo("Counted"),
      },
      request: post,
    },
    want: { type: "object", properties: { id: text, a: text } },
  },
  {
    name: "a required name that nothing describes is not asked for",
    given: { inputSchema: refTo("Ghost"), request: post },
    want: { type: "object", properties: { a: text } },
  },
  {
    name: "a fixed argument is not asked for",
    given: {
      inputSchema: { type: "object", ...refTo("Pet") },
      request: { ...post, fixed: { name: "Rex", owner: null } },
    },
    want: {
      type: "object",
      properties: { "x-tag": text },
      required: ["x-tag"],
    },
  },
  {
    name: "the root's own property wins over the component's",
    given: {
      inputSchema: {
        type: "object",
        properties: { name: { type: "string", description: "Better." } },
        ...refTo("Named"),
      },
      request: post,
    },
    want: {
      type: "object",
      properties: { name: { type: "string", description: "Better." } },
      required: ["name"],
    },
  },
  {
    name: "a closed component closes the whole",
    given: {
      inputSchema: { properties: { b: text }, ...refTo("Closed") },
      request: post,
    },
    want: { type: "object", properties: { b: text, a: text }, ...closed },
  },
  {
    name: "a component with patterns of names stays open",
    given: { inputSchema: refTo("Patterned"), request: post },
    want: { type: "object", properties: {} },
  },
  {
    name: "a component that extends itself ends",
    given: { inputSchema: refTo("Loop"), request: post },
    want: { type: "object", properties: { a: text } },
  },
  {
    name: "two schemas of one property become one where they agree",
    given: { inputSchema: refTo("Cat"), request: post },
    want: {
      type: "object",
      properties: {
        kind: { type: "string", enum: ["cat"], description: "Always cat." },
      },
    },
  },
  {
    name: "and stay two where they don't",
    given: { inputSchema: refTo("Odd"), request: post },
    want: {
      type: "object",
      properties: {
        kind: { allOf: [text, { type: "string", not: { const: "" } }] },
      },
    },
  },
  {
    name: "a reference to nothing allows anything",
    given: {
      inputSchema: { properties: { a: { $ref: "#/$defs/Gone" } } },
      request: get,
    },
    want: {
      type: "object",
      properties: { a: { $ref: "#/$defs/Gone" } },
      ...closed,
      $defs: { Gone: { description: "Any Gone." } },
    },
  },
  {
    name: "what looks like a reference in data or names is none",
    given: {
      inputSchema: {
        properties: {
          $ref: text,
          a: { enum: [{ $ref: "#/$defs/Pet" }] },
        },
      },
      request: get,
    },
    want: {
      type: "object",
      properties: { $ref: text, a: { enum: [{ $ref: "#/$defs/Pet" }] } },
      ...closed,
    },
  },
  {
    name: "own $defs of an edited module count",
    given: {
      inputSchema: {
        properties: { a: { $ref: "#/$defs/Mine" } },
        $defs: { Mine: text },
      },
      request: get,
    },
    want: {
      type: "object",
      properties: { a: { $ref: "#/$defs/Mine" } },
      ...closed,
      $defs: { Mine: text },
    },
  },
];

test.each(flat)("$name", ({ given, want }) => {
  expect(validationSchema(given, schemas)).toEqual(want);
});

test("a property called __proto__ stays a property", () => {
  const properties: unknown = JSON.parse('{"__proto__":{"type":"string"}}');
  const inputSchema = { properties, allOf: [{ properties }] };
  const listed = listedSchema(
    { inputSchema, request: post },
    {},
    { mode: "inline" },
  );
  expect(JSON.stringify(listed)).toBe(
    '{"properties":{"__proto__":{"type":"string"}},"type":"object"}',
  );
});

describe("inline", () => {
  const inline = (inputSchema: JsonSchema, all = schemas) =>
    listedSchema({ inputSchema, request: post }, all, { mode: "inline" });

  test("writes schemas out and cuts recursion to a described object", () => {
    expect(inline(refTo("Pet"))["properties"]).toEqual({
      name: { type: "string", description: "A name." },
      owner: {
        type: "object",
        properties: {
          email: text,
          friends: {
            type: "array",
            items: {
              type: "object",
              description: "A nested Owner, shaped like the one around it.",
            },
          },
        },
      },
      "x-tag": text,
    });
  });

  test("keeps what stands beside a reference", () => {
    const named = schemas["Named"];
    const ref = { $ref: "#/$defs/Named" };
    const properties = {
      a: { ...ref, description: "Who?" },
      b: { allOf: [ref], description: "Who?" },
      c: { ...ref, maxProperties: 1 },
    };
    expect(inline({ properties })["properties"]).toEqual({
      a: { ...named, description: "Who?" },
      b: { ...named, description: "Who?" },
      c: { maxProperties: 1, allOf: [named] },
    });
  });

  const names = Array.from({ length: 12 }, (_, index) => `S${index}`);

  test.each<[string, JsonSchema, Schemas]>([
    [
      "is too large",
      {
        properties: {
          a: { $ref: "#/$defs/Long" },
          b: { $ref: "#/$defs/Deep" },
        },
      },
      {
        Long: { type: "string", description: "x".repeat(9_000) },
        Deep: {
          type: "object",
          description: "Deep.",
          properties: {
            a: { $ref: "#/$defs/Long" },
            b: { $ref: "#/$defs/Long" },
          },
        },
      },
    ],
    [
      "refers to itself in too many ways",
      {
        properties: Object.fromEntries(
          names.map((name) => [name, { $ref: `#/$defs/${name}` }]),
        ),
      },
      Object.fromEntries(
        names.map((name) => [
          name,
          {
            type: "object",
            description: "Deep.",
            properties: Object.fromEntries(
              names.map((other) => [other, { $ref: `#/$defs/${other}` }]),
            ),
          },
        ]),
      ),
    ],
  ])("describes in words what %s", (_, root, all) => {
    const text = JSON.stringify(inline(root, all));
    expect(text.length).toBeLessThan(24 * 1024);
    expect(text).not.toContain("$ref");
    expect(text).toContain(
      '{"type":"object","description":"Deep. Its details are left out of this listing."}',
    );
  });

  test("is as detailed as the bytes allow", () => {
    const nest = (levels: number): JsonSchema =>
      levels === 0
        ? { type: "string" }
        : { type: "object", properties: { a: nest(levels - 1) } };
    const sizes = [1_000, 400, 200].map((maxBytes) => {
      const schema = listedSchema(
        { inputSchema: nest(20), request: post },
        {},
        { mode: "refs", maxBytes },
      );
      return [
        JSON.stringify(schema).length <= maxBytes,
        JSON.stringify(schema).split("properties").length - 1,
      ];
    });
    expect(sizes).toEqual([
      [true, 20],
      [true, 7],
      [true, 3],
    ]);
  });
});
