import { describe, expect, test } from "vitest";
import { checks } from "../../../../runtime/features/checks/checks.js";
import { isToolResult, LOSSY_INTEGER } from "../../../../runtime/index.js";
import type {
  Args,
  HandlerResult,
  JsonSchema,
  ApiDefinition,
  Tool,
} from "../../../../runtime/index.js";
import { ask, serviceOf } from "../../serving.js";
import { toolOf } from "../../upstream.js";

const $defs = {
  Owner: {
    type: "object",
    properties: {
      age: { type: "integer", minimum: 0 },
      friends: { type: "array", items: { $ref: "#/$defs/Owner" } },
    },
    required: ["age"],
  },
};

const closed = (...names: string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
  additionalProperties: false,
});

const addPet: Partial<Tool> = {
  name: "addPet",
  request: "POST /pets/{id}",
  arguments: {
    id: { in: "path", type: "integer" },
    limit: { in: "query", type: "integer" },
    q: { in: "query", type: "string", minLength: 2 },
    dry: { in: "header", type: "boolean" },
    session: { in: "cookie", type: "string" },
  },
  body: {
    properties: {
      size: { type: "number" },
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
      value: { oneOf: [closed("a"), closed("b")] },
      pick: { anyOf: [{ type: "object" }, { type: "object" }] },
      kinds: { type: "array", items: { enum: ["cat", "dog"] } },
      strict: { type: "object", ...closed("age", "name") },
      bare: { type: ["object", "array", "string", "number", "boolean"] },
      plain: { type: "object", description: "Any." },
      plains: { type: "array", items: { type: "object" } },
      open: { type: "object", additionalProperties: true },
    },
  },
};

type Check = ApiDefinition["check"];

/** The arguments that the handler gets, or the text of the refusal. */
async function take(check: Check, args: Args, more: Partial<Tool> = addPet) {
  let taken: unknown;
  const handler = (given: object) => {
    taken = given;
    return null;
  };
  const tool = toolOf({ ...more, handler });
  const service = serviceOf([tool], {
    source: { ...(check && { check }), schemas: { $defs, arguments: {} } },
  });
  const { name } = tool;
  const result = await ask(service, "tools/call", { name, arguments: args });
  return taken ?? textOf(result);
}

function textOf(result: HandlerResult): string {
  const [block] = isToolResult(result) ? result.content : [];
  return block?.type === "text" ? block.text : "no text";
}

