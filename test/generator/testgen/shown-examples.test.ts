import { expect, it } from "vitest";
import type { Override } from "../../../generator/config/config.js";
import { placeExample } from "../../../generator/describe/describe.js";
import { planServer } from "../../../generator/pipeline.js";
import { toText } from "../../../runtime/index.js";
import { omit } from "../../../generator/shared/json.js";

const text = { type: "string" };

/** Example of the only tool of an API, and its place. */
async function shownFor(
  schema: object,
  example: object,
  overrides: Readonly<Record<string, Override>> = {},
) {
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
      overrides,
    },
    { lock: null },
  );
  const [tool] = apis.flatMap(({ plan }) => plan.components);
  const description = tool?.clientView.description ?? "";
  const [, json] = /Example arguments: (.*)$/.exec(description) ?? [];
  const shown =
    json === undefined ? {} : { example: JSON.parse(json) as unknown };
  const placed = placeExample(tool ?? {});
  expect(shown).toEqual(omit(placed, ["examples"]));
  return placed;
}

it.each<[string, object, object, object]>([
  [
    "has required arguments that the document does not show",
    {
      properties: { lines: { type: "array" }, kind: { enum: ["a", "b"] } },
      required: ["lines", "kind"],
    },
    { lines: [{ book: 1 }] },
    { examples: [{ shop: "shop", kind: "a", lines: [{ book: 1 }] }] },
  ],
  [
    "leaves out refused arguments that are not required",
    {
      properties: { lines: { type: "array" }, count: { type: "integer" } },
      required: ["lines"],
    },
    { lines: [{ book: 1 }], count: "many" },
    { examples: [{ shop: "shop", lines: [{ book: 1 }] }] },
  ],
  [
    "is left out if a required argument is refused",
    {
      properties: { lines: { type: "array", maxItems: 1 } },
      required: ["lines"],
    },
    { lines: [{ book: 1 }, { book: 2 }] },
    {},
  ],
  [
    "is left out if it is too long with required arguments",
    {
      properties: {
        lines: { type: "array" },
        code: { type: "string", minLength: 400 },
      },
      required: ["lines", "code"],
    },
    { lines: [{ book: 1 }] },
    {},
  ],
])("an example %s", async (_, schema, example, want) => {
  expect(await shownFor({ type: "object", ...schema }, example)).toEqual(want);
});

const lines = { properties: { lines: { type: "array" } } };
const shop = { shop: "north" };

it("an example is in the description if all of its values are the document's", async () => {
  const example = { lines: [{ book: 1 }] };
  const overrides = { add_order: { fixed: shop } };
  expect(await shownFor(lines, example, overrides)).toEqual({ example });
});

it.each<[string, string, object]>([
  [
    "repeats the argument that callers have to repeat",
    "shop",
    { confirm: "shop" },
  ],
  ["has no confirm if the user is asked", "person", {}],
  ["has no confirm if the user may be asked", "person-or-repeat", {}],
])("an example with `confirm` %s", async (_, confirm, more) => {
  const example = { lines: [{ book: 1 }] };
  const overrides = { add_order: { confirm } };
  expect(await shownFor(lines, example, overrides)).toEqual({
    examples: [{ shop: "shop", ...example, ...more }],
  });
});

it("an example repeats an optional list as the text that the tool compares", async () => {
  const example = { lines: ["a", "b"], note: { kind: "x" } };
  const schema = { properties: { ...lines.properties, note: {} } };
  const overrides = { add_order: { fixed: shop, confirm: "lines" } };
  expect(await shownFor(schema, example, overrides)).toEqual({
    example: { ...example, confirm: toText(example.lines) },
  });
});
