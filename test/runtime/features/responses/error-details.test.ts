import { expect, test } from "vitest";
import { errorDetails } from "../../../../runtime/features/responses/error-details.js";
import { addDefinitions } from "../../../../runtime/features/listing/refs.js";
import { checks } from "../../../../runtime/features/checks/checks.js";
import type { JsonSchema } from "../../../../runtime/index.js";
import { connect, serviceOf } from "../../serving.js";
import { toolOf } from "../../upstream.js";

const text = { type: "string" };
const object = (properties: object, ...required: string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const wide = (words: number) =>
  Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [
      `field${index}`,
      { ...text, description: "word ".repeat(words) },
    ]),
  );

const REQUEST = "POST /pets";
const $defs: Record<string, JsonSchema> = {
  Owner: object(
    {
      name: { ...text, maxLength: 9 },
      homes: { type: "array", items: { $ref: "#/$defs/Home" } },
      "a/b": { anyOf: [{ $ref: "#/$defs/Home" }, { type: "null" }] },
    },
    "name",
  ),
  Home: object({ city: { enum: ["Rome", "Oslo"] } }, "city"),
  Dog: object({ kind: { const: "dog" }, size: { type: "integer" } }, "kind"),
  Cat: object({ kind: { enum: ["cat"] }, size: text }, "kind", "size"),
  Pet: {
    description: "It.",
    oneOf: [{ $ref: "#/$defs/Dog" }, { $ref: "#/$defs/Cat" }],
  },
  Wide: object({ ...wide(40), last: { ...text, pattern: "^z" } }, "last"),
};
const body = object({
  pet: { $ref: "#/$defs/Pet" },
  near: { anyOf: [text, { $ref: "#/$defs/Dog" }, { $ref: "#/$defs/Home" }] },
  owner: { $ref: "#/$defs/Owner" },
  wide: { $ref: "#/$defs/Wide" },
  byName: { additionalProperties: { $ref: "#/$defs/Home" } },
  plain: text,
});

/** Error for a caller whose arguments are refused. */
async function refused(args: object) {
  const service = serviceOf([toolOf({ name: "add", request: REQUEST, body })], {
    source: { schemas: { $defs, arguments: {} }, check: checks },
    features: [errorDetails()],
  });
  const { client } = await connect(service);
  const result = await client.callTool({
    name: "add",
    arguments: { ...args },
  });
  expect(result.isError).toBe(true);
  const [{ text: told }] = result.content as [{ text: string }];
  return told.split("\n\n")[1] ?? "";
}

const OWNER = $defs["Owner"] ?? {};
const written = (schema: JsonSchema) =>
  JSON.stringify(addDefinitions(schema, $defs));

test.each<[object, string]>([
  [{ owner: {} }, `Schema of /owner: ${written(OWNER)}`],
  [{ owner: { nam: "x", name: "y" } }, `Schema of /owner: ${written(OWNER)}`],
  [{ owner: true }, `Schema of /owner: ${written(OWNER)}`],
  [
    { owner: { name: "a longer one" } },
    'Schema of /owner/name: {"type":"string","maxLength":9}',
  ],
  [
    { owner: { name: "x", homes: [{ city: "Rome" }, {}] } },
    `Schema of /owner/homes/1: ${JSON.stringify($defs["Home"])}`,
  ],
  [
    { owner: { name: "x", "a/b": {} } },
    `Schema of /owner/a~1b: ${JSON.stringify($defs["Home"])}`,
  ],
  [
    { pet: { kind: "cat" } },
    `Schema of /pet: ${JSON.stringify({ ...$defs["Cat"], description: "It." })}`,
  ],
  [
    { pet: { kind: "dog", size: "x" } },
    'Schema of /pet/size: {"type":"integer"}',
  ],
  [
    { near: { kinds: "dog", size: 1 } },
    `Schema of /near: ${JSON.stringify($defs["Dog"])}`,
  ],
  [
    { byName: { Eve: { city: "Bonn" } } },
    'Schema of /byName/Eve/city: {"enum":["Rome","Oslo"]}',
  ],
])("the error for %j contains the schema of the place", async (args, want) => {
  expect(await refused(args)).toBe(want);
});

test("schemas of several places are shown once each, and a large one in part", async () => {
  const told = await refused({ owner: { a: 1, b: 2 }, wide: { x: 1 } });
  const [owner, wide, ...others] = told.split("\n");
  expect(others).toEqual([]);
  expect(owner).toBe(`Schema of /owner: ${written(OWNER)}`);
  expect(wide).toContain('"required":["last"]');
  expect(wide).toContain('"last":{"type":"string"}');
  expect(wide).toContain('"field99":{"type":"string"}');
  expect(Buffer.byteLength(told)).toBeLessThan(8300);
});
