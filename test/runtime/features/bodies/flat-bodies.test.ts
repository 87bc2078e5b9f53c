import { expect, test } from "vitest";
import { flatBodies } from "../../../../runtime/features/bodies/flat-bodies.js";
import type { JsonSchema } from "../../../../runtime/index.js";
import { ask, serviceOf } from "../../serving.js";
import { toolOf } from "../../upstream.js";

const text = { type: "string" };
const $defs: Record<string, JsonSchema> = {
  Named: { type: "object", properties: { labels: { type: "array" } } },
  Tree: {
    oneOf: [
      { properties: { id: text, owner: text } },
      { anyOf: [{ $ref: "#/$defs/Tree" }, { $ref: "#/$defs/Named" }] },
    ],
  },
};
const of = (schema: JsonSchema) =>
  ({ id: { in: "path", ...text }, whole: { in: "body", ...schema } }) as const;

test.each<[what: string, body: JsonSchema, given: object, sent: object]>([
  [
    "fields of any alternative",
    { $ref: "#/$defs/Tree" },
    { id: "1", owner: "a", labels: ["b"] },
    { id: "1", whole: { owner: "a", labels: ["b"] } },
  ],
  [
    "a whole body as it is",
    { $ref: "#/$defs/Named" },
    { id: "1", whole: {}, labels: [] },
    { id: "1", whole: {}, labels: [] },
  ],
  [
    "an argument that is not a field unchanged",
    { $ref: "#/$defs/Named" },
    { id: "1", label: "b" },
    { id: "1", label: "b" },
  ],
  [
    "no fields for a body without fields",
    { type: "array" },
    { a: 1 },
    { a: 1 },
  ],
])("a flat body takes %s", async (_, body, given, sent) => {
  const { called, service } = recorder(body);
  await ask(service, "tools/call", { name: "add", arguments: given });
  expect(called).toEqual([sent]);
});

/** A server of one tool, and the arguments that it is called with. */
function recorder(body: JsonSchema) {
  const called: unknown[] = [];
  const tool = toolOf({
    name: "add",
    request: "POST /a/{id}",
    arguments: of(body),
  });
  const service = serviceOf([tool], {
    source: { schemas: { $defs, arguments: {} } },
    features: [
      flatBodies(),
      {
        name: "recorder",
        methods: () => ({
          "tools/call": ({ arguments: args }) => {
            called.push(args);
            return { content: [] };
          },
        }),
      },
    ],
  });
  return { called, service };
}
