import { expect, test } from "vitest";
import { search } from "../../../../../runtime/features/listing/search/search.js";
import { plannedService } from "../../../../wire/planned.js";
import { ask } from "../../../serving.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const kinds = { ...text, enum: ["reboot", "resize", "rename"] };
const mapping = {
  reboot: "Action",
  resize: "Resize",
  rename: "Rename",
};
const discriminator = { propertyName: "type", mapping };
const heir = (properties: object) => ({
  allOf: [ref("Action"), { type: "object", properties }],
});

/** Text of `describe_operations` for an operation whose argument `action` has a schema. */
async function described(action: object, base: object = {}) {
  const schemas = {
    Action: {
      type: "object",
      required: ["type"],
      properties: { type: kinds },
      ...base,
    },
    Resize: heir({ size: text }),
    Rename: heir({ name: text }),
  };
  const schema = { type: "object", properties: { action } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Droplets", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    paths: {
      "/actions": {
        post: {
          operationId: "act",
          requestBody: { content: { "application/json": { schema } } },
          responses: { 204: { description: "Done" } },
        },
      },
    },
    components: { schemas },
  };
  const client = { baseUrl: "https://api.example.com" };
  const service = await plannedService({ document }, client, [search()]);
  const params = { name: "describe_operations", arguments: { names: "act" } };
  const { content } = (await ask(service, "tools/call", params)) as {
    content: readonly { readonly text: string }[]; // as tools respond
  };
  return content[0]?.text.split("\n").filter((line) => /^action/.test(line));
}

const RESIZE = '{ type: "resize", size?: string }';
const RENAME = '{ type: "rename", name?: string }';

test.each<[string, object, object, readonly string[]]>([
  [
    "of alternatives",
    {
      oneOf: [ref("Action"), ref("Resize"), ref("Rename")],
      discriminator,
    },
    {},
    ['{ type: "reboot" }', RESIZE, RENAME],
  ],
  [
    "of a base and its extensions",
    ref("Action"),
    { discriminator },
    [RESIZE, RENAME, '{ type: "reboot" }'],
  ],
  [
    "of extensions of a base without values left",
    ref("Action"),
    {
      properties: { type: { ...text, enum: ["resize", "rename"] } },
      discriminator: {
        propertyName: "type",
        mapping: { resize: "Resize", rename: "Rename" },
      },
    },
    [RESIZE, RENAME],
  ],
])("each branch %s is shown with its value and fields", async (_, ...row) => {
  const [action, base, want] = row;
  expect(await described(action, base)).toEqual([
    `action?: ${want.join(" | ")}`,
  ]);
});
