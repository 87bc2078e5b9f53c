import { expect, test } from "vitest";
import { mergeResponseSchemas } from "../../../generator/plan/response-fields.js";
import { toResponseShape } from "../../../generator/plan/response.js";
import { strip } from "../../../runtime/features/responses/strip.js";
import { toRegisteredComponent } from "../../../runtime/index.js";
import type {
  ResponseFields,
  JsonSchema,
  Tool,
} from "../../../runtime/index.js";
import { ask, serviceOf } from "../../runtime/serving.js";
import { NO_SCHEMAS, startUpstream, toolOf } from "../../runtime/upstream.js";

const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const $defs: ResponseFields["$defs"] = {
  Pet: {
    properties: { name: {}, owner: ref("Owner"), tags: { items: ref("Tag") } },
  },
  Owner: { properties: { id: {}, pets: { items: ref("Pet") } } },
  Tag: { properties: { t: {} } },
  Cat: { allOf: [ref("Pet"), { properties: { lives: {} } }] },
  Dog: { allOf: [ref("Pet")], properties: { barks: {} } },
  Loop: { $ref: "#/$defs/Loop" },
  // A discriminated family, whose parent names its children and whose children name it.
  Base: { properties: { kind: {} }, anyOf: [ref("Child")] },
  Child: { allOf: [ref("Base"), { properties: { extra: {} } }] },
};

/** Rest of a JSON response that has this schema. */
function stripped(data: unknown, schema: JsonSchema, shared = $defs): unknown {
  const contentType = "application/json";
  const answer = { status: 200, headers: {}, contentType, data };
  return strip(answer, entryOf(schema, toolOf(), shared), silent).data;
}

function entryOf(schema: JsonSchema, tool: Tool, shared = $defs) {
  const shapes = Object.entries(shared).map(
    ([name, one]) => [name, toResponseShape(one)] as const,
  );
  const responseFields = mergeResponseSchemas(
    { "GET /": toResponseShape(schema) },
    new Map(shapes),
  );
  const client = () => {
    throw new Error("not called");
  };
  const source = {
    components: [tool],
    schemas: NO_SCHEMAS,
    responseFields,
    client,
  };
  return toRegisteredComponent(tool, source);
}

const JSON_ANSWER = {
  status: 200,
  headers: {},
  contentType: "application/json",
};

const ignore = () => undefined;
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

test("the log reports dropped fields once for each component", () => {
  const data = { name: 1, x: 1, tags: [{ y: 1 }, { y: 2 }] };
  const answer = { ...JSON_ANSWER, data };
  const lines: unknown[] = [];
  const info = (...line: unknown[]) => void lines.push(line);
  const entry = entryOf(ref("Pet"), toolOf({ name: "getPet" }));
  strip(answer, entry, { ...silent, info });
  const page = { ...entry, component: { ...entry.component, timeout: 2 } };
  strip(answer, page, { ...silent, info });
  const hint =
    "The document does not declare them. Set strip: false to keep them.";
  const line = { name: "getPet", fields: ["x", "y"], hint };
  expect(lines).toEqual([["stripped", line]]);
});

test.each<[string, unknown]>([
  ["an undescribed envelope", { data: { name: 1 } }],
  ["a list of others", [{ x: 1 }, { y: 2 }]],
  [
    "an envelope inside a described field",
    { owner: { x: 1 }, tags: [{ x: 1 }] },
  ],
])("strip() drops no field of %s", (_name, data) => {
  const lines: unknown[] = [];
  const info = (...line: unknown[]) => void lines.push(line);
  const schema = { ...$defs["Pet"], items: ref("Pet") };
  const answer = { ...JSON_ANSWER, data };
  expect(strip(answer, entryOf(schema, toolOf()), { ...silent, info })).toBe(
    answer,
  );
  expect(lines).toEqual([]);
});

