import { describe, expect, test } from "vitest";
import { plan } from "../../../../generator/plan/plan.js";
import { inlineSchemas } from "../../../../runtime/features/listing/inline-schemas.js";
import { toInputSchema } from "../../../../runtime/json-schema.js";
import type { JsonSchema } from "../../../../runtime/types.js";
import { planOptions } from "../../plan/fixtures.js";
import { apiOf } from "../api-of.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const object = (properties: object, required: string[] = []) => ({
  type: "object",
  properties: { name: text, ...properties },
  ...(required.length > 0 && { required }),
});

const components = {
  schemas: {
    Id: { ...text, readOnly: true },
    Alias: ref("Id"),
    Base: object({ id: ref("Id") }),
    Loop: { allOf: [ref("Loop")], ...text },
  },
};

/** The arguments of a body, as clients see them. */
async function listed(openapi: string, schema: object): Promise<JsonSchema> {
  const api = await apiOf({
    openapi,
    paths: {
      "/a": {
        post: {
          requestBody: {
            required: true,
            content: { "application/json": { schema } },
          },
        },
      },
    },
    components,
  });
  const { components: tools, sharedSchemas: shared } = plan(api, planOptions());
  const [{ requestSpec } = { requestSpec: { request: "" } }] = tools;
  return inlineSchemas(
    toInputSchema(requestSpec, shared),
    shared,
    requestSpec.request,
  );
}

describe.each(["3.0.3", "3.1.0"])(
  "OpenAPI %s: arguments do not contain",
  (version) => {
    test.each<[string, object]>([
      ["a reference to a read-only schema", object({ id: ref("Id") }, ["id"])],
      ["a reference to such a reference", object({ id: ref("Alias") }, ["id"])],
      [
        "the wrapper for keywords beside a reference",
        object({ id: { description: "It.", allOf: [ref("Id")] } }, ["id"]),
      ],
      [
        "alternatives that all are",
        object({ id: { oneOf: [ref("Id"), ref("Alias")] } }, ["id"]),
      ],
      [
        "a read-only schema that may be null",
        object({ id: { ...ref("Id"), nullable: true } }, ["id"]),
      ],
      [
        "a read-only property that another part requires",
        { allOf: [ref("Base")], ...object({}, ["id"]) },
      ],
    ])("%s, at any depth", async (_what, schema) => {
      const alone = await listed(version, schema);
      expect(Object.keys(Object(alone["properties"]) as object)).toEqual([
        "name",
      ]);
      expect(alone["required"]).toBeUndefined();
      for (const inner of [schema, { type: "array", items: schema }]) {
        const seen = await listed(version, object({ inner }));
        const text = JSON.stringify(seen);
        expect(text).toContain('"inner"');
        expect(text).not.toContain('"id"');
      }
    });

    test("arguments contain properties that are writable in one alternative or refer to themselves", async () => {
      const id = { anyOf: [ref("Id"), text] };
      const seen = await listed(version, object({ id, loop: ref("Loop") }));
      expect(Object.keys(Object(seen["properties"]) as object)).toEqual([
        "name",
        "id",
        "loop",
      ]);
    });
  },
);
