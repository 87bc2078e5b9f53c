import { expect, test } from "vitest";
import { planServer } from "../../../generator/pipeline.js";
import { renderProject } from "../../../generator/render-project.js";
import { resolveConfig } from "../../../generator/config/resolve-config.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const post = (operationId: string, schema: object) => ({
  post: {
    operationId,
    requestBody: { content: { "application/json": { schema } } },
    responses: { 204: { description: "" } },
  },
});

test("a schema of one operation is inlined in its module, and a schema of several is a constant", async () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Homes", version: "1" },
    servers: [{ url: "https://api.example" }],
    paths: {
      "/a": post("a", ref("Own")),
      "/b": post("b", ref("both.of-them")),
      "/c": post("c", ref("both.of-them")),
      "/d": post("d", ref("Tree")),
    },
    components: {
      schemas: {
        Own: { type: "object", properties: { inner: ref("Inner") } },
        Inner: { type: "object", properties: { deep: text } },
        "both.of-them": { type: "object", properties: { name: text } },
        Tree: { type: "object", properties: { child: ref("Tree") } },
      },
    },
  };
  const config = { document, allRoutesAsTools: true };
  const planned = await planServer(config, { lock: null });
  const files = await renderProject(planned, resolveConfig(config), {});
  const read = (path: string) =>
    files.find((file) => file.path === path)?.text ?? "";
  expect(read("src/tools/a.ts")).toContain(`  body: {
    type: "object",
    properties: {
      inner: {
        type: "object",
        properties: {
          deep: { type: "string" },
`);
  expect(read("src/tools/b.ts")).toContain(`$ref: "#/$defs/both.of-them"`);
  const schemas = read("src/generated/schemas.ts");
  expect(schemas).toContain(
    `export const both_of_themSchema: JsonSchema = {\n  type: "object",`,
  );
  expect(schemas).toContain("export const Tree: JsonSchema = {\n");
  expect(schemas).toContain(`  $defs: {
    Tree,
    "both.of-them": both_of_themSchema,
  },
`);
  expect(read(".gitattributes")).not.toMatch(/(?:api|schemas)\.ts/);
});