test.each([
  ['{"x":1,"__proto__":{"name":1,"y":2}}', '{"__proto__":{"name":1}}'],
  ['{"__proto__":{"name":1},"x":1}', '{"__proto__":{"name":1}}'],
  ['{"name":1,"__proto__":1,"x":1}', '{"name":1,"__proto__":1}'],
])("the field __proto__ of %s stays a field", (json, strippedJson) => {
  const properties = { name: {}, ["__proto__"]: ref("Pet") };
  const data = stripped(JSON.parse(json), { properties });
  expect(JSON.stringify(data)).toBe(strippedJson);
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
});

test.each<[string[] | undefined, status: number, isStripped: boolean]>([
  [undefined, 200, true],
  [undefined, 201, false],
  [["200", "201"], 201, true],
  [["200", "201"], 202, false],
  [["2XX"], 202, true],
])(
  "strip() with schemas for %j strips a response of status %i: %j",
  (known, status, isStripped) => {
    const { source, ...entry } = entryOf(ref("Pet"), toolOf());
    const statuses = known && { statuses: { "GET /": known } };
    const responseFields = {
      operations: {},
      $defs,
      ...source.responseFields,
      ...statuses,
    };
    const answer = { ...JSON_ANSWER, status, data: { name: 1, x: 1 } };
    const own = { ...entry, source: { ...source, responseFields } };
    const data = isStripped ? { name: 1 } : answer.data;
    expect(strip(answer, own, silent).data).toEqual(data);
  },
);

test.each<[string, JsonSchema, unknown, unknown]>([
  ["unknown fields", ref("Pet"), { name: 1, x: 2 }, { name: 1 }],
  [
    "nested, through references",
    ref("Pet"),
    { owner: { id: 1, x: 2 } },
    { owner: { id: 1 } },
  ],
  [
    "in arrays",
    { items: ref("Pet") },
    [{ x: 1 }, { name: 1 }],
    [{}, { name: 1 }],
  ],
  [
    "in arrays within",
    ref("Pet"),
    { tags: [{ t: 1, x: 1 }] },
    { tags: [{ t: 1 }] },
  ],
  [
    "recursive schemas",
    ref("Owner"),
    { id: 1, pets: [{ owner: { pets: [{ x: 1 }] } }] },
    { id: 1, pets: [{ owner: { pets: [{}] } }] },
  ],
  ["allOf", ref("Cat"), { name: 1, lives: 9, barks: 1 }, { name: 1, lives: 9 }],
  [
    "allOf beside properties",
    ref("Dog"),
    { name: 1, lives: 9, barks: 1 },
    { name: 1, barks: 1 },
  ],
  [
    "unions",
    { anyOf: [ref("Cat"), ref("Dog")] },
    { name: 1, lives: 9, barks: 1, x: 1 },
    { name: 1, lives: 9, barks: 1 },
  ],
  [
    "conditions",
    {
      properties: { a: {} },
      allOf: [{ anyOf: [{ properties: { b: {} } }, {}] }],
    },
    { a: 1, b: 1, x: 1 },
    { a: 1, b: 1 },
  ],
  [
    "maps of which one knows nothing",
    {
      items: {
        anyOf: [
          { additionalProperties: ref("Tag") },
          { properties: { a: {} }, additionalProperties: {} },
        ],
      },
    },
    [{ a: 1, b: { x: 1 } }],
    [{ a: 1, b: { x: 1 } }],
  ],
  [
    "oneOf",
    { oneOf: [ref("Cat"), ref("Tag")] },
    { t: 1, lives: 9, x: 1 },
    { t: 1, lives: 9 },
  ],
  [
    "unions with scalars",
    { anyOf: [ref("Tag"), { type: "null" }] },
    { t: 1, x: 1 },
    { t: 1 },
  ],
  [
    "unions of constraints",
    { properties: { a: {} }, anyOf: [{}, {}] },
    { a: 1, x: 1 },
    { a: 1 },
  ],
  [
    "families",
    ref("Child"),
    { kind: 1, extra: 2, x: 3 },
    { kind: 1, extra: 2 },
  ],
  [
    "additionalProperties: false",
    { properties: { a: {} }, additionalProperties: false },
    { a: 1, x: 1 },
    { a: 1 },
  ],
  [
    "values of additionalProperties",
    { additionalProperties: ref("Tag") },
    { k: { t: 1, x: 1 } },
    { k: { t: 1 } },
  ],
])("strip() drops %s", (_case, schema, value, want) => {
  expect(stripped(value, schema)).toEqual(want);
});

