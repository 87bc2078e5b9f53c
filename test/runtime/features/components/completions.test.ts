import { expect, test } from "vitest";
import { completions } from "../../../../runtime/features/components/completions.js";
import { defineTemplate } from "../../../../runtime/features/components/define-resource.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import type { Argument } from "../../../../runtime/index.js";
import { ask, connect, serviceOf } from "../../serving.js";
import { petService } from "../../fixture.js";

/** The completion of a variable with this schema. */
async function complete(schema: Argument, value: string, variable = "it") {
  const uriTemplate = "a://{it}";
  const template = defineTemplate({
    name: "a",
    uriTemplate,
    request: "GET /{it}",
    arguments: { it: { in: "path", ...schema } },
    handler: () => null,
  });
  return ask(
    serviceOf([template], { features: [completions(), resources()] }),
    "completion/complete",
    {
      ref: { type: "ref/resource", uri: uriTemplate },
      argument: { name: variable, value },
    },
  );
}

const many = Array.from({ length: 150 }, (_, index) => `v${index}`);

test.each<[Argument, string, string[]]>([
  [{ enum: ["cat", "cow", "dog"] }, "", ["cat", "cow", "dog"]],
  [{ enum: ["cat", "cow", "dog"] }, "C", ["cat", "cow"]],
  [{ enum: ["cat", "cow", "dog"] }, "x", []],
  [{ type: "boolean" }, "t", ["true"]],
  [{ type: "integer", enum: [1, 12, 2] }, "1", ["1", "12"]],
  [{ type: "array", items: { enum: ["a", "b"] } }, "a", ["a"]],
  [{ type: "string" }, "", []],
])("completions of %j from %j", async (schema, value, values) => {
  expect(await complete(schema, value)).toEqual({
    completion: { values, total: values.length, hasMore: false },
  });
});

test.each([{ toString: 1 }, ["it"], 7, null])(
  "completions of a name that isn't a string are empty: %j",
  async (name) => {
    expect(await complete({ enum: ["a"] }, "", name as never)).toMatchObject({
      completion: { values: [] },
    });
  },
);

test("completions of values that aren't strings are JSON", async () => {
  const values = [{ toString: 1 }, null];
  expect(await complete({ enum: values }, "")).toMatchObject({
    completion: { values: ['{"toString":1}', "null"] },
  });
});

test("completions are limited to 100, with their total", async () => {
  expect(await complete({ enum: many }, "v")).toEqual({
    completion: { values: many.slice(0, 100), total: 150, hasMore: true },
  });
});

test.each(["constructor", "other"])(
  "completions are empty for %s",
  async (variable) => {
    expect(await complete({ enum: many }, "", variable)).toMatchObject({
      completion: { values: [] },
    });
  },
);

test("completions reach a client of the SDK", async () => {
  const { client } = await connect(petService("http://127.0.0.1:9"));
  const ref = {
    type: "ref/resource" as const,
    uri: "pets://{petId}{?kind,tags}",
  };
  const values = async (name: string, value: string) => {
    const argument = { name, value };
    return (await client.complete({ ref, argument })).completion;
  };
  expect(await values("kind", "C")).toEqual({
    values: ["cat", "cow"],
    total: 2,
    hasMore: false,
  });
  expect((await values("petId", "")).values).toEqual([]);
});
