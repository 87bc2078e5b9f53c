import { expect, test } from "vitest";
import type { Config } from "../../../generator/index.js";
import { ask, serviceOf } from "../../runtime/serving.js";
import { startUpstream } from "../../runtime/upstream.js";
import { defineTool } from "../../../runtime/index.js";
import { linkPackages, typeErrors } from "./packages.js";
import { project } from "./project.js";
import { oneMore, shop } from "./shop.js";

const path = "src/tools/create-pet.ts";
const config: Config = {
  allRoutesAsTools: true,
  features: ["custom", "confirm"],
};

/** A tool with an argument that its API doesn't have. */
async function edited() {
  const made = project();
  await made.generate(shop(), { config });
  made.edit(
    path,
    [
      "defineTool<Operation>(",
      'defineTool<Operation, { scope?: "all" | "mine" }>(',
    ],
    [
      "  body: ",
      '  arguments: {\n    scope: { in: "handler", type: "string", enum: ["all", "mine"] },\n  },\n  body: ',
    ],
    [
      "return send(args);",
      'return send({ ...args, name: args.scope === "mine" ? "Mine" : args.name });',
    ],
  );
  linkPackages(made);
  return made;
}

test("an argument of the handler has its type, is not sent, and stays when the API changes", async () => {
  const made = await edited();
  expect(await typeErrors(made)).toEqual([]);
  expect(await made.generate(shop(oneMore), { config })).not.toContain(
    `conflict ${path}`,
  );
  expect(made.read(path)).toContain('scope: { in: "handler"');
  expect(await typeErrors(made)).toEqual([]);
});

test.each([
  ["another place", '{ in: "handler", ', '{ in: "query", ', "query"],
  ["another name", "scope: { in", "scop: { in", "scop"],
  ["another type", 'type: "string"', 'type: "integer"', "integer"],
  ["another value", '"all", "mine"]', '"all", "me"]', "me"],
  ["a requirement", 'in: "handler"', 'in: "handler", required: true', "true"],
])(
  "the compiler refuses %s of it in arguments",
  async (_what, old, now, told) => {
    const made = await edited();
    made.edit(path, [old, now]);
    const [error = ""] = await typeErrors(made);
    expect(error).toContain(path);
    expect(error).toContain(told);
  },
);

test.each([
  ["a body", { body: { type: "object", properties: { name: {} } } }, "POST"],
  ["a query", {}, "GET"],
])("send leaves it out of %s", async (_what, more, method) => {
  const { baseUrl, received } = await startUpstream();
  const tool = defineTool({
    name: "tool",
    request: `${method} /pets`,
    arguments: { scope: { in: "handler", type: "string", enum: ["all"] } },
    ...more,
    handler: (args, { send }) => send(args),
  });
  const service = serviceOf([tool], { client: { baseUrl } });
  const call = (args: object) =>
    ask(service, "tools/call", { name: "tool", arguments: args });
  await call({ scope: "all" });
  expect(received[0]?.url).toBe("/pets");
  expect(JSON.stringify(received[0])).not.toContain("scope");
  expect(await call({ scope: "none" })).toMatchObject({ isError: true });
  expect(received).toHaveLength(1);
});

test("a tool of one's own names the argument to confirm, and no other", async () => {
  const made = project();
  await made.generate(shop(), { config });
  const write = (confirm: string) =>
    made.write(
      "src/custom/index.ts",
      `import { defineTool, text } from "../runtime/features/components/custom/define.js";
import type { Component } from "../runtime/index.js";

const wipe = defineTool({
  name: "wipe",
  confirm: "${confirm}",
  arguments: { id: { type: "integer", required: true } },
  handler: ({ id }) => text(String(id.toFixed())),
});

export const custom: readonly Component[] = [wipe];
`,
    );
  write("id");
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
  write("it");
  expect((await typeErrors(made)).join("\n")).toContain('"it"');
});
