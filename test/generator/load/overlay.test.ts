import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeProblem, ToolwrightError } from "../../../generator/errors.js";
import { runWithTimeout } from "../../../generator/shared/timeout.js";
import { selectPaths } from "../../../generator/load/json-path.js";
import { load } from "../../../generator/load/load.js";
import { temporaryFolder } from "../temporary.js";

const HEAD =
  "overlay: 1.1.0\ninfo: { title: Ours, version: 1.0.0 }\nactions:\n";

/** Loads a document with overlays, each the YAML of its actions or, with a head, of all of it. */
function loaded(document: string | object, ...overlays: readonly string[]) {
  const cwd = temporaryFolder();
  const text =
    typeof document === "string"
      ? document
      : JSON.stringify({ openapi: "3.1.0", ...document });
  writeFileSync(join(cwd, "api.yaml"), text);
  const names = overlays.map((overlay, at) => {
    const name = `${at + 1}.overlay.yaml`;
    const isWhole = /overlay:/.test(overlay);
    writeFileSync(join(cwd, name), isWhole ? overlay : HEAD + overlay);
    return name;
  });
  return load("api.yaml", { cwd, overlays: names });
}

describe("an overlay action", () => {
  test.each<[string, object, string, object]>([
    [
      "adds",
      { a: { b: 1 } },
      "- { target: $.a, update: { c: 2 } }",
      { a: { b: 1, c: 2 } },
    ],
    [
      "replaces scalars",
      { a: { b: 1 } },
      "- { target: $.a, update: { b: { } } }".replace("{ }", "x"),
      { a: { b: "x" } },
    ],
    [
      "replaces a plain target",
      { a: "old" },
      "- { target: $.a, update: new }",
      { a: "new" },
    ],
    [
      "joins lists",
      { a: [1] },
      "- { target: $.a, update: [2, 3] }",
      { a: [1, 2, 3] },
    ],
    [
      "joins lists further in",
      { a: { b: [1] } },
      "- { target: $, update: { a: { b: [2] } } }",
      { a: { b: [1, 2] } },
    ],
    [
      "appends an item",
      { a: [1] },
      "- { target: $.a, update: { b: 1 } }",
      { a: [1, { b: 1 }] },
    ],
    [
      "passes over an empty member",
      { a: { b: 1 } },
      "- target: $\n  update:\n    a:\n    c:",
      { a: { b: 1 }, c: null },
    ],
    [
      "removes members",
      { a: { b: 1, c: 2 } },
      "- { target: $.a.b, remove: true }",
      { a: { c: 2 } },
    ],
    [
      "removes items",
      { a: [1, 2, 3, 4] },
      "- { target: '$.a[?@ != 3]', remove: true }",
      { a: [3] },
    ],
    [
      "removes a node inside a removed one",
      { a: [[1], { x: [1, { x: 1 }] }, 2] },
      "- { target: '$.a..[?@.x || @.x[1].x == 1]', remove: true }",
      { a: [[1], 2] },
    ],
    [
      "removes rather than updates",
      { a: { b: 1 } },
      "- { target: $.a, update: { c: 2 }, remove: true }",
      {},
    ],
    [
      "copies into",
      { a: { b: 1 }, c: {} },
      "- { target: $.c, copy: $.a }",
      { a: { b: 1 }, c: { b: 1 } },
    ],
    [
      "copies a node that contains its target",
      { a: { b: {} } },
      "- { target: $.a.b, copy: $.a }",
      { a: { b: { b: {} } } },
    ],
    [
      "follows the one before",
      { a: {} },
      "- { target: $.a, update: { b: {} } }\n- { target: $.a.b, update: { c: 1 } }",
      { a: { b: { c: 1 } } },
    ],
    [
      "sets a member of any name",
      { a: {} },
      '- { target: $.a, update: { "__proto__": { b: 1 } } }',
      { a: JSON.parse('{"__proto__":{"b":1}}') as object },
    ],
    [
      "adds to each target its own copy",
      { a: [{}, {}] },
      "- { target: '$.a[*]', update: { b: {} } }\n- { target: '$.a[0].b', update: { c: 1 } }",
      { a: [{ b: { c: 1 } }, { b: {} }] },
    ],
  ])("%s", async (_what, document, actions, want) => {
    const result = await loaded(document, actions);
    expect(result.document).toEqual({ openapi: "3.1.0", ...want });
    expect(result.findings).toEqual([]);
  });

  test("changes only one of two nodes that share a YAML alias", async () => {
    const { document } = await loaded(
      "openapi: 3.1.0\na: &x { b: 1 }\nc: *x\n",
      "- { target: $.c, update: { b: 2 } }",
    );
    expect(document).toMatchObject({ a: { b: 1 }, c: { b: 2 } });
  });
});

test("overlays are applied in order, also to Swagger 2.0", async () => {
  const { document, files } = await loaded(
    'swagger: "2.0"\ninfo: {}\n',
    "- { target: $.info, update: { title: One } }",
    "- { target: '$.info[?@ == ''One'']', update: Two }",
  );
  expect(document).toEqual({ swagger: "2.0", info: { title: "Two" } });
  expect(files).toEqual(["api.yaml", "1.overlay.yaml", "2.overlay.yaml"]);
});

