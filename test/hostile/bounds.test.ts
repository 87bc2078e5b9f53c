import { describe, expect, test } from "vitest";
import type { Config } from "../../generator/config/config.js";
import { resolveConfig } from "../../generator/config/resolve-config.js";
import { ToolwrightError } from "../../generator/errors.js";
import { planApi, planServer } from "../../generator/pipeline.js";
import { renderProject } from "../../generator/render-project.js";

/** A document of one operation that takes a schema and may refer to others. */
function documentOf(schema: object, schemas: object = {}): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/a": {
        post: {
          operationId: "a",
          requestBody: { content: { "application/json": { schema } } },
          responses: { "200": { content: { "application/json": { schema } } } },
        },
      },
    },
    components: { schemas },
  });
}

const LEVELS = Array.from({ length: 40 }, (_, index) => index);

/** Schemas each of which holds the next one twice: 2^40 in all, written out. */
function doubling(keyword: "allOf" | "anyOf" | "properties"): object {
  return Object.fromEntries(
    LEVELS.map((level): [string, object] => {
      const next = { $ref: `#/components/schemas/S${level + 1}` };
      const value =
        keyword === "properties" ? { a: next, b: next } : [next, next];
      return [`S${level}`, { type: "object", [keyword]: value }];
    }).concat([["S40", { type: "object", properties: { a: {} } }]]),
  );
}

function nested(levels: number): object {
  return levels === 0
    ? { type: "string" }
    : { type: "object", properties: { a: nested(levels - 1) } };
}

/** Schemas that each hold the first one, too, and the next one in each of ten properties. */
function holdingTheFirst(): object {
  return Object.fromEntries(
    LEVELS.slice(0, 30).map((level): [string, object] => {
      const [next, first] = [level + 1, 0].map((at) => ({
        $ref: `#/components/schemas/S${at % 30}`,
      }));
      const names = Array.from({ length: 10 }, (_, index) => `p${index}`);
      const properties = Object.fromEntries(names.map((name) => [name, next]));
      return [`S${level}`, { allOf: [first], properties }];
    }),
  );
}

/** Schemas in a circle that each combine with the next one, and hold it. */
function circle(length: number): object {
  return Object.fromEntries(
    Array.from({ length }, (_, at): [string, object] => {
      const next = { $ref: `#/components/schemas/S${(at + 1) % length}` };
      const properties = { [`f${at}`]: {}, [`n${at}`]: { allOf: [next] } };
      return [`S${at}`, { type: "object", allOf: [next], properties }];
    }),
  );
}

/** Operations that each take one of the schemas. */
function takingEach(schemas: object): string {
  const paths = Object.fromEntries(
    Object.keys(schemas).map((name): [string, object] => {
      const schema = { $ref: `#/components/schemas/${name}` };
      const content = { "application/json": { schema } };
      return [`/${name}`, { post: { requestBody: { content } } }];
    }),
  );
  const info = { title: "T", version: "1" };
  const components = { schemas };
  return JSON.stringify({ openapi: "3.1.0", info, paths, components });
}

/** Schemas in a circle that each hold the next one. */
function ring(length: number): object {
  return Object.fromEntries(
    Array.from({ length }, (_, at): [string, object] => {
      const next = { $ref: `#/components/schemas/S${(at + 1) % length}` };
      const properties = { [`f${at}`]: { type: "string" }, [`n${at}`]: next };
      return [`S${at}`, { type: "object", properties }];
    }),
  );
}

async function bytesOf(text: string, config: Config = {}): Promise<number> {
  const settings = resolveConfig(config);
  const options = { text, lock: null };
  const outlined = await planServer(config, options);
  const files = await renderProject(outlined, settings, options);
  return files
    .filter(({ path }) => !path.startsWith("src/runtime/"))
    .reduce((sum, file) => sum + file.text.length, 0);
}

describe("a document that grows if its references are followed", () => {
  const first = { $ref: "#/components/schemas/S0" };

  test.each<[string, string, number]>([
    ["allOf of allOf", documentOf(first, doubling("allOf")), 100_000],
    ["anyOf of anyOf", documentOf(first, doubling("anyOf")), 100_000],
    [
      "properties of properties",
      documentOf(first, doubling("properties")),
      100_000,
    ],
    ["the first in all", documentOf(first, holdingTheFirst()), 200_000],
    ["200 levels of nesting", documentOf(nested(200)), 1_000_000],
    [
      "10,000 properties",
      documentOf({
        type: "object",
        properties: Object.fromEntries(
          Array.from({ length: 10_000 }, (_, index) => [
            `p${index}`,
            { type: "string" },
          ]),
        ),
      }),
      5_000_000,
    ],
    ["a circle of allOf", documentOf(first, circle(40)), 1_000_000],
    [
      "an expression that takes exponential time",
      documentOf({
        type: "object",
        properties: { a: { type: "string", pattern: "^(a+)+$" } },
      }),
      100_000,
    ],
  ])("has an output of bounded size: %s", async (_, text, limit) => {
    expect(await bytesOf(text)).toBeLessThan(limit);
  });

  test("has contracts of bounded size", async () => {
    const config = { emit: ["tests"] } as const;
    const bytes = await bytesOf(takingEach(ring(100)), config);
    expect(bytes).toBeLessThan(100 * 20_000);
  }, 60_000);

  test("is refused if YAML aliases multiply it", async () => {
    const bomb = LEVELS.map((level) =>
      level === 0
        ? "l0: &l0 [x, x]"
        : `l${level}: &l${level} [*l${level - 1}, *l${level - 1}]`,
    );
    const text = [
      "openapi: 3.1.0",
      "info: { title: T, version: '1' }",
      "paths: {}",
      ...bomb,
    ].join("\n");
    await expect(bytesOf(text)).rejects.toThrow(ToolwrightError);
  });
});

test("names that differ only in case or Unicode form get separate files", async () => {
  const ids = [
    "getPet",
    "GetPet",
    "get_pet",
    "GETPET",
    "gete\u0301",
    "get\u00e9",
    "get\u212b",
    "get\u00c5",
  ];
  const paths = Object.fromEntries(
    ids.map((operationId, index) => [
      `/p${index}`,
      { post: { operationId, responses: {} } },
    ]),
  );
  const settings = resolveConfig({});
  const text = JSON.stringify({
    openapi: "3.0.3",
    info: { title: "T", version: "1" },
    paths,
  });
  const { plan } = await planApi({}, settings, { text, lock: null });
  const files = plan.components.map(({ file }) => file.toLowerCase());
  expect(new Set(files).size).toBe(ids.length);
  expect(
    new Set(plan.components.map(({ name }) => name.toLowerCase())).size,
  ).toBe(ids.length);
});
