import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog, createMcpServer } from "../../../runtime/index.js";
import type { Catalog } from "../../../runtime/index.js";
import { echo, ofKind, petCatalog, serveHttp } from "../fixture.js";

const silent = createLog({ level: "silent" });
let api: Awaited<ReturnType<typeof serveHttp>>;
const seen: string[] = [];

beforeAll(async () => {
  api = await serveHttp((request, response) => {
    request.socket.once("close", () => seen.push(`closed ${request.url}`));
    echo(request, response);
  });
});
afterAll(() => api.close());

async function connect(catalog: Catalog = petCatalog(api.url)) {
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await createMcpServer(catalog, { log: silent }).connect(theirs);
  await client.connect(ours);
  return client;
}

describe("what is there", () => {
  test("server and capabilities", async () => {
    const client = await connect(
      petCatalog(api.url, { title: "Pets", instructions: "Be kind." }),
    );
    expect(client.getServerVersion()).toEqual({
      name: "pets",
      title: "Pets",
      version: "1.0.0",
    });
    expect(client.getInstructions()).toBe("Be kind.");
    expect(client.getServerCapabilities()).toEqual({
      tools: {},
      resources: {},
      completions: {},
    });
  });

  test.each([
    ["tool", { tools: {} }],
    ["resource", { resources: {} }],
    ["template", { resources: {}, completions: {} }],
  ] as const)("of a %s alone", async (kind, want) => {
    const client = await connect(petCatalog(api.url, ofKind(kind)));
    expect(client.getServerCapabilities()).toEqual(want);
  });

  test("tools, sorted, with flat schemas", async () => {
    const { tools, nextCursor } = await (await connect()).listTools();
    expect(nextCursor).toBeUndefined();
    expect(tools.map(({ name }) => name)).toEqual([
      "addPet",
      "broken",
      "fail",
      "slow",
      "steps",
    ]);
    expect(tools[0]).toEqual({
      name: "addPet",
      title: "Add a pet",
      description: "Adds a pet.",
      annotations: { readOnlyHint: false },
      inputSchema: {
        type: "object",
        properties: {
          dry_run: { type: "boolean" },
          name: { type: "string" },
          friend: {
            type: "object",
            properties: {
              name: { type: "string" },
              friend: {
                type: "object",
                description: "A nested NewPet, shaped like the one around it.",
              },
            },
            required: ["name"],
          },
        },
        required: ["name"],
      },
    });
  });

  test("with references, where wished", async () => {
    const client = await connect(petCatalog(api.url, { schemas: "refs" }));
    const { tools } = await client.listTools();
    expect(Object.keys(tools[0]?.inputSchema["$defs"] ?? {})).toEqual([
      "NewPet",
    ]);
  });

  test("resources and templates", async () => {
    const client = await connect();
    const { resources } = await client.listResources();
    expect(resources).toEqual([
      {
        uri: "resource://pets",
        name: "allPets",
        mimeType: "application/json",
      },
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toEqual([
      { uriTemplate: "pets://mine{?kind}", name: "myPet" },
      {
        uriTemplate: "pets://{petId}{?kind,tags}",
        name: "onePet",
        mimeType: "application/json",
      },
    ]);
  });
});

describe("tools", () => {
  test("send their request and give the answer", async () => {
    const client = await connect();
    const result = await client.callTool({
      name: "addPet",
      arguments: { name: "Rex", dry_run: "true" },
    });
    const echoed = {
      method: "POST",
      url: "/pets?dry_run=true",
      body: '{"name":"Rex"}',
    };
    expect(result).toEqual({
      content: [{ type: "text", text: JSON.stringify(echoed) }],
      structuredContent: echoed,
    });
  });

  test("refuse wrong arguments before any request", async () => {
    const client = await connect();
    expect(
      await client.callTool({ name: "addPet", arguments: { dry_run: 1 } }),
    ).toEqual({
      isError: true,
      content: [
        {
          type: "text",
          text: "Wrong arguments for addPet; nothing was sent.\n- /dry_run: must be boolean, not number\n- /name: is required",
        },
      ],
    });
  });

  test("tell errors of the API as results", async () => {
    const client = await connect();
    const result = await client.callTool({ name: "fail" });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain("GET /fail");
    expect(JSON.stringify(result.content)).toContain("503");
  });

  test("keep what went wrong inside to themselves", async () => {
    const result = await (await connect()).callTool({ name: "broken" });
    expect(result).toEqual({
      isError: true,
      content: [
        {
          type: "text",
          text: "The call failed inside this server. Its log says why.",
        },
      ],
    });
  });

  test.each(["none", "constructor", "__proto__"])(
    "an unknown one (%s) is a protocol error",
    async (name) => {
      const client = await connect();
      await expect(client.callTool({ name })).rejects.toMatchObject({
        code: -32602,
        message: `MCP error -32602: Unknown tool: ${name}`,
      });
    },
  );

  test("tell progress to a client that asked, one step after the other", async () => {
    const steps: unknown[] = [];
    const client = await connect();
    await client.callTool({ name: "steps" }, undefined, {
      onprogress: (progress) => steps.push(progress),
    });
    expect(steps).toEqual([
      { progress: 1, message: "one" },
      { progress: 2, message: "two" },
      { progress: 3, message: "three" },
    ]);
  });

  test("stop the request when the client cancels", async () => {
    const client = await connect();
    const cancel = new AbortController();
    const call = client.callTool({ name: "slow" }, undefined, {
      signal: cancel.signal,
      onprogress: () => setTimeout(() => cancel.abort(), 50),
    });
    await expect(call).rejects.toThrow();
    await expect.poll(() => seen).toContain("closed /slow");
  });
});

describe("resources", () => {
  const reads: [uri: string, sent: string][] = [
    ["resource://pets", "/pets"],
    ["RESOURCE://pets", "/pets"],
    ["resource://pets?limit=1", "/pets?limit=1"],
    ["resource://pets?tags=a,b&limit=", "/pets?tags=a&tags=b"],
    ["pets://7", "/pets/7"],
    ["pets://7?tags=a,b&kind=cat", "/pets/7?kind=cat&tags=a&tags=b"],
    ["pets://7?kind=", "/pets/7"],
    ["pets://mine", "/pets"],
  ];

  test.each(reads)("%s is read at %s", async (uri, url) => {
    const { contents } = await (await connect()).readResource({ uri });
    expect(contents).toEqual([
      {
        uri,
        mimeType: "application/json",
        text: JSON.stringify({ method: "GET", url, body: "" }),
      },
    ]);
  });

  const refused: [uri: string, code: number, message: string][] = [
    ["pets://7/8", -32002, "No resource has this URI: pets://7/8"],
    ["nonsense", -32002, "No resource has this URI: nonsense"],
    ["resource://pets/?limit=1", -32002, "No resource has this URI"],
    ["resource://pets?limit=few", -32602, "- /limit: must be integer"],
    ["resource://pets?color=red", -32602, "- /color: is unknown"],
    ["pets://seven", -32602, "- /petId: must be integer, not string"],
    [
      "pets://7?kind=bee",
      -32602,
      '- /kind: must be one of "cat", "cow", "dog"',
    ],
    ["pets://7?color=red", -32602, "- /color: is unknown"],
  ];

  test.each(refused)("%s is refused", async (uri, code, message) => {
    const client = await connect();
    const read = client.readResource({ uri });
    await expect(read).rejects.toMatchObject({ code, data: { uri } });
    await expect(read).rejects.toThrow(message);
  });

  test("an error of the API is a protocol error", async () => {
    const sources = petCatalog(api.url).options.sources;
    const failing = sources.map((source) => ({
      ...source,
      client: { ...petClient(), baseUrl: `${api.url}/fail` },
    }));
    const client = await connect(petCatalog(api.url, { sources: failing }));
    await expect(
      client.readResource({ uri: "resource://pets" }),
    ).rejects.toMatchObject({ code: -32603, data: { uri: "resource://pets" } });
  });

  function petClient() {
    const client = petCatalog(api.url).options.sources[0]?.client;
    if (typeof client !== "function") throw new Error("no client");
    return client();
  }
});

test("completes values that a schema lists", async () => {
  const client = await connect();
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
  expect((await values("constructor", "")).values).toEqual([]);
});

test("two components of one name are refused", () => {
  const [source] = petCatalog(api.url).options.sources;
  if (!source) throw new Error("no source");
  expect(() =>
    petCatalog(api.url, { sources: [source, { ...source, templates: [] }] }),
  ).toThrow(
    'The tool addPet (POST /pets) and the tool addPet (POST /pets) would both answer to "addPet". Rename one of them, or take one off its list.',
  );
});
