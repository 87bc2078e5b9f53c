import { expect, it } from "vitest";
import { planServer } from "../../../generator/pipeline.js";

const text = { type: "string" };

/** What the only tool of an API shows as its example. */
async function shownFor(schema: object, example: object) {
  const { apis } = await planServer(
    {
      document: {
        openapi: "3.1.0",
        info: { title: "Orders", version: "1" },
        servers: [{ url: "https://api.example.com" }],
        paths: {
          "/shops/{shop}/orders": {
            post: {
              operationId: "add_order",
              summary: "Add an order",
              parameters: [
                { name: "shop", in: "path", required: true, schema: text },
              ],
              requestBody: {
                required: true,
                content: { "application/json": { schema, example } },
              },
              responses: { 204: { description: "Added" } },
            },
          },
        },
      },
    },
    { lock: null },
  );
  const [tool] = apis.flatMap(({ plan }) => plan.components);
  const description = tool?.clientView.description ?? "";
  const [, json = "null"] = /Example arguments: (.*)$/.exec(description) ?? [];
  expect(JSON.parse(json)).toEqual(tool?.example ?? null);
  return tool?.example;
}

it.each<[string, object, object, object | undefined]>([
  [
    "has what is required and not shown",
    {
      properties: { lines: { type: "array" }, kind: { enum: ["a", "b"] } },
      required: ["lines", "kind"],
    },
    { lines: [{ book: 1 }] },
    { shop: "shop", kind: "a", lines: [{ book: 1 }] },
  ],
  [
    "leaves out what is refused and not required",
    {
      properties: { lines: { type: "array" }, count: { type: "integer" } },
      required: ["lines"],
    },
    { lines: [{ book: 1 }], count: "many" },
    { shop: "shop", lines: [{ book: 1 }] },
  ],
  [
    "is none where what is required is refused",
    {
      properties: { lines: { type: "array", maxItems: 1 } },
      required: ["lines"],
    },
    { lines: [{ book: 1 }, { book: 2 }] },
    undefined,
  ],
  [
    "is none where it is too long with what is required",
    {
      properties: {
        lines: { type: "array" },
        code: { type: "string", minLength: 400 },
      },
      required: ["lines", "code"],
    },
    { lines: [{ book: 1 }] },
    undefined,
  ],
])("an example %s", async (_, schema, example, want) => {
  expect(await shownFor({ type: "object", ...schema }, example)).toEqual(want);
});
