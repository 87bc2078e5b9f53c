import { describe, expect, test } from "vitest";
import type { Schema } from "../../../generator/model.js";
import type { Argument } from "../../../generator/request/arguments.js";
import { passSchemas } from "../../../generator/plan/gate.js";
import { plan } from "../../../generator/plan/plan.js";
import { api, operation, planOptions } from "./fixtures.js";

const { components } = plan(api([operation("GET /pets")]), planOptions());

/** What clients' compilers refuse, and what the finding says of it. */
const BROKEN: [string, Schema, string][] = [
  ["a type that does not exist", { type: "strnig" }, "/type"],
  ["a bound that is no number", { minLength: "3" }, "/minLength"],
  ["a negative count", { maxItems: -1 }, "/maxItems"],
  [
    "an exclusive bound of 3.0",
    { exclusiveMinimum: true },
    "/exclusiveMinimum",
  ],
  ["required names that are no list", { required: "a" }, "/required"],
  ["required names that stand twice", { required: ["a", "a"] }, "/required"],
  ["an enum that is no list", { enum: {} }, "/enum"],
  ["alternatives without one", { anyOf: [] }, "/anyOf"],
  ["a pattern that does not compile", { pattern: "(?i)a" }, '"(?i)a"'],
  ["a pattern of names", { patternProperties: { "(": {} } }, '"("'],
  ["a property that is no schema", { properties: { a: 3 } }, "/properties/a"],
];

const argument = (schema: Schema): Argument => ({
  name: "a",
  wireName: "a",
  in: "query",
  required: false,
  schema,
  parameter: null,
});

describe("passSchemas", () => {
  test.each(BROKEN)("mends a shared schema with %s", (_, broken, place) => {
    const {
      schemas,
      findings,
      components: served,
    } = passSchemas({
      components,
      schemas: new Map([
        ["A", broken],
        ["B", { type: "string" }],
      ]),
    });
    expect(Object.fromEntries(schemas)).toEqual({
      A: { description: "Any A." },
      B: { type: "string" },
    });
    expect(served).toEqual(components);
    expect(findings).toMatchObject([
      { severity: "warning", code: "bad-schema" },
    ]);
    expect(findings[0]?.message).toContain(place);
  });

  test.each(BROKEN)("leaves a component with %s out", (_, broken, place) => {
    const [component] = components;
    const { components: served, findings } = passSchemas({
      components: [
        ...components,
        ...components.map((one) => ({
          ...one,
          args: [argument(broken)],
        })),
      ],
      schemas: new Map(),
    });
    expect(served).toEqual([component]);
    expect(findings).toMatchObject([
      {
        severity: "left-out",
        operation: "GET /pets",
        pointer: component?.operation.pointer,
      },
    ]);
    expect(findings[0]?.message).toContain(place);
  });
});
