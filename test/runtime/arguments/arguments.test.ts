import { expect, test } from "vitest";
import { createArgumentCheck } from "../../../runtime/arguments/arguments.js";
import { ArgumentError } from "../../../runtime/call/errors.js";
import type { Args, JsonSchema, Tool } from "../../../runtime/types.js";

const schemas = {
  Owner: {
    type: "object",
    properties: {
      age: { type: "integer", minimum: 0 },
      friends: { type: "array", items: { $ref: "#/$defs/Owner" } },
    },
    required: ["age"],
  },
};

const tool: Tool = {
  kind: "tool",
  name: "addPet",
  inputSchema: {
    type: "object",
    properties: {
      id: { type: "integer" },
      limit: { type: "integer" },
      size: { type: "number" },
      q: { type: "string", minLength: 2 },
      dry: { type: "boolean" },
      session: { type: "string" },
      name: { type: "string" },
      nick: { type: ["string", "null"] },
      tags: { type: "array", items: { type: "integer" } },
      owner: { $ref: "#/$defs/Owner" },
      mode: { type: "integer", enum: [1, 2] },
      kind: { enum: ["cat", "dog"] },
      either: { anyOf: [{ type: "integer" }, { type: "boolean" }] },
      code: { anyOf: [{ type: "integer" }, { type: "string", minLength: 3 }] },
      maybe: { type: ["integer", "null"] },
      any: {},
    },
    required: ["id"],
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/pets/{id}",
    parameters: {
      id: "path",
      limit: "query",
      q: { in: "query" },
      dry: "header",
      session: "cookie",
    },
    body: { contentType: "application/json" },
  },
  handler: () => null,
};

const check = createArgumentCheck(schemas);

const accepted: [given: Args, want: Args][] = [
  [{}, {}],
  [
    { limit: 5, any: "5", name: "5" },
    { limit: 5, any: "5", name: "5" },
  ],
  // absent
  [{ limit: null, q: null, dry: null, session: null }, {}],
  [{ limit: "", q: "" }, {}],
  [{ limit: [], q: {} }, {}],
  [
    { session: "", nick: null },
    { session: "", nick: null },
  ],
  // text for a number or boolean
  [
    { limit: "5", size: "-1.5e3" },
    { limit: 5, size: -1500 },
  ],
  [
    { limit: "5.0", mode: "2" },
    { limit: 5, mode: 2 },
  ],
  [
    { dry: "true", either: "false" },
    { dry: true, either: false },
  ],
  [
    { either: "5", maybe: "5" },
    { either: 5, maybe: 5 },
  ],
  // text for an array or object, text inside it
  [{ tags: "[1,2]" }, { tags: [1, 2] }],
  [{ tags: '["1", 2]' }, { tags: [1, 2] }],
  [
    { owner: ' {"age":"3","friends":[{"age":"4"}]}' },
    { owner: { age: 3, friends: [{ age: 4 }] } },
  ],
  // text stays text where text is welcome
  [
    { code: "123", any: "[1]" },
    { code: "123", any: "[1]" },
  ],
];

test.each(accepted)("%j is taken as %j", (given, want) => {
  const before = structuredClone(given);
  expect(check(tool, { id: 7, ...given }, { coerce: true })).toEqual({
    id: 7,
    ...want,
  });
  expect(given).toEqual(before);
});

const refused: [given: Args, lines: string[]][] = [
  [{ id: undefined }, ["- /id: is required"]],
  [{ id: null }, ["- /id: must be integer, not null"]],
  [{ name: null }, ["- /name: must be string, not null"]],
  [{ limit: "five" }, ["- /limit: must be integer, not string"]],
  [{ limit: "1.5" }, ["- /limit: must be integer, not string"]],
  [
    { limit: "12345678901234567890" },
    ["- /limit: must be integer, not string"],
  ],
  [{ limit: " 5" }, ["- /limit: must be integer, not string"]],
  [{ limit: "0x5" }, ["- /limit: must be integer, not string"]],
  [{ dry: "yes" }, ["- /dry: must be boolean, not string"]],
  [{ name: 5 }, ["- /name: must be string, not number"]],
  [{ tags: "1,2" }, ["- /tags: must be array, not string"]],
  [{ tags: '{"a":1}' }, ["- /tags: must be array, not string"]],
  [{ tags: "[1" }, ["- /tags: must be array, not string"]],
  [{ either: "" }, ["- /either: must be integer or boolean, not string"]],
  [{ kind: "cow" }, ['- /kind: must be one of "cat", "dog"']],
  [
    { code: "12" },
    [
      "- /code: must be integer, not string; must NOT have fewer than 3 characters",
    ],
  ],
  [
    { owner: { age: -1, friends: [{}] }, tags: [1, "x"] },
    [
      "- /owner/age: must be >= 0",
      "- /owner/friends/0/age: is required",
      "- /tags/1: must be integer, not string",
    ],
  ],
  [
    { "a/b~c": 1 },
    [
      "- /a~1b~0c: is unknown",
      'Its arguments are: "id", "limit", "size", "q", "dry", "session", "name", "nick", "tags", "owner", "mode", "kind", "either", "code", "maybe", "any".',
    ],
  ],
];

test.each(refused)("%j is refused", (given, lines) => {
  const args = JSON.parse(JSON.stringify({ id: 7, ...given })) as Args; // drops undefined
  expect(refusal(args)).toBe(
    ["Wrong arguments for addPet; nothing was sent.", ...lines].join("\n"),
  );
});

test("without coercion text stays text, and absent stays absent", () => {
  const options = { coerce: false };
  expect(check(tool, { id: 7, limit: "" }, options)).toEqual({ id: 7 });
  expect(() => check(tool, { id: "7" }, options)).toThrow(ArgumentError);
});

test("a long message is cut and says so", () => {
  const tags = Array.from({ length: 500 }, () => "x");
  const lines = refusal({ id: 7, tags }).split("\n");
  expect(lines).toHaveLength(22);
  expect(lines.at(-1)).toBe("- and 480 more");
});

const hostile: [name: string, taken: unknown][] = [
  ["constructor", 5],
  ["toString", 5],
  ["__proto__", "5"], // ajv looks at no value of this name
];

test.each(hostile)("an argument called %s is taken as %j", (name, taken) => {
  const inputSchema: JsonSchema = {
    properties: Object.fromEntries([[name, { type: "integer" }]]),
    required: [name],
  };
  const other: Tool = { ...tool, inputSchema };
  expect(() => check(other, {}, { coerce: true })).toThrow(
    `- /${name}: is required`,
  );
  const args = Object.fromEntries([[name, "5"]]);
  const checked = check(other, args, { coerce: true });
  expect(JSON.stringify(checked)).toBe(`{"${name}":${JSON.stringify(taken)}}`);
});

function refusal(args: Args): string {
  try {
    check(tool, args, { coerce: true });
  } catch (error) {
    if (error instanceof ArgumentError) return error.message;
    throw error;
  }
  return "accepted";
}
