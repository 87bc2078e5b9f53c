import { describe, expect, test } from "vitest";
import type { Config } from "../../../generator/index.js";
import { project } from "../regenerate/project.js";

/** Parts of the runtime that a document asks for, by their file. */
const PARTS: Readonly<Record<string, string>> = {
  binary: "features/bodies/binary.ts",
  form: "features/bodies/form.ts",
  "json-strings": "features/bodies/json-strings.ts",
  "long-integers": "features/bodies/long-integers.ts",
  multipart: "features/bodies/multipart.ts",
  "output-schemas": "features/responses/output-schemas.ts",
  "page-headers": "features/responses/page-headers.ts",
  streams: "features/responses/streams.ts",
  strip: "features/responses/strip.ts",
  variables: "features/transport/variables.ts",
};

/** Document with one operation: a GET without parameters, body and schema, unless `operation` says more. */
function documentOf(operation: object, method = "get"): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    servers: [{ url: "https://api.example" }],
    paths: {
      "/things": {
        [method]: {
          operationId: "things",
          responses: { "200": { description: "Things." } },
          ...operation,
        },
      },
    },
  });
}

const bodyOf = (schema: object, type = "application/json") => ({
  requestBody: { required: true, content: { [type]: { schema } } },
});

const objectOf = (properties: object) => ({ type: "object", properties });

const responseOf = (more: object) => ({
  responses: { "200": { description: "Things.", ...more } },
});

const TEXT = { type: "string" };
const SHORT = { type: "integer", minimum: 0, maximum: 100 };

describe("a project has the parts that its document asks for, and no others:", () => {
  test.each<
    [name: string, text: string, parts: readonly string[], config?: Config]
  >([
    ["a GET without parameters, body and schema", documentOf({}), []],
    [
      "a parameter",
      documentOf({
        parameters: [{ in: "query", name: "id", schema: { type: "integer" } }],
      }),
      [],
    ],
    [
      "a body of texts and short integers",
      documentOf(
        bodyOf(
          objectOf({
            name: TEXT,
            count: SHORT,
            size: { type: "integer", format: "int32" },
          }),
        ),
        "post",
      ),
      [],
    ],
    [
      "an integer without a bound in a body",
      documentOf(bodyOf(objectOf({ id: { type: "integer" } })), "post"),
      ["long-integers"],
    ],
    [
      "an integer of 64 bits in a parameter of JSON",
      documentOf({
        parameters: [
          {
            in: "query",
            name: "filter",
            content: {
              "application/json": {
                schema: objectOf({ id: { type: "integer", format: "int64" } }),
              },
            },
          },
        ],
      }),
      ["long-integers"],
    ],
    [
      "an object in a body",
      documentOf(
        bodyOf(objectOf({ owner: objectOf({ name: TEXT, count: SHORT }) })),
        "post",
      ),
      ["json-strings"],
    ],
    [
      "a list of long integers in a body",
      documentOf(
        bodyOf(
          objectOf({ ids: { type: "array", items: { type: "integer" } } }),
        ),
        "post",
      ),
      ["json-strings", "long-integers"],
    ],
    [
      "a form",
      documentOf(
        bodyOf(objectOf({ name: TEXT }), "application/x-www-form-urlencoded"),
        "post",
      ),
      ["form"],
    ],
    [
      "a file",
      documentOf(
        bodyOf({ type: "string", format: "binary" }, "image/png"),
        "post",
      ),
      ["binary"],
    ],
    [
      "a schema of the response",
      documentOf(
        responseOf({
          content: { "application/json": { schema: objectOf({ a: TEXT }) } },
        }),
      ),
      ["output-schemas", "strip"],
    ],
    [
      "a stream of events",
      documentOf(responseOf({ content: { "text/event-stream": {} } })),
      ["streams"],
    ],
    [
      "an argument whose value the config takes from a variable",
      documentOf({
        parameters: [{ in: "query", name: "org", schema: TEXT }],
      }),
      ["variables"],
      { arguments: { org: { env: "ORG" } } },
    ],
  ])("%s", async (_name, text, parts, config = {}) => {
    const emitted = project();
    await emitted.generate(text, {
      config: { allRoutesAsTools: true, ...config },
    });
    const paths = new Set(Object.keys(emitted.files()));
    const emittedParts = Object.entries(PARTS).flatMap(([name, file]) =>
      paths.has(`src/runtime/${file}`) ? [name] : [],
    );
    expect(emittedParts).toEqual(parts);
  });

  test("a later version of the document brings its part, and its code", async () => {
    const emitted = project();
    await emitted.generate(documentOf(bodyOf(objectOf({ a: TEXT })), "post"));
    expect(emitted.read("src/client.ts")).not.toContain("longIntegers");
    await emitted.generate(
      documentOf(bodyOf(objectOf({ a: { type: "integer" } })), "post"),
    );
    expect(emitted.read("src/client.ts")).toContain("writeJson: longIntegers,");
  });
});
