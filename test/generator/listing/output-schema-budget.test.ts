import { expect, test } from "vitest";
import type { Schema } from "../../../generator/model.js";
import { limitOutputSchemas } from "../../../generator/listing/output-schema-budget.js";
import { plan } from "../../../generator/plan/plan.js";
import { declaredSchema } from "../../../runtime/features/responses/output-schemas.js";
import { api, jsonBody, operation, planOptions } from "../plan/fixtures.js";

/** Responses that all refer to the next one, so that each tool brings all of them along. */
function chain(length: number, fields: number, values: string[] = []) {
  const own = Array.from({ length: fields }, (_, at): [string, Schema] => [
    `field${at}`,
    values.length > 0 ? { enum: values } : { type: "integer" },
  ]);
  const schemas = new Map(
    Array.from({ length }, (_, at): [string, Schema] => [
      `S${at}`,
      {
        type: "object",
        properties: {
          ...Object.fromEntries(own),
          next: { $ref: `#/$defs/S${(at + 1) % length}` },
        },
      },
    ]),
  );
  const operations = [...schemas.keys()].map((name) =>
    operation(`POST /${name}`, {
      responses: [
        {
          status: "200",
          ...jsonBody({ type: "array", items: { $ref: `#/$defs/${name}` } }),
        },
      ],
    }),
  );
  return plan(
    api(operations, { schemas }),
    planOptions({ outputSchemas: null }),
  );
}

function bounded(
  planned: ReturnType<typeof chain>,
  rest: number,
  outputSchemas: "typed" | "off" | null,
  tools: "all" | "search" = "all",
) {
  const { schemas, usage: told } = limitOutputSchemas(
    [planned.outputSchemas],
    rest,
    { outputSchemas, tools },
  );
  const shown = schemas.flatMap((outputs) =>
    Object.values(outputs?.operations ?? {}).map(
      (one) => declaredSchema(one, outputs?.$defs ?? {}).schema,
    ),
  );
  const bytes = shown.reduce(
    (sum, one) => sum + JSON.stringify({ outputSchema: one }).length,
    0,
  );
  return { shown, bytes, told };
}

const small = chain(3, 1);
const large = chain(60, 100);

test("output schemas are listed by default if the list stays small", () => {
  const { bytes, shown, told } = bounded(small, 1_000, null);
  expect(told).toMatchObject({ tools: 3, rest: 1_000, cut: null });
  expect(Math.abs(told.bytes / bytes - 1)).toBeLessThan(0.2);
  expect(JSON.stringify(shown[0])).toContain("S2");
  const { shown: none, told: why } = bounded(small, 199_000, null);
  expect([none, why.cut]).toEqual([[], "large"]);
  expect(bounded(large, 1_000, null).told.cut).toBe("large");
});

test("a search returns all output schemas on demand", () => {
  const { shown, told } = bounded(large, 1_000, null, "search");
  expect([shown.length, told.cut]).toEqual([60, null]);
});

test("outputSchemas: off lists no output schemas", () => {
  const { shown, told } = bounded(small, 1_000, "off");
  expect([shown, told.cut]).toEqual([[], "off"]);
});

test("outputSchemas: typed at most doubles the bytes of the list", () => {
  const { bytes, shown, told } = bounded(large, 1_500_000, "typed");
  expect(told).toMatchObject({ tools: 60, cut: "shortened" });
  expect(bytes).toBeLessThan(3_000_000);
  const text = JSON.stringify(shown[0]);
  expect(text).toContain('"field99":{"type":["integer","null"]}');
  expect(text).toContain('"next":{"type":["object","null"]}');
});

test("output schemas drop the values of enums before any type", () => {
  const values = Array.from({ length: 20 }, (_, at) => `A long value ${at}`);
  const { bytes, shown, told } = bounded(chain(10, 100, values), 0, "typed");
  expect(told).toMatchObject({ tools: 10, cut: "shortened" });
  expect(bytes).toBeLessThan(2_000_000);
  expect(shown[0]?.["$defs"]).toHaveProperty("S9.properties.field99", {
    type: ["string", "null"],
  });
  expect(JSON.stringify(shown)).not.toContain("A long value");
});

test("an output schema that does not fit is reduced to its type, or omitted", () => {
  const { bytes, shown } = bounded(chain(200, 50), 10_000, "typed");
  expect(bytes).toBeLessThan(2_000_000);
  expect(shown).toHaveLength(200);
  expect(bounded(small, 7_999_900, "typed").shown).toEqual([]);
});
