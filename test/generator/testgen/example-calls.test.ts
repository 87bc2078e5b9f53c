import { expect, test } from "vitest";
import { planServer } from "../../../generator/pipeline.js";
import { exampleCalls } from "../../../generator/testgen/example-calls.js";

const text = { type: "string" };
const components = {
  schemas: {
    Id: { type: "integer", readOnly: true },
    Pet: {
      type: "object",
      properties: { id: { ...text, readOnly: true }, name: text },
    },
    Label: {
      type: "object",
      properties: { "nick-name": text },
      required: ["nick-name"],
    },
    Many: {
      type: "object",
      properties: {
        ...Object.fromEntries(
          Array.from({ length: 130 }, (_, at) => [`p${at}`, text] as const),
        ),
        last: text,
      },
      required: ["last"],
    },
  },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const inPath = (schema: object) => [
  { in: "path", name: "id", required: true, schema },
];
const body = (schema: object) => ({
  requestBody: { content: { "application/json": { schema } } },
});

const answering = (properties: object, example: object) => {
  const json = { schema: { type: "object", properties }, example };
  return { responses: { 200: { content: { "application/json": json } } } };
};

test.each<[string, object, object]>([
  [
    "a property that is readOnly elsewhere",
    { parameters: inPath(ref("Id")) },
    { args: { id: 1 } },
  ],
  [
    "a part of a path that may be empty",
    { parameters: inPath({ ...text, enum: ["", "all"] }) },
    { args: { id: "all" } },
  ],
  [
    "a property with the name of a shared one",
    { parameters: inPath({ type: "integer" }), ...body(ref("Pet")) },
    { args: { id: 1 } },
  ],
  [
    "a shared property with another name",
    body(ref("Label")),
    { args: { nick_name: "nick-name" }, body: { "nick-name": "nick-name" } },
  ],
  [
    "an optional body, too large to be made whole",
    body(ref("Many")),
    { args: {} },
  ],
  [
    "a response with an example",
    answering({ at: text }, { at: "noon" }),
    { answer: { at: "noon" } },
  ],
  [
    "a response whose example breaks its schema",
    answering({ at: text }, { at: 12 }),
    expect.not.objectContaining({ answer: { at: 12 } }) as object,
  ],
])("the example call of %s", async (_name, operation, want) => {
  const document = {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: { "/a/{id}": { post: { parameters: inPath(text), ...operation } } },
    components,
  };
  const { apis } = await planServer(
    { document: "a.json" },
    { lock: null, text: JSON.stringify(document) },
  );
  const trials = apis.map((planned) =>
    exampleCalls(planned, { baseUrl: "https://a.example" }),
  );
  const [all] = await Promise.all(trials);
  expect([...(all?.values() ?? [])]).toMatchObject([want]);
});