describe.each<[string, Check]>([
  ["without the feature checks", undefined],
  ["with the feature checks", checks],
])("%s", (_name, check) => {
  test.each<[given: Args, want: Args]>([
    [{}, {}],
    [
      { limit: 5, any: "5", name: "5" },
      { limit: 5, any: "5", name: "5" },
    ],
    // absent
    [{ limit: null, q: null, dry: null, session: null }, {}],
    [{ limit: "" }, {}],
    [{ limit: [], q: {} }, {}],
    [
      { session: "", nick: null },
      { session: "", nick: null },
    ],
    [{ name: null, tags: null, owner: null, either: "" }, {}],
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
    [{ owner: ' {"age":"3"}' }, { owner: { age: 3 } }],
    // text for an object of which the document says no more, which may be anything
    [{ bare: ' {"a":["1"]}' }, { bare: { a: ["1"] } }],
    [{ bare: "[1]" }, { bare: [1] }],
    [{ bare: "{name}" }, { bare: "{name}" }],
    [{ bare: "5" }, { bare: "5" }],
    [{ bare: 5 }, { bare: 5 }],
    [{ plain: ' {"a":["1"]}' }, { plain: { a: ["1"] } }],
    [{ plain: "[1]" }, { plain: [1] }],
    [{ plain: "{name}" }, { plain: "{name}" }],
    [{ plain: 5 }, { plain: 5 }],
    [{ plain: null }, {}],
    [{ plains: [null, "a", ["b"]] }, { plains: [null, "a", ["b"]] }],
    // digits that a number would lose, as answers have them
    [{ limit: "-9223372036854775808" }, { limit: "-9223372036854775808" }],
    [
      { tags: "[1915883588174806058, 2]" },
      { tags: ["1915883588174806058", 2] },
    ],
    [{ maybe: "1915883588174806058" }, { maybe: "1915883588174806058" }],
    // one value for a list of it
    [{ tags: 1 }, { tags: [1] }],
    [{ tags: "1" }, { tags: [1] }],
    // text stays text if text is allowed
    [
      { code: "123", any: "[1]" },
      { code: "123", any: "[1]" },
    ],
  ])("%j becomes %j", async (given, want) => {
    const before = structuredClone(given);
    expect(await take(check, { id: 7, ...given })).toEqual({ id: 7, ...want });
    expect(given).toEqual(before);
  });

  test("an integer of 64 bits may be a string of digits", async () => {
    const long = { type: ["integer", "string"], format: "int64" };
    const tool: Partial<Tool> = { name: "get", arguments: { long } };
    for (const [given, want] of [
      ["42", 42],
      ["1915883588174806058", "1915883588174806058"],
    ])
      expect(await take(check, { long: given }, tool)).toEqual({ long: want });
    expect(await take(check, { long: "seven" }, tool)).toContain(
      "- /long: must be integer, not string",
    );
  });

  test("an object is not wrapped into a list beside alternatives", async () => {
    const list = { type: "array", items: { type: "string" } };
    const args = { tags: { oneOf: [{ type: "string" }, list] } };
    const tool: Partial<Tool> = { name: "tag", arguments: args };
    expect(await take(check, { tags: { a: 1 } }, tool)).toContain(
      "- /tags: must be string or array, not object",
    );
    expect(await take(check, { tags: ["a"] }, tool)).toEqual({ tags: ["a"] });
  });

  const NAMES =
    '"id", "limit", "q", "dry", "session", "size", "name", "nick", "tags", "owner", "mode", "kind", "either", "code", "maybe", "any", "value", "pick", "kinds", "strict", …';

  test.each<[given: Args, lines: string[]]>([
    [{ id: undefined }, ["- /id: is required"]],
    [{ id: null }, ["- /id: must be integer, not null"]],
    [{ limit: "five" }, ["- /limit: must be integer, not string"]],
    [{ limit: "1.5" }, ["- /limit: must be integer, not string"]],
    [{ size: "12345678901234567890" }, ["- /size: must be number, not string"]],
    [
      { limit: "0012345678901234567890" },
      ["- /limit: must be integer, not string"],
    ],
    [{ id: 1917043659912705300 }, [`- /id: ${LOSSY_INTEGER}`]],
    [
      { maybe: -1e20, code: 1e20 },
      [`- /code: ${LOSSY_INTEGER}`, `- /maybe: ${LOSSY_INTEGER}`],
    ],
    [{ tags: [1, 1e20] }, [`- /tags/1: ${LOSSY_INTEGER}`]],
    // a list of one value that is none of its values
    [{ tags: "five" }, ["- /tags: must be array, not string"]],
    [{ owner: 5 }, ["- /owner: must be object, not number"]],
    [{ limit: " 5" }, ["- /limit: must be integer, not string"]],
    [{ limit: "0x5" }, ["- /limit: must be integer, not string"]],
    [{ dry: "yes" }, ["- /dry: must be boolean, not string"]],
    [{ name: 5 }, ["- /name: must be string, not number"]],
    [{ pick: 5 }, ["- /pick: must be object, not number"]],
    [{ tags: "1,2" }, ["- /tags: must be array, not string"]],
    [{ tags: '{"a":1}' }, ["- /tags: must be array, not string"]],
    [{ tags: "[1" }, ["- /tags: must be array, not string"]],
    [{ kind: "cow" }, ['- /kind: must be one of "cat", "dog"']],
    [
      { kinds: "cow" },
      [
        "- /kinds: must be array, not string",
        '- /kinds/0: must be one of "cat", "dog"',
      ],
    ],
    [
      { strict: { agee: 1 } },
      ['- /strict/agee: is unknown; known are "age", "name"'],
    ],
    [
      { owner: {}, tags: [1, "x"] },
      ["- /owner/age: is required", "- /tags/1: must be integer, not string"],
    ],
    [
      { "a/b~c": 1 },
      ["- /a~1b~0c: is unknown", `Its arguments are: ${NAMES}.`],
    ],
  ])("%j is refused", async (given, lines) => {
    const args = JSON.parse(JSON.stringify({ id: 7, ...given })) as Args; // drops undefined
    expect(await take(check, args)).toBe(
      ["Wrong arguments for addPet; nothing was sent.", ...lines].join("\n"),
    );
  });

  test("a long message is shortened and says so", async () => {
    const tags = Array.from({ length: 500 }, () => "x");
    const message = await take(check, { id: 7, tags });
    const lines = typeof message === "string" ? message.split("\n") : [];
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe("- and more");
  });

  test.each(["constructor", "toString", "__proto__"])(
    "an argument called %s is a name like any other",
    async (name) => {
      const tool = {
        arguments: Object.fromEntries([
          [name, { in: "query", type: "integer", required: true } as const],
        ]),
      };
      expect(await take(check, {}, tool)).toContain(`- /${name}: is required`);
      const taken = await take(check, Object.fromEntries([[name, "5"]]), tool);
      expect(JSON.stringify(taken)).toBe(`{"${name}":5}`);
    },
  );

  test.each<[string, Args, Args]>([
    [
      "a path",
      { arguments: { a: { in: "path", type: "string" } } },
      { a: null },
    ],
    [
      "a required query parameter",
      { arguments: { a: { in: "query", type: "string", required: true } } },
      { a: null },
    ],
    [
      "a required field",
      { body: { properties: { a: { type: "string" } }, required: ["a"] } },
      { a: null },
    ],
  ])("null for %s is kept", async (_case, tool, args) => {
    expect(await take(check, args, tool)).toContain(
      "- /a: must be string, not null",
    );
  });

  // A property that one of several closes may be known to another one.
  test.each<[string, JsonSchema, object, boolean]>([
    ["one schema", closed("a"), { b: 1 }, false],
    ["a reference alone", { allOf: [closed("a")] }, { b: 1 }, false],
    // What one of several closes, another one may know.
    ["parts", { allOf: [closed("a"), closed("b")] }, { a: 1, b: 1 }, true],
    [
      "alternatives of a closed object",
      { additionalProperties: false, oneOf: [closed("a"), closed("b")] },
      { a: 1 },
      true,
    ],
    [
      "alternatives beside properties",
      { properties: { kind: {} }, anyOf: [closed("a")] },
      { kind: 1, a: 1 },
      true,
    ],
    [
      "alternatives beside additional properties",
      {
        additionalProperties: { type: "string" },
        anyOf: [{ properties: { a: { type: "boolean" } } }],
      },
      { a: true },
      true,
    ],
  ])(
    "unknown properties of %s are refused, or accepted",
    async (_, body, value, isTaken) => {
      const tool = { name: "it", body: { properties: { value: body } } };
      const taken = await take(
        check,
        { value },
        { ...tool, request: "POST /" },
      );
      if (isTaken) expect(taken).toEqual({ value });
      else expect(taken).toContain("is unknown");
    },
  );
});

