import { describe, expect, test } from "vitest";
import type { Schema } from "../../../generator/model.js";
import { boundOutputs } from "../../../generator/plan/listed-outputs.js";
import { plan } from "../../../generator/plan/plan.js";
import { listed } from "../../../runtime/features/output-schemas.js";
import { api, jsonBody, operation, planOptions } from "./fixtures.js";

const MODES = ["lenient", "strict"] as const;

/** Schemas that all refer to the next one, so that each tool brings all of them along. */
function chain(length: number, words: string): Map<string, Schema> {
  return new Map(
    Array.from({ length }, (_, index): [string, Schema] => [
      `S${index}`,
      {
        type: "object",
        description: words,
        properties: {
          id: { type: "integer" },
          next: { $ref: `#/$defs/S${(index + 1) % length}` },
        },
      },
    ]),
  );
}

function bounded(
  outputSchemas: "lenient" | "strict",
  schemas: Map<string, Schema>,
  room: number,
) {
  const operations = [...schemas.keys()].map((name) =>
    operation(`POST /${name}`, {
      responses: [
        {
          status: "200",
          description: "",
          ...answer({ $ref: `#/$defs/${name}` }),
        },
      ],
    }),
  );
  const planned = plan(
    api(operations, { schemas }),
    planOptions({ outputSchemas }),
  );
  const { plans, findings } = boundOutputs([planned], room);
  const shown = plans.flatMap(({ components, outputs }) =>
    components.flatMap(({ outputSchema: one }) =>
      one === null ? [] : [listed(one, Object.fromEntries(outputs ?? []))],
    ),
  );
  return {
    bytes: JSON.stringify(shown).length,
    shown,
    told: findings.map(({ message }) => message.replace(/^.*; they /, "")),
  };
}

const answer = (schema: Schema) => ({ media: jsonBody(schema).media });

describe.each(MODES)("%s schemas of answers", (mode) => {
  test("are listed whole where there is room", () => {
    const { shown, told } = bounded(mode, chain(3, "x"), 10_000);
    expect(told).toEqual([]);
    expect(JSON.stringify(shown)).toContain("S2");
  });

  test("lose what lies deep where all of it would be too long", () => {
    const { bytes, shown, told } = bounded(mode, chain(200, "x"), 200_000);
    expect(told).toEqual(["are listed one level deep."]);
    expect(shown).toHaveLength(200);
    expect(bytes).toBeLessThan(200_000);
    expect(JSON.stringify(shown[0])).toContain('"id":');
    const isLenient = mode === "lenient";
    expect(JSON.stringify(shown).includes('"_note"')).toBe(!isLenient);
  });

  test("are left out, the largest first, where even that is too long", () => {
    const schemas = chain(200, "x".repeat(1_000));
    schemas.set("S7", { ...schemas.get("S7"), description: "small" });
    const { bytes, shown, told } = bounded(mode, schemas, 20_000);
    expect(told.join()).toMatch(
      /^are listed one level deep, and the 1\d\d largest not at all\.$/,
    );
    expect(bytes).toBeLessThan(20_000);
    expect(JSON.stringify(shown)).toContain("small");
  });

  test("are none where the arguments leave no room", () => {
    expect(bounded(mode, chain(3, "x"), -1).shown).toEqual([]);
  });
});