test("values that an overlay adds are located at their nearest ancestor", async () => {
  const { locate } = await loaded(
    "openapi: 3.1.0\na:\n  - one\n  - two\n  - b:\n      c: 1\nd: {}\n",
    "- target: $.a[0]\n  remove: true\n- target: $.a\n  update:\n    - new:\n        x: 1\n- target: $.d\n  copy: $.a[1]\n- target: $.d.b\n  update:\n    e: 1\n",
  );
  const places = ["/a/0", "/a/2/b/c", "/a/3/new/x", "/d/b/c", "/d/f"];
  expect(
    Object.fromEntries(
      places.map((at) => [at, Object.values(locate(at)).join(":")]),
    ),
  ).toEqual({
    "/a/0": "api.yaml:3:5",
    "/a/2/b/c": "api.yaml:6:7",
    "/a/3/new/x": "api.yaml:2:1",
    "/d/b/c": "api.yaml:7:1",
    "/d/f": "api.yaml:7:1",
  });
});

test("references in an overlay resolve against the document", async () => {
  const { document } = await loaded(
    { a: {} },
    "- { target: $.a, update: { $ref: 'nowhere.yaml#/b' } }",
  );
  expect(document).toEqual({
    openapi: "3.1.0",
    a: { $ref: "nowhere.yaml#/b" },
  });
});

test.each([
  [
    "- { target: $.b, update: 1 }",
    "1.overlay.yaml:4:3, #/actions/0: Action 1 has no effect: $.b selects nothing",
  ],
  [
    "- { target: $.b, description: Hide, remove: true }",
    "Action 1 (Hide) has no effect",
  ],
  ["- { target: $ }", "Action 1 has no effect"],
  [
    `${HEAD.replace("actions", "extends: other.yaml\nactions")}- { target: $, update: {} }`,
    ".overlay.yaml:3:1, #/extends: The overlay extends other.yaml, but is applied to api.yaml.",
  ],
])("an action with a finding: %s", async (actions, want) => {
  const { findings } = await loaded({ a: 1 }, actions);
  expect(findings.map(describeProblem).join("\n")).toContain(want);
});

test("an overlay whose extends names the document has no finding", async () => {
  const overlay = HEAD.replace("actions", "extends: ./api.yaml\nactions");
  const { findings } = await loaded(
    {},
    `${overlay}- { target: $, update: {} }`,
  );
  expect(findings).toEqual([]);
});

test.each([
  [
    "- { target: '$.a[', update: 1 }",
    "1.overlay.yaml:4:3, #/actions/0: Action 1 was not applied: unclosed bracketed selection ('$.a[':4).",
  ],
  [
    "- { target: $.a, update: 1 }\n- { target: $..a.b(, remove: true }",
    "#/actions/1: Action 2 was not applied",
  ],
  [
    "- { target: $, update: { a: [1] } }",
    "a list can't be merged with a plain value (a)",
  ],
  [
    "- { target: '$[?nope(@.a)]', remove: true }",
    "Action 1 was not applied: no such function 'nope'",
  ],
  ["- { target: $, update: [1] }", "a list can't be merged with an object ()"],
  ["- { target: '$.*', update: 1 }", "it selects values of several kinds"],
  ["- { target: $, remove: true }", "it would remove the whole document"],
  ["- { target: $, copy: $.* }", "$.* selects several values to copy"],
  ["- { target: $, copy: $.b }", "$.b selects nothing to copy"],
  ["- { target: $, copy: $, update: {} }", "Action 1 has both update and copy"],
  [
    "overlay: 1.0.0\ninfo: { title: a, version: b }\nactions: [{ target: $, copy: $ }]",
    "needs overlay version 1.1.0",
  ],
  [
    "overlay: 1.2.0\ninfo: { title: a, version: b }\nactions: [{ target: $ }]",
    ".overlay.yaml:1:1, #/overlay: The field overlay must be 1.0.0 or 1.1.0.",
  ],
])("an overlay is rejected: %s", async (actions, want) => {
  const error: unknown = await loaded({ a: 1, n: {} }, actions).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ToolwrightError);
  expect(String(error)).toContain(want);
});

test.each([
  [
    "that doubles with each action",
    Array.from(
      { length: 30 },
      (_, at) =>
        `- { target: $.n, update: { x${at}: {} } }\n- { target: $.n.x${at}, copy: $.n }`,
    ).join("\n"),
    "the document would become too large",
  ],
  [
    "that nests without end",
    `- { target: "$[?${"!(".repeat(20_000)}@.a${")".repeat(20_000)}]", remove: true }`,
    "Maximum call stack",
  ],
])("an overlay %s is refused", async (_what, actions, want) => {
  await expect(loaded({ n: {} }, actions)).rejects.toThrow(want);
});

test.each([
  [
    "a pattern that tries everything",
    `$[?match(@, '(a|a)*b')]`,
    ["a".repeat(60)],
  ],
  ["selectors that multiply", `$${"[*,*,*,*]".repeat(20)}`, nested(20)],
  ["descents that multiply", `$${"..*".repeat(20)}.x`, nested(100)],
])("an overlay query is stopped: %s", (_what, query, value) => {
  expect(() => runWithTimeout(100, () => selectPaths(value, query))).toThrow(
    "it took more than 0.1 seconds",
  );
});

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}
