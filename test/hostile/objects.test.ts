import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolveConfig } from "../../generator/config/resolve-config.js";
import { ToolwrightError } from "../../generator/errors.js";
import { generate, type Config } from "../../generator/index.js";
import { planServer } from "../../generator/pipeline.js";
import { OPTIONS } from "../../generator/config/options.js";
import { toolwright } from "../generator/cli.js";
import { temporaryFolder } from "../generator/temporary.js";
import { DOCUMENT } from "./document.js";

const isComplete = process.env["TOOLWRIGHT_HOSTILE"] === "all";

/** Values in place of a text; the first is one that `String` throws for. */
const VALUES: readonly unknown[] = [
  { toString: 1 },
  [{ toString: 1 }],
  ...(isComplete ? [{}, [], 1, null, true, "x"] : []),
];

/** Values for one place: one of them, chosen by the place; `npm run test:hostile` tries them all. */
function valuesFor(place: string): readonly unknown[] {
  const number = createHash("sha1").update(place).digest().readUInt32BE();
  return isComplete ? VALUES : [VALUES[number % VALUES.length]];
}

/** Every place of a document, by its steps. */
function placesIn(value: unknown, place: readonly string[] = []): string[][] {
  const inner =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, item]) =>
          placesIn(item, [...place, name]),
        )
      : [];
  return place.length === 0 ? inner : [[...place], ...inner];
}

/** Document with something else in one place. */
function withAt(value: unknown, place: readonly string[], other: unknown) {
  const copy = structuredClone(value);
  let holder = copy as Record<string, unknown>; // `placesIn` has been there
  for (const step of place.slice(0, -1))
    holder = holder[step] as Record<string, unknown>;
  holder[place.at(-1) ?? ""] = other;
  return copy;
}

/** Errors except those that describe themselves. */
async function mistakesOf(run: () => Promise<unknown>, where: string) {
  try {
    await run();
    return [];
  } catch (error) {
    return error instanceof ToolwrightError
      ? []
      : [`${where}: ${error instanceof Error ? error.message : "?"}`];
  }
}

async function mistakesIn(
  value: unknown,
  run: (value: unknown) => Promise<unknown>,
): Promise<string[]> {
  const mistakes: string[] = [];
  for (const place of placesIn(value)) {
    const where = `/${place.join("/")}`;
    for (const other of valuesFor(where))
      mistakes.push(
        ...(await mistakesOf(() => run(withAt(value, place, other)), where)),
      );
  }
  return mistakes;
}

const SWAGGER = {
  swagger: "2.0",
  info: { title: "T", version: "1", description: "d" },
  host: "a.example",
  basePath: "/v1",
  schemes: ["https"],
  consumes: ["application/json"],
  paths: {
    "/a/{id}": {
      parameters: [{ name: "id", in: "path", required: true, type: "string" }],
      get: {
        operationId: "getA",
        tags: ["a"],
        parameters: [
          {
            name: "l",
            in: "query",
            type: "array",
            items: { type: "string", enum: ["a"] },
            collectionFormat: "csv",
          },
        ],
        responses: { "200": { schema: { $ref: "#/definitions/D" } } },
      },
      post: {
        consumes: ["multipart/form-data"],
        parameters: [{ name: "f", in: "formData", type: "file" }],
        responses: { "200": { description: "d" } },
      },
    },
  },
  definitions: {
    D: { type: "object", discriminator: "a", properties: { a: { enum: [1] } } },
  },
  securityDefinitions: { k: { type: "apiKey", name: "X", in: "header" } },
};

test.each([
  ["OpenAPI", DOCUMENT],
  ["Swagger", SWAGGER],
])(
  "objects in place of strings in a document of %s cause no internal error",
  async (_, document) => {
    const mistakes = await mistakesIn(document, (value) =>
      planServer(
        { document: "-", allRoutesAsTools: true },
        { text: JSON.stringify(value), lock: null },
      ),
    );
    expect(mistakes).toEqual([]);
  },
  300_000,
);

