import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { fitInputSchema } from "../../../../generator/listing/fit-input-schema.js";
import { planServer } from "../../../../generator/pipeline.js";

/** Schemas that clients' compilers refuse, together with the whole list of tools. */
const BROKEN: readonly object[] = [
  { type: "strnig" },
  { type: [] },
  { type: ["string", "string"] },
  { minLength: "3" },
  { maxLength: 1.5 },
  { maxItems: -1 },
  { exclusiveMinimum: true },
  { minimum: "1" },
  { maximum: null },
  { multipleOf: 0 },
  { required: "a" },
  { required: ["a", "a"] },
  { dependentRequired: { a: 3 } },
  { enum: {} },
  { enum: [] },
  { anyOf: [] },
  { allOf: {} },
  { oneOf: [3] },
  { not: [] },
  { if: 3 },
  { pattern: "(?i)a" },
  { pattern: 4 },
  { patternProperties: { "(": {} } },
  { properties: { a: 3 } },
  { properties: 5 },
  { propertyNames: "x" },
  { additionalProperties: 4 },
  { dependentSchemas: { a: 5 } },
  { items: [{ type: "string" }] },
  { prefixItems: {} },
  { contains: 4 },
  { unevaluatedItems: 3 },
  { uniqueItems: "yes" },
  { title: 5, description: {}, format: 5, examples: 4 },
  { deprecated: "x", readOnly: "x", contentEncoding: 4, contentSchema: 4 },
  { $ref: 5 },
  { $defs: 4, $anchor: 5, $id: 5, $dynamicRef: 7, $vocabulary: 3, $comment: 3 },
];

test.each(
  ["3.0.3", "3.1.0"].flatMap((openapi) =>
    BROKEN.map((one) => [openapi, one] as const),
  ),
)("OpenAPI %s: the converted schema compiles: %j", async (openapi, one) => {
  const shared = { $ref: "#/components/schemas/Shared" };
  const body = { type: "object", properties: { one, shared } };
  const text = JSON.stringify({
    openapi,
    info: { title: "Things", version: "1" },
    servers: [{ url: "https://api.example" }],
    paths: {
      "/things": {
        post: {
          parameters: [{ in: "query", name: "q", schema: one }],
          requestBody: { content: { "application/json": { schema: body } } },
          responses: { 204: { description: "Done." } },
        },
      },
    },
    components: {
      schemas: {
        Shared: {
          type: "object",
          properties: { one, either: { anyOf: [one, { type: "string" }] } },
        },
      },
    },
  });
  const { apis } = await planServer({}, { text, lock: null });
  const schemas = apis.flatMap(
    ({ plan: { components, sharedSchemas: shared } }) =>
      components.map((one) => fitInputSchema(one.requestSpec, shared, "refs")),
  );
  expect(schemas).toHaveLength(1);
  const ajv = new Ajv2020({ strict: false, logger: false });
  for (const { schema } of schemas)
    expect(ajv.compile(schema)).toBeTypeOf("function");
});
