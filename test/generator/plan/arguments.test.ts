import { expect, test } from "vitest";
import { planArguments } from "../../../generator/plan/arguments.js";
import { api, operation, parameter } from "./fixtures.js";

test("arguments of similar names: the parameter with the exact name keeps it, and the others get their location", () => {
  const parameters = ["user-id", "user_id", "user.id", "a-b"].map((name) =>
    parameter("query", name),
  );
  const planned = planArguments(
    operation("GET /", { parameters }),
    null,
    api([]),
  );
  expect(
    planned.map(({ name, schema }) => [name, schema["description"]]),
  ).toEqual([
    ["user_id__query", 'Named "user-id" in the API.'],
    ["user_id", undefined],
    ["user_id__query_2", 'Named "user.id" in the API.'],
    ["a_b", undefined],
  ]);
});

test.each([
  [false, { type: "string", title: "Words" }],
  [true, { anyOf: [{ type: "string" }, { type: "null" }], title: "Words" }],
])("an optional argument does not accept null: %s", (required, want) => {
  const q = {
    ...parameter("query", "q"),
    required,
    schema: { anyOf: [{ type: "string" }, { type: "null" }], title: "Words" },
  };
  const [planned] = planArguments(
    operation("GET /", { parameters: [q] }),
    null,
    api([]),
  );
  expect(planned?.schema).toEqual(want);
});

test.each<[required: boolean, security: string[][], want: string[]]>([
  [true, [["key"]], []],
  [true, [["other"], ["other", "key"]], []],
  [true, [["other"]], ["token"]],
  [true, [[]], ["token"]],
  // Whether it is called without one, or named by nothing: nothing sends it.
  [true, [], ["token"]],
  // As that of the pet store, which may be called without it.
  [false, [["other"]], []],
])(
  "a parameter is a credential if its operation names the scheme, or needs none: %s, %j",
  (required, security, want) => {
    const key = { type: "apiKey", in: "query", name: "token" } as const;
    const other = { ...key, name: "other" };
    const securitySchemes = new Map([
      ["key", { ...key, description: "" }],
      ["other", { ...other, description: "" }],
    ]);
    const planned = planArguments(
      operation("POST /", {
        parameters: [{ ...parameter("query", "token"), required }],
        security,
      }),
      null,
      api([], { securitySchemes }),
    );
    expect(planned.map(({ name }) => name)).toEqual(want);
  },
);