describe('a body with bodyRequired "expected"', () => {
  const tool: Partial<Tool> = {
    request: "POST /pets",
    arguments: { q: { in: "query", type: "string" } },
    body: { properties: { a: { type: "string" }, b: {} }, required: ["a"] },
    bodyRequired: "expected",
  };

  test.each<Args>([{}, { q: "x" }, { a: "x" }])(
    "is optional: %j",
    async (args) => {
      expect(await take(undefined, args, tool)).toEqual(args);
      expect(await take(checks, args, tool)).toEqual(args);
    },
  );

  test("must be complete if any part is present", async () => {
    expect(await take(undefined, { b: 1 }, tool)).toContain("/a: is required");
  });
});

test.each<[given: Args, want: Args]>([
  [
    { owner: ' {"age":"3","friends":[{"age":"4"}]}' },
    { owner: { age: 3, friends: [{ age: 4 }] } },
  ],
  // A number if only that can be meant; values that aren't sent are not checked.
  [{ code: "12" }, { code: 12 }],
  [{ q: "" }, {}],
])("the feature checks converts texts deep in %j", async (given, want) => {
  expect(await take(checks, { id: 7, ...given })).toEqual({ id: 7, ...want });
});

test.each<[given: Args, lines: string[]]>([
  [{ code: "ab" }, ["- /code: must NOT have fewer than 3 characters"]],
  [
    { owner: { age: -1, friends: [{}] } },
    ["- /owner/age: must be >= 0", "- /owner/friends/0/age: is required"],
  ],
  [{ value: { c: 1 } }, ["- /value/c: is unknown"]],
])(
  "the feature checks refuses %j by bounds and nested schemas",
  async (given, lines) => {
    expect(await take(checks, { id: 7, ...given })).toBe(
      ["Wrong arguments for addPet; nothing was sent.", ...lines].join("\n"),
    );
    // The API is the judge of it.
    const args = { id: 7, ...given };
    expect(await take(undefined, args)).toEqual(args);
  },
);
