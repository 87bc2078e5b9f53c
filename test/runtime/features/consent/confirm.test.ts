import { expect, test } from "vitest";
import { confirm } from "../../../../runtime/features/consent/confirm.js";
import { defineTool } from "../../../../runtime/features/components/custom/define.js";
import { search } from "../../../../runtime/features/listing/search/search.js";
import type { Args, Feature, Tool } from "../../../../runtime/index.js";
import { ask, serviceOf } from "../../serving.js";
import { toolOf } from "../../upstream.js";

const sent: Args[] = [];
const handler: Tool["handler"] = (args) => {
  sent.push({ ...args });
  return "done";
};
const text = { in: "path", type: "string" } as const;

/** Response to a method, of a server with one tool that asks, and one that doesn't. */
async function answered(
  method: string,
  params: object = {},
  features: readonly Feature[] = [confirm()],
) {
  const tools = [
    toolOf({
      name: "dropRepo",
      title: "Delete a repository",
      request: "DELETE /repos/{repo}/{number}",
      arguments: { repo: text, number: { in: "path", type: "integer" } },
      confirm: "repo",
      handler,
    }),
    toolOf({
      name: "dropKey",
      request: "DELETE /keys/{number}",
      arguments: { number: { in: "path", type: "integer" } },
      confirm: "number",
      handler,
    }),
    toolOf({ name: "list", request: "GET /repos", handler }),
  ];
  sent.length = 0;
  return ask(serviceOf(tools, { features }), method, { ...params });
}

test("the listing has the argument confirm for tools with confirmation", async () => {
  const { tools } = (await answered("tools/list")) as {
    tools: { name: string; inputSchema: object }[]; // what is listed
  };
  expect(tools.map(({ inputSchema }) => inputSchema)).toMatchObject([
    { required: ["number", "confirm"] },
    {
      properties: {
        confirm: {
          type: "string",
          description: "Repeat repo, because this can't be undone.",
        },
      },
      required: ["repo", "number", "confirm"],
      additionalProperties: false,
    },
    { properties: {} },
  ]);
});

const call = (name: string, args: Args) => ({ name, arguments: args });
const dropped = { content: [{ type: "text", text: "done" }] };
const refused = (tool: string, name: string, more = "") => ({
  content: [
    {
      type: "text",
      text: `Wrong arguments for ${tool}; nothing was sent.\n- /confirm: must repeat ${name}, because this can't be undone${more}`,
    },
  ],
  isError: true,
});
const wrong = refused("dropRepo", "repo");

test.each<[string, string, Args, object]>([
  ["right", "dropRepo", { repo: "a", number: 1, confirm: "a" }, dropped],
  ["a number", "dropKey", { number: 7, confirm: "7" }, dropped],
  ["a number as it is", "dropKey", { number: 7, confirm: 7 }, dropped],
  ["missing", "dropRepo", { repo: "a", number: 1 }, wrong],
  ["wrong", "dropRepo", { repo: "a", number: 1, confirm: "A" }, wrong],
  ["empty", "dropRepo", { repo: "a", number: 1, confirm: "" }, wrong],
  ["no text", "dropRepo", { repo: "a", number: 1, confirm: true }, wrong],
  [
    "of nothing",
    "dropRepo",
    { number: 1 },
    refused("dropRepo", "repo", "\n- /repo: is required"),
  ],
  ["not asked for", "list", {}, dropped],
])("confirm is checked: %s", async (_name, name, args, want) => {
  const others = Object.entries(args).filter(([key]) => key !== "confirm");
  const isSent = want === dropped ? [Object.fromEntries(others)] : [];
  expect(await answered("tools/call", call(name, args))).toEqual(want);
  expect(sent).toEqual(isSent);
  const found = call("call_operation", call(name, args));
  const features = [search(), confirm()];
  expect(await answered("tools/call", found, features)).toEqual(want);
  expect(sent).toEqual(isSent);
});

test.each(["short", "schema"])(
  "describe_operations shows the confirmation: %s",
  async (detail) => {
    const params = call("describe_operations", { names: ["dropRepo"], detail });
    const told = await answered("tools/call", params, [search(), confirm()]);
    expect(JSON.stringify(told)).toContain("; confirm: repeat repo)");
  },
);

test.each([
  ["of a tool without", undefined, true],
  ["of a tool that asks itself", "repo", false],
] as const)("a call from a handler %s", async (_of, own, isRefused) => {
  let reached = 0;
  const drop = toolOf({
    name: "dropRepo",
    request: "DELETE /repos",
    confirm: "repo",
    handler,
  });
  const outer = defineTool({
    name: "dropAll",
    arguments: { repo: { type: "string" } },
    ...(own && { confirm: own }),
    async handler(_args, { call: send }) {
      await send(drop, {});
      return "done";
    },
  });
  const transport = () => {
    reached += 1;
    return Promise.reject(new Error("unreachable"));
  };
  const service = serviceOf([drop, outer], {
    client: { baseUrl: "http://127.0.0.1:1", transport },
    features: [confirm()],
  });
  const args = { repo: "a", ...(own && { confirm: "a" }) };
  const result = await ask(service, "tools/call", call("dropAll", args));
  const text = JSON.stringify(result);
  expect(text.includes("Nothing was sent to dropRepo")).toBe(isRefused);
  expect(text.includes("dropAll can't ask")).toBe(isRefused);
  expect(reached).toBe(isRefused ? 0 : 1);
});

test.each([
  ["by its name", { confirm: "person" }],
  ["by a computed name", { ["con" + "firm"]: "repo" }],
  ["by a spread", { ...{ confirm: "person-or-repeat" } }],
])(
  "a tool that lists a call which is confirmed %s sends none of its calls",
  async (_case, confirmation) => {
    let count = 0;
    const read = toolOf({ name: "readRepo", request: "GET /repos" });
    const drop = toolOf({
      name: "dropRepo",
      request: "DELETE /repos",
      ...confirmation,
    });
    const outer = defineTool({
      name: "moveRepo",
      calls: [read, drop],
      async handler(_args, { call: send }) {
        await send(read, {});
        await send(drop, {});
        return "done";
      },
    });
    const transport = () => {
      count += 1;
      return Promise.reject(new Error("unreachable"));
    };
    const service = serviceOf([read, drop, outer], {
      client: { baseUrl: "http://127.0.0.1:1", transport },
      features: [confirm()],
    });
    const result = await ask(service, "tools/call", call("moveRepo", {}));
    expect(JSON.stringify(result)).toContain("moveRepo can't ask");
    expect(count).toBe(0);
  },
);
