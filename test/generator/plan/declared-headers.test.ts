import { expect, test } from "vitest";
import { plan } from "../../../generator/plan/plan.js";
import { apiOf } from "../normalise/api-of.js";
import { planOptions } from "./fixtures.js";

/** The component of an operation with this header, whose responses are JSON. */
async function planWith(
  header: object,
  change: Parameters<typeof planOptions>[0] = {},
) {
  const content = { "application/json": { schema: { type: "object" } } };
  const get = {
    operationId: "getIncidents",
    parameters: [{ in: "header", ...header }],
    responses: { "200": { description: "OK", content } },
  };
  const schemas = {
    Version: { type: "string", enum: ["application/vnd.b+json"] },
  };
  const api = await apiOf({
    paths: { "/incidents": { get } },
    components: { schemas },
  });
  const [component] = plan(api, planOptions(change)).components;
  return component;
}

const VERSION = "application/vnd.x+json;version=2";

test.each<[schema: object, want: string | undefined]>([
  [{ type: "string", default: VERSION }, VERSION],
  [{ type: "string", enum: [VERSION] }, VERSION],
  [{ const: VERSION }, VERSION],
  [{ $ref: "#/components/schemas/Version" }, "application/vnd.b+json"],
  [
    { allOf: [{ $ref: "#/components/schemas/Version" }], default: VERSION },
    VERSION,
  ],
  [{ enum: ["text/csv", "text/xml"], default: "text/xml" }, "text/xml"],
  [
    { default: "application/json, text/csv;q=0.5" },
    "application/json, text/csv;q=0.5",
  ],
  [
    { default: 'multipart/related; type="a/b"' },
    'multipart/related; type="a/b"',
  ],
  [{ enum: ["text/csv", "text/xml"] }, undefined],
  [{ type: "string" }, undefined],
  [{ default: "*/*" }, undefined],
  [{ default: "json" }, undefined],
  [{ default: "text/csv\r\nx-a: b" }, undefined],
  [{ default: 2 }, undefined],
])("Accept with the schema %j is sent as %j", async (schema, want) => {
  for (const required of [true, false]) {
    const component = await planWith({ name: "accept", required, schema });
    expect(component?.requestSpec.accept).toBe(want);
    expect(component?.args).toEqual([]);
  }
});

test.each<[name: string, schema: object, value: unknown]>([
  ["X-Version", { type: "string", enum: ["2022-06-28"] }, "2022-06-28"],
  ["X-Version", { const: "a b" }, "a b"],
  ["X-Version", { type: "integer", const: 3 }, 3],
  ["X-Version", { type: "boolean", enum: [true] }, true],
  ["X-Version", { type: "string", enum: ["a", "b"] }, undefined],
  ["X-Version", { type: "string", default: "a" }, undefined],
  ["X-Version", { const: "" }, undefined],
  ["X-Version", { const: "a\nb" }, undefined],
  ["X-Version", { const: null }, undefined],
  ["X-Version", { type: "array", const: ["a"] }, undefined],
  ["User-Agent", { const: "a" }, undefined],
])(
  "a required header %s with the schema %j has the value %j",
  async (name, schema, value) => {
    const header = { name, required: true, schema };
    const argument = name.replace("-", "_");
    const component = await planWith(header);
    const isSent = value !== undefined;
    expect(component?.requestSpec.fixed).toEqual(
      isSent ? { [argument]: value } : undefined,
    );
    expect(component?.args).toHaveLength(isSent ? 0 : 1);
    expect(component?.kind).toBe(isSent ? "resource" : "template");
  },
);

test("an optional header is an argument, and its default or only value is not sent", async () => {
  for (const schema of [{ const: "a" }, { default: "a sentence, or so" }]) {
    const component = await planWith({ name: "on-behalf-of", schema });
    expect(component?.requestSpec.fixed).toBeUndefined();
    expect(component?.args.map(({ name }) => name)).toEqual(["on_behalf_of"]);
  }
});

test.each([
  "Authorization",
  "Cookie",
  "Content-Type",
  "Host",
  "Content-Length",
])("the header %s is never sent for the document", async (name) => {
  const schema = { const: "a" };
  const component = await planWith({ name, required: true, schema });
  expect(component?.requestSpec).not.toHaveProperty("fixed");
  expect(component?.args).toEqual([]);
});

test("an override replaces the only value of a header", async () => {
  const schema = { const: "a" };
  const header = { name: "X-Version", required: true, schema };
  const overrides = { getIncidents: { fixed: { X_Version: "b" } } };
  const component = await planWith(header, { overrides });
  expect(component?.requestSpec.fixed).toEqual({ X_Version: "b" });
});