const WORKFLOWS = {
  arazzo: "1.0.1",
  sourceDescriptions: [{ name: "a", type: "openapi", url: "u" }],
  workflows: [
    {
      workflowId: "w",
      summary: "s",
      description: "d",
      inputs: { type: "object", properties: { a: { type: "string" } } },
      parameters: [{ reference: "$components.parameters.p" }],
      steps: [
        {
          stepId: "one",
          operationId: "getPet",
          parameters: [
            { name: "petId", in: "path", value: "$inputs.a" },
            {
              name: "X-Trace",
              in: "header",
              value: {
                context: "$inputs.a",
                selector: "$.a",
                type: "jsonpath",
              },
            },
          ],
          successCriteria: [
            { condition: "^a", context: "$response.body#/a", type: "regex" },
          ],
          onSuccess: [{ name: "g", type: "goto", stepId: "two" }],
          onFailure: [
            { name: "r", type: "retry", retryAfter: 1, retryLimit: 2 },
          ],
          outputs: { x: "$response.body#/name" },
        },
        {
          stepId: "two",
          operationPath: "{$sourceDescriptions.a.url}#/paths/~1photos/post",
          requestBody: { contentType: "a/b", payload: { a: "x" } },
        },
      ],
      outputs: { o: "$steps.one.outputs.x" },
    },
  ],
  components: { parameters: { p: { name: "q", in: "query", value: 1 } } },
};

const OVERLAY = {
  overlay: "1.0.0",
  info: { title: "t", version: "1" },
  actions: [{ target: "$.info", update: { title: "x" }, description: "d" }],
};

test.each([
  ["workflows", WORKFLOWS],
  ["overlays", OVERLAY],
])(
  "objects in place of strings in a file of %s cause no internal error",
  async (option, content) => {
    const folder = temporaryFolder();
    const file = join(folder, "file.json");
    const mistakes = await mistakesIn(content, (value) => {
      writeFileSync(file, JSON.stringify(value));
      return planServer(
        { document: "-", allRoutesAsTools: true, [option]: [file] },
        { text: JSON.stringify(DOCUMENT), lock: null },
      );
    });
    expect(mistakes).toEqual([]);
  },
  300_000,
);

const KINDS: readonly unknown[] = [
  { toString: 1 },
  {},
  [],
  [{ toString: 1 }],
  [null],
  [[]],
  1,
  null,
  true,
  "x",
];

test("options of any type cause no internal error", async () => {
  const mistakes: string[] = [];
  for (const name of Object.keys(OPTIONS))
    for (const value of KINDS) {
      const config = {
        document: "-",
        out: temporaryFolder(),
        ...{ [name]: value },
      } as unknown as Config; // any value, as a script without types gives it
      const text = JSON.stringify(DOCUMENT);
      mistakes.push(
        ...(await mistakesOf(
          () => generate(config, { dryRun: true, text }),
          `${name} ${JSON.stringify(value)}`,
        )),
      );
    }
  expect(mistakes).toEqual([]);
}, 120_000);

test.each(["overlays", "workflows", "routeMaps", "tags", "emit"])(
  "%s of any type in a project's options causes no internal error",
  async (name) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "server"));
    writeFileSync(join(folder, "api.json"), JSON.stringify(DOCUMENT));
    writeFileSync(join(folder, "server/toolwright.lock"), "");
    for (const value of KINDS) {
      writeFileSync(
        join(folder, "server/toolwright.config.json"),
        JSON.stringify({ document: "../api.json", out: ".", [name]: value }),
      );
      const { code, stderr } = await toolwright(["check", "--out", "server"], {
        cwd: folder,
      });
      expect(code).not.toBe(0);
      expect(stderr).not.toMatch(/bug in toolwright|\n {4}at /);
    }
  },
);

test("wrong types in a config are reported together", () => {
  const config = { overlays: "a", workflows: "b", routeMaps: 1 };
  expect(() => resolveConfig(config as unknown as Config)).toThrow(/overlays/);
});
