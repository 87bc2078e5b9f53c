import { expect, test } from "vitest";
import { compare } from "./record/differences.js";
import type { Call, Pass, Recording } from "./record/recording.js";
import { sample } from "./record/sample.js";

const call: Call = {
  component: "getPet",
  trial: "all",
  method: "tools/call",
  params: { name: "getPet", arguments: { id: 7 } },
  requests: [
    {
      method: "GET",
      target: "/pets/7?a=b%20c",
      headers: [
        ["Accept", "*/*"],
        ["Host", "api.test"],
      ],
    },
  ],
  reply: { result: { content: [{ type: "text", text: "A pet." }] } },
};
const [request] = call.requests;
const tool = {
  name: "getPet",
  inputSchema: { properties: { id: { type: "integer" } } },
};

function recording(changed: Partial<Pass>): Recording {
  const pass: Pass = {
    name: "default",
    environment: [],
    initialize: { result: {} },
    lists: { tools: [tool], resources: [], templates: [] },
    calls: [call],
    ...changed,
  };
  return { document: "pets", digest: "", passes: [pass] };
}

function sent(changed: object): Partial<Pass> {
  return {
    calls: [{ ...call, requests: [{ ...request, ...changed }] }],
  } as Partial<Pass>; // of a whole request
}

function listed(changed: object): Partial<Pass> {
  const tools = [{ ...tool, ...changed }];
  return { lists: { tools, resources: [], templates: [] } };
}

test.each<[what: string, changed: Partial<Pass>, told: string[]]>([
  ["nothing", {}, []],
  [
    "a query",
    sent({ target: "/pets/7?a=b+c" }),
    ["request: query a=b[-%20-]{+++}c"],
  ],
  [
    "a header's case",
    sent({
      headers: [
        ["accept", "*/*"],
        ["Host", "api.test"],
      ],
    }),
    ['request: order or case of headers ["[-A-]{+a+}ccept","Host"]'],
  ],
  [
    "a header's value",
    sent({ headers: [["Accept", "*/*"]] }),
    ["request: header host [-api.test-]{++}"],
  ],
  ["a body", sent({ body: "{}" }), ["request: body (no type) [--]{+{}+}"]],
  [
    "no request",
    { calls: [{ ...call, requests: [] }] },
    ['request: how many [[-"GET /pets/7?a=b%20c"-]{++}]'],
  ],
  [
    "a reply",
    { calls: [{ ...call, reply: { failed: "x" } }] },
    ["reply: result, gone", "reply: failed, added [--]{+x+}"],
  ],
  ["no call", { calls: [] }, ["call [-made-]{++}"]],
  [
    "a description",
    listed({ description: "A pet." }),
    ["listing of tools: description, added [--]{+A pet.+}"],
  ],
  [
    "a deep keyword",
    listed({ inputSchema: { properties: { id: { type: "number" } } } }),
    ["listing of tools: inputSchema … type [-integ-]{+numb+}er"],
  ],
  [
    "a name",
    listed({ name: "pet" }),
    [
      "listing of tools: gone [-getPet-]{++}",
      "listing of tools: added [--]{+pet+}",
    ],
  ],
  [
    "an order",
    {
      lists: {
        tools: [{ inputSchema: tool.inputSchema, name: tool.name }],
        resources: [],
        templates: [],
      },
    },
    ["listing of tools: order of properties"],
  ],
  ["a refusal", { refused: "no" }, ["generating [--]{+no+}"]],
])("a comparison of two recordings that differ in %s", (_, changed, told) => {
  const { differences } = compare(recording({}), recording(changed));
  const found = differences.map(({ kind, shown }) => `${kind} ${shown}`);
  expect(found).toHaveLength(told.length);
  for (const [index, text] of told.entries())
    expect(found[index]).toContain(text);
});

const schema = {
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "integer", minimum: 10 },
    kind: { enum: ["cat", "dog"] },
    sid: { type: "string", pattern: "^AC[0-9a-f]{8}$" },
    parent: { $ref: "#/$defs/parent" },
  },
  $defs: { parent: { allOf: [{ properties: { name: { maxLength: 3 } } }] } },
};

test.each([
  [false, { id: 10 }],
  [true, { id: 10, kind: "dog", sid: "AC00000000", parent: { name: "tex" } }],
])("sample arguments; all: %s", (all, want) => {
  expect(sample(schema, schema, { all, text: "text" })).toEqual(want);
});
