import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, onTestFinished, test } from "vitest";
import { startUpstream } from "../../runtime/upstream.js";
import { linkPackages, root, typeErrors } from "./packages.js";
import { project, type Project } from "./project.js";
import { shop } from "./shop.js";

const config = {
  overrides: {
    listPets: {
      name: "browse",
      title: "Browse",
      description: "Look at the dogs.",
      hide: ["limit"],
      fixed: { species: "dog" },
    },
    "PUT /pets/{petId}": { fixed: { name: "Rex" } },
    deletePet: { exclude: true },
  },
};

test("a project with edits type-checks, regenerates and serves calls", async () => {
  const api = await startUpstream((request, response) => {
    const { method, url } = request;
    response
      .setHeader("content-type", "application/json")
      .end(
        url?.startsWith("/pets?")
          ? JSON.stringify([{ id: 1, name: "Rex" }])
          : JSON.stringify({ id: 1, name: `${method} ${url}` }),
      );
  });
  const made = project();
  await made.generate(shop(), { config });
  editByHand(made);
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);

  const newer = shop(
    ["        age: { type: integer }\n", "        color: { type: string }\n"],
    ["summary: Place an order", "summary: Order a pet"],
  );
  expect(
    (await made.generate(newer, { config })).filter(
      (outcome) => !outcome.startsWith("updated"),
    ),
  ).toEqual([
    "kept src/tools/create-pet.ts",
    "kept src/tools/get-pet.ts",
    "merged src/tools/place-order.ts",
    "merged src/tools/replace-pet.ts",
  ]);
  // The edit that uses `age` is pointed out by the compiler, and nothing else is.
  expect(await typeErrors(made)).toEqual([
    expect.stringMatching(
      /^src\/tools\/create-pet\.ts\(\d+,\d+\): error TS2339: Property 'age' does not exist/,
    ),
  ]);
  made.edit("src/tools/create-pet.ts", ["args.age", "args.color?.length"]);
  expect(await typeErrors(made)).toEqual([]);

  const client = await connect(made, api.baseUrl);
  const call = async (name: string, args: object) => {
    const { content, isError } = await client.callTool({
      name,
      arguments: { ...args },
    });
    return { content, isError };
  };
  const text = (value: string) => [{ type: "text", text: value }];
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    "browse",
    "createPet",
    "getPet",
    "placeOrder",
    "replacePet",
  ]);
  const browse = tools.find(({ name }) => name === "browse");
  expect(browse).toMatchObject({
    title: "Browse",
    description: "Look at the dogs.",
    inputSchema: { type: "object" },
  });
  const asked = Object.keys(browse?.inputSchema.properties ?? {});
  expect(asked).toEqual([]);
  await call("browse", {});
  expect(api.received.at(-1)?.url).toBe("/pets?species=dog");
  await call("replacePet", { petId: 1 });
  expect(api.received.at(-1)).toMatchObject({
    method: "PUT",
    url: "/pets/1",
    body: `{"color":"brown","name":"Rex"}`,
  });

  expect((await call("getPet", { petId: 1 })).content).toEqual(
    text("GET /pets/1 is here."),
  );
  expect(
    (await call("createPet", { name: "Tim", color: "red" })).content,
  ).toEqual([
    { type: "text", text: "Created." },
    { type: "image", data: "R0lGODlhAQABAAAAACw=", mimeType: "image/gif" },
  ]);
  expect(await call("createPet", { name: "Tim", color: "" })).toEqual({
    content: text("A pet needs a colour: say which one."),
    isError: true,
  });
  await call("placeOrder", { petId: 1 });
  expect(api.received.slice(-2).map(({ url }) => url)).toEqual([
    "/pets/1",
    "/orders",
  ]);
});

/** Edits of many kinds: plain values, complete MCP results, errors for the model, other operations, other code. */
function editByHand(made: Project) {
  const whole = "return send(args);";
  made.edit("src/tools/get-pet.ts", [
    whole,
    "const { data } = await send(args);\n    return `${data.name} is here.`;",
  ]);
  made.edit(
    "src/tools/create-pet.ts",
    [
      `import { defineTool } from "../runtime/index.js";`,
      `import { dot } from "../custom/dot.js";\nimport { CallError, defineTool } from "../runtime/index.js";`,
    ],
    [
      whole,
      `if (args.age === 0)
      throw new CallError("A pet needs a colour: say which one.");
    await send(args);
    return {
      content: [
        { type: "text", text: "Created." },
        { type: "image", data: dot, mimeType: "image/gif" },
      ],
    };`,
    ],
  );
  made.write(
    "src/custom/dot.ts",
    `export const dot = "R0lGODlhAQABAAAAACw=";\n`,
  );
  made.edit(
    "src/tools/place-order.ts",
    [
      `import { defineTool } from "../runtime/index.js";`,
      `import { defineTool } from "../runtime/index.js";\nimport getPet from "./get-pet.js";`,
    ],
    ["{ send }", "{ send, call }"],
    [
      whole,
      `await call<operations["getPet"]>(getPet, { petId: args.petId });\n    ${whole}`,
    ],
  );
  made.edit("src/tools/replace-pet.ts", [
    "send(args)",
    `send({ ...args, ...{ color: "brown" } })`,
  ]);
}

async function connect({ out }: Project, baseUrl: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ["--import", "tsx", join(out, "src", "main.ts")],
      cwd: root,
      env: {
        API_BASE_URL: baseUrl,
        API_KEY: "k",
        KEY: "k",
        LOG_LEVEL: "error",
      },
    }),
  );
  return client;
}
