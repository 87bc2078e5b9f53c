import { describe, expect, it } from "vitest";
import type { Override } from "../../../generator/config/config.js";
import { planServer } from "../../../generator/pipeline.js";

const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Customers", version: "1" },
  servers: [{ url: "https://customers.example" }],
  paths: {
    "/customers": {
      post: {
        operationId: "addCustomer",
        parameters: [
          {
            name: "filter",
            in: "query",
            style: "deepObject",
            schema: { type: "object", properties: { a: text, b: text } },
          },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["customer"],
                properties: {
                  customer: ref("Customer"),
                  "plain.name": text,
                  lines: { type: "array", items: ref("Line") },
                },
              },
              example: {
                customer: { name: "Ann", metadata: { a: 1 } },
                lines: [{ sku: "1", note: "x" }],
              },
            },
          },
        },
        responses: { 204: { description: "" } },
      },
      put: {
        operationId: "setCustomer",
        requestBody: {
          required: true,
          content: { "application/json": { schema: ref("Customer") } },
        },
        responses: { 204: { description: "" } },
      },
    },
  },
  components: {
    schemas: {
      Customer: {
        allOf: [
          ref("Base"),
          {
            type: "object",
            required: ["name"],
            properties: { name: text },
          },
        ],
      },
      Base: {
        type: "object",
        properties: {
          metadata: { type: "object", properties: { key: text } },
          address: {
            oneOf: [
              { type: "object", properties: { street: text, zip: text } },
              { type: "object", properties: { box: text, zip: text } },
            ],
          },
        },
      },
      Line: { type: "object", properties: { sku: text, note: text } },
    },
  },
};

/** The JSON of what the module of `addCustomer` says, with these names hidden. */
async function planned(hide: string[]): Promise<string> {
  const overrides: Record<string, Override> = { addCustomer: { hide } };
  const config = { document: DOCUMENT, overrides };
  const { apis } = await planServer(config, { lock: null });
  const components = apis.flatMap(({ plan }) => plan.components);
  const { requestSpec, example } =
    components.find(({ name }) => name === "addCustomer") ?? {};
  const [shared] = apis.map(({ plan }) => plan.sharedSchemas.$defs);
  const usesShared = JSON.stringify(requestSpec).includes("#/$defs/Customer");
  return JSON.stringify([requestSpec, example, usesShared ? shared : null]);
}

describe("hide", () => {
  it.each<[string, string[], RegExp, RegExp]>([
    ["a field of a base", ["customer.metadata"], /metadata/, /"street"/],
    ["a field deeper down", ["customer.metadata.key"], /"key"/, /metadata/],
    ["a field of all alternatives", ["customer.address.zip"], /zip/, /"box"/],
    ["a field of items", ["lines.note"], /note/, /sku/],
    ["a field of a parameter", ["filter.a"], /"a":\{/, /"b":\{/],
    [
      "a name with a dot as it is written",
      ["plain.name"],
      /"plain\.name":\{/,
      /sku/,
    ],
  ])("takes out %s", async (_what, hide, hidden, visible) => {
    expect(await planned([])).toMatch(hidden);
    const result = await planned(hide);
    expect(result).not.toMatch(hidden);
    expect(result).toMatch(visible);
  });

  it.each<[string[], RegExp]>([
    [["customer.name"], /hides the required field customer\.name/],
    [
      ["customer.nothing"],
      /the field "customer\.nothing", which does not exist[^]*Fields of customer are .*metadata/,
    ],
    [["nobody.name"], /the argument "nobody\.name", which does not exist/],
  ])("refuses %j", async (hide, message) => {
    await expect(planned(hide)).rejects.toThrow(message);
  });

  it("leaves a shared schema as it is for the others", async () => {
    const config = {
      document: DOCUMENT,
      overrides: { addCustomer: { hide: ["customer.metadata"] } },
    };
    const { apis } = await planServer(config, { lock: null });
    const set = apis
      .flatMap(({ plan }) => plan.components)
      .find(({ name }) => name === "setCustomer");
    expect(set?.args.map(({ name }) => name)).toContain("metadata");
  });
});
