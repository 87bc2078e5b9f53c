import { describe, expect, it } from "vitest";
import { plan } from "../../../generator/plan/plan.js";
import { apiOf } from "../normalise/api-of.js";
import { planOptions } from "../plan/fixtures.js";

const id = { type: "integer", readOnly: true };
const text = { type: "string" };
const place = {
  type: "object",
  required: ["id"],
  properties: { id, name: { ...text, readOnly: true } },
};
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Object schema of the body of `POST /a`, as its module has it. */
async function bodyOf(
  media: object,
  { schemas = {}, answer = {} }: { schemas?: object; answer?: object } = {},
) {
  const api = await apiOf({
    info: { title: "Places", version: "1" },
    paths: {
      "/a": {
        post: {
          requestBody: { content: { "application/json": media } },
          responses: {
            200: {
              description: "",
              content: { "application/json": { schema: answer } },
            },
          },
        },
      },
    },
    components: { schemas },
  });
  const { components } = plan(api, planOptions());
  return components[0]?.requestSpec.body;
}

describe("a required read-only field that an example of the request has", () => {
  it.each<[string, object, object]>([
    [
      "in the media type",
      {
        schema: { type: "object", properties: { loc: place } },
        example: { loc: { id: 789 } },
      },
      {},
    ],
    [
      "in the body's own schema",
      {
        schema: {
          type: "object",
          properties: { loc: place },
          examples: [{ loc: { id: 789 } }],
        },
      },
      {},
    ],
    [
      "behind a reference",
      {
        schema: { type: "object", properties: { loc: named("Place") } },
        examples: { one: { value: { loc: { id: 789 } } } },
      },
      { Place: place },
    ],
    [
      "in a part of it",
      {
        schema: {
          type: "object",
          properties: {
            loc: { allOf: [named("Place"), { description: "Where." }] },
          },
        },
        example: { loc: { id: 789 } },
      },
      { Place: place },
    ],
    [
      "in the example of a schema that no response has",
      { schema: named("Job") },
      {
        Job: {
          type: "object",
          properties: { loc: place },
          examples: [{ loc: { id: 789 } }],
        },
      },
    ],
  ])("is sent: %s", async (_case, media, schemas) => {
    const body = JSON.stringify(await bodyOf(media, { schemas }));
    expect(body).toContain('"required":["id"]');
    expect(body).toContain('"id":{"type":"integer"}');
    expect(body).not.toContain('"name"');
  });

  it("is sent in the items of a list", async () => {
    const body = await bodyOf({
      schema: {
        type: "object",
        properties: { places: { type: "array", items: place } },
      },
      example: { places: [{}, { id: 1 }] },
    });
    expect(body).toMatchObject({
      properties: { places: { items: { properties: { id: {} } } } },
    });
  });

  it.each<[string, object, object]>([
    [
      "no example has it",
      {
        schema: { type: "object", properties: { loc: place } },
        example: { loc: {} },
      },
      {},
    ],
    [
      "it is not required",
      {
        schema: {
          type: "object",
          properties: { loc: { ...place, required: [] } },
        },
        example: { loc: { id: 789 } },
      },
      {},
    ],
    [
      "the example is that of a schema that a response has",
      { schema: named("Job") },
      {
        Job: {
          type: "object",
          properties: { loc: place },
          examples: [{ loc: { id: 789 } }],
        },
      },
    ],
  ])("stays out if %s", async (_case, media, schemas) => {
    const answer = "Job" in schemas ? { items: named("Job") } : {};
    const body = await bodyOf(media, { schemas, answer });
    expect(JSON.stringify(body)).not.toContain('"id":{');
  });
});