test.each<[string, JsonSchema, unknown]>([
  ["free-form objects", {}, { x: { y: 1 } }],
  ["objects without properties", { type: "object" }, { x: 1 }],
  ["free-form properties", ref("Pet"), { name: { x: 1 } }],
  [
    "additionalProperties",
    { properties: { a: {} }, additionalProperties: true },
    { a: 1, x: { y: 1 } },
  ],
  [
    "additionalProperties within allOf",
    { allOf: [ref("Tag"), { additionalProperties: {} }] },
    { x: 1 },
  ],
  ["unions with a free-form branch", { anyOf: [ref("Tag"), {}] }, { x: 1 }],
  ["scalars for a declared object", ref("Pet"), "x"],
  ["null", ref("Pet"), null],
  ["objects for a declared array", { items: ref("Tag") }, { x: 1 }],
  ["arrays for a declared object", ref("Tag"), [{ x: 1 }]],
  ["references to nothing", ref("None"), { x: 1 }],
  ["references to themselves", ref("Loop"), { x: 1 }],
])("strip() leaves %s unchanged", (_case, schema, value) => {
  expect(stripped(value, schema)).toEqual(value);
});

test("strip() treats names of Object.prototype members as fields", () => {
  const value: unknown = JSON.parse(
    '{"constructor":1,"__proto__":{"x":1},"a":2}',
  );
  const properties = { a: {} };
  expect(stripped(value, { properties })).toEqual({ a: 2 });
  const kept = stripped(value, { additionalProperties: {} });
  expect(JSON.stringify(kept)).toBe(
    '{"constructor":1,"__proto__":{"x":1},"a":2}',
  );
});

test("strip() allows any depth in a union whose branches both refer to it", () => {
  const branch = () => ({ properties: { next: ref("Union"), end: {} } });
  const Union = { anyOf: [branch(), branch()] };
  let value: unknown = { end: 1, x: 1 };
  for (let depth = 0; depth < 100; depth++) value = { next: value, x: 1 };
  const kept = JSON.stringify(stripped(value, ref("Union"), { Union }));
  expect(kept).toBe(`${'{"next":'.repeat(100)}{"end":1}${"}".repeat(100)}`);
});

test.each(["allOf", "anyOf", "oneOf"])(
  "schemas that combine each other in many ways by %s are read once",
  (keyword) => {
    const shared = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => {
        const next = ["a", "b"].map((side) => ref(`${side}${index + 1}`));
        return ["a", "b"].map((side) => [
          `${side}${index}`,
          { properties: { [`${side}${index}`]: {} }, [keyword]: next },
        ]);
      }).flat(),
    ) as ResponseFields["$defs"];
    const value = { a0: 1, b59: 2, b0: 3, x: 4 };
    expect(stripped(value, ref("a0"), shared)).toEqual({ a0: 1, b59: 2 });
  },
);

test.each([
  [{}, "application/json", '{"a":1}'],
  [{}, "application/hal+json", '{"a":1}'],
  [{}, "text/plain", '{"a":1}'], // what is declared is JSON
  [{}, "text/event-stream", '{"a":1,"x":2}'],
  [{ strip: false }, "application/json", '{"a":1,"x":2}'],
  [{ request: "GET /other" }, "application/json", '{"a":1,"x":2}'],
])("responses of %j in %s are %s", async (more, type, want) => {
  const { baseUrl } = await startUpstream((_request, response) => {
    response.setHeader("content-type", type).end('{"a":1,"x":2}');
  });
  const responseFields = mergeResponseSchemas(
    { "GET /": { properties: { a: {} } } },
    new Map(),
  );
  const service = serviceOf([toolOf(more)], {
    client: { baseUrl },
    source: { responseFields: responseFields, strip },
  });
  expect(await ask(service, "tools/call", { name: "tool" })).toMatchObject({
    content: [{ text: want }],
  });
});
