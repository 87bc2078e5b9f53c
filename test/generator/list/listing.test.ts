import { describe, expect, test } from "vitest";
import type { Schema } from "../../../generator/model.js";
import { planListing } from "../../../generator/list/listing.js";
import { plan } from "../../../generator/plan/plan.js";
import { inline } from "../../../runtime/features/inline.js";
import { leaveOut } from "../../../runtime/features/leave-out.js";
import { refs } from "../../../runtime/features/refs.js";
import { inputSchema } from "../../../runtime/schema.js";
import { api, jsonBody, operation, planOptions } from "../plan/fixtures.js";

/** A schema of `count` properties, each with some 500 bytes of detail two levels down. */
function wide(count: number): Schema {
  const deep = { type: "string", description: "x".repeat(430) };
  const property = {
    type: "object",
    properties: { a: { type: "object", properties: { a: deep } } },
  };
  return {
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`p${index}`, property]),
    ),
  };
}

function planOf(count: number, schema: Schema, schemas: "refs" | "inline") {
  const operations = Array.from({ length: count }, (_, index) =>
    operation(`POST /things/${index}`, {
      body: jsonBody({ $ref: "#/$defs/Wide" }),
    }),
  );
  const all = api(operations, { schemas: new Map([["Wide", schema]]) });
  const planned = plan(all, planOptions());
  const listing = planListing([planned], { schemas });
  const [leftOut = {}] = listing.leftOut;
  const [first] = planned.components;
  if (first === undefined) throw new Error("Nothing was planned.");
  const { recipe } = first;
  const shared = { ...planned.shared, leftOut };
  const list = leaveOut(schemas === "inline" ? inline : refs);
  const listed = list(inputSchema(recipe, shared), shared, recipe.request);
  const bytes = JSON.stringify(listed).length * count;
  return {
    leftOut: leftOut[recipe.request]?.length,
    bytes,
    codes: listing.findings.map(({ code }) => code),
  };
}

describe("planListing", () => {
  test("shows everything where that is read", () => {
    expect(planOf(100, wide(20), "inline")).toMatchObject({
      leftOut: undefined,
      codes: [],
    });
  });

  test.each(["inline", "refs"] as const)(
    "leaves details out where the list would not be read, and tells (%s)",
    (schemas) => {
      const { bytes, ...rest } = planOf(1_000, wide(30), schemas);
      expect(rest).toEqual({
        leftOut: 28,
        codes: ["list-shortened"],
      });
      expect(bytes).toBeLessThan(8_000_000);
    },
  );
});
