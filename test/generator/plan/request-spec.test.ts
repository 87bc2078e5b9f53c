import { expect, it } from "vitest";
import { plan } from "../../../generator/plan/plan.js";
import { api, operation, planOptions } from "./fixtures.js";

it.each<[string, readonly string[], string | undefined]>([
  ["JSON", ["application/json"], undefined],
  ["JSON and others", ["text/csv", "application/json"], undefined],
  ["nothing", [], undefined],
  // Django REST refuses a type that none of its renderers writes, whatever its view answers.
  ["text", ["text/csv", "text/csv"], "text/csv, */*;q=0.5"],
  ["anything", ["*/*"], "*/*"],
])(
  "the Accept header for a response of %s accepts other types, too",
  (_name, types, want) => {
    const media = types.map((contentType) => {
      return { contentType, schema: {}, examples: [], encoding: new Map() };
    });
    const responses = [{ status: "200", media }];
    const given = api([operation("GET /a", { responses })]);
    const [component] = plan(given, planOptions()).components;
    expect(component?.requestSpec.accept).toBe(want);
  },
);
