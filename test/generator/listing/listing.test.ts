import { describe, expect, test } from "vitest";
import type { ResolvedConfig } from "../../../generator/config/resolve-config.js";
import type { Schema } from "../../../generator/model.js";
import { planListing } from "../../../generator/listing/listing.js";
import { plan } from "../../../generator/plan/plan.js";
import { inlineSchemas } from "../../../runtime/features/listing/inline-schemas.js";
import { truncateSchemas } from "../../../runtime/features/listing/truncate-schema.js";
import { refs } from "../../../runtime/features/listing/refs.js";
import { toInputSchema } from "../../../runtime/json-schema.js";
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

function planOf(
  count: number,
  schema: Schema,
  {
    sharedSchemas,
    tools = "all",
    lastLimit,
  }: Pick<Partial<ResolvedConfig>, "tools"> &
    Pick<ResolvedConfig, "sharedSchemas"> & { readonly lastLimit?: number },
) {
  const operations = Array.from({ length: count }, (_, index) =>
    operation(`POST /things/${index}`, {
      body: jsonBody({ $ref: "#/$defs/Wide" }),
    }),
  );
  const all = api(operations, { schemas: new Map([["Wide", schema]]) });
  const planned = plan(all, planOptions());
  const listing = planListing(
    [planned],
    { outputSchemas: "off", sharedSchemas, tools },
    lastLimit,
  );
  const [leftOut = {}] = listing.leftOut;
  const [first] = planned.components;
  if (first === undefined) throw new Error("Nothing was planned.");
  const { requestSpec: recipe } = first;
  const shared = { ...planned.sharedSchemas, leftOut };
  const list = truncateSchemas(
    sharedSchemas === "inline" ? inlineSchemas : refs,
  );
  const listed = list(toInputSchema(recipe, shared), shared, recipe.request);
  const bytes = JSON.stringify(listed).length * count;
  return {
    leftOut: leftOut[recipe.request]?.length,
    bytes,
    codes: listing.findings.map(({ code }) => code),
    messages: listing.findings.map(({ message }) => message).join(),
    kilobytes: listing.toolLimit / 1024,
    isPaged: listing.isPaged,
  };
}

describe("planListing", () => {
  test.each([
    ["that is read", 100, { sharedSchemas: "inline" }, []],
    [
      "that clients hardly read",
      800,
      { sharedSchemas: "inline" },
      ["list-too-long"],
    ],
    [
      "in place of which one searches",
      1_000,
      { sharedSchemas: "inline", tools: "search" },
      [],
    ],
  ] as const)(
    "shows everything in a list %s",
    (_what, count, settings, codes) => {
      const { bytes, leftOut, ...rest } = planOf(count, wide(20), settings);
      expect([leftOut, rest.codes]).toEqual([undefined, codes]);
      // A server of search mode lists all tools in pages when it is asked to.
      expect(rest.isPaged).toBe(count === 1_000);
      expect(bytes > 8_000_000).toBe(count > 100);
    },
  );

  test.each<[string, number, number | undefined, number]>([
    ["that clients read", 150, undefined, 48],
    ["that is longer than clients read", 300, undefined, 24],
    ["that is much longer", 600, undefined, 8],
    ["that has grown since it was fitted", 310, 24, 24],
    ["that has grown too much since", 420, 24, 16],
    ["that has shrunk a little", 190, 32, 32],
    ["that has shrunk a lot", 150, 8, 48],
  ])(
    "sets the size limit of a tool in a list %s to the largest that fits",
    (_what, count, last, want) => {
      const lastLimit = last && last * 1024;
      const { bytes, codes, isPaged, kilobytes, leftOut, messages } = planOf(
        count,
        wide(80),
        { sharedSchemas: "refs", ...(lastLimit && { lastLimit }) },
      );
      expect([kilobytes, isPaged]).toEqual([want, false]);
      expect(bytes).toBeLessThan(9_500_000);
      expect(leftOut).toEqual(want < 48 ? expect.any(Number) : 0);
      expect(codes).toEqual(count > 150 ? ["list-too-long"] : []);
      expect(messages.includes(`more than ${want} KB`)).toBe(want < 48);
    },
  );

  test("splits a list into pages if it is too long at the lowest limit", () => {
    const { isPaged, kilobytes, messages } = planOf(1_400, wide(80), {
      sharedSchemas: "refs",
    });
    expect([kilobytes, isPaged]).toEqual([8, true]);
    expect(messages).toContain("Many clients read only the first one");
  });

  test.each(["inline", "refs"] as const)(
    "truncates the schema of a tool above the limit of one tool (%s)",
    (schemas) => {
      const { bytes, leftOut } = planOf(1, wide(150), {
        sharedSchemas: schemas,
      });
      expect(leftOut).toBeGreaterThan(0);
      expect(bytes).toBeLessThan(schemas === "refs" ? 48 * 1024 : 24 * 1024);
    },
  );
});
