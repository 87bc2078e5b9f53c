import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shortenResponses } from "../../runtime/features/responses/shorten-responses/shorten-responses.js";
import { completions } from "../../runtime/features/components/completions.js";
import { elicitConsent } from "../../runtime/features/consent/elicit.js";
import { credentials } from "../../runtime/features/credentials/credentials.js";
import { flatBodies } from "../../runtime/features/bodies/flat-bodies.js";
import { structuredOutput } from "../../runtime/features/responses/output-schemas.js";
import { resources } from "../../runtime/features/components/resources.js";
import { search } from "../../runtime/features/listing/search/search.js";
import {
  createHttpClient,
  defineTool,
  defineServer,
} from "../../runtime/index.js";
import type {
  Argument,
  Feature,
  McpService,
  ServerContext,
  Transport,
} from "../../runtime/index.js";
import {
  addPet,
  allPets,
  echo,
  onePet,
  petService,
  serveHttp,
  steps,
} from "./fixture.js";
import * as serving from "./serving.js";
import { NO_SCHEMAS, toolOf } from "./upstream.js";
import { bearer } from "./alone.js";
import { openService, start, close } from "./serving.js";

let api: Awaited<ReturnType<typeof serveHttp>>;
const seen: string[] = [];

beforeAll(async () => {
  api = await serveHttp((request, response) => {
    request.socket.once("close", () => seen.push(`closed ${request.url}`));
    echo(request, response);
  });
});
afterAll(() => api.close());

const { ask, serviceOf, silent } = serving;

async function connect(service: McpService = petService(api.url)) {
  return (await serving.connect(service)).client;
}

describe("the listing", () => {
  test("has server information and capabilities", async () => {
    const client = await connect(
      petService(api.url, { title: "Pets", instructions: "Be kind." }),
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
    ["tools", [steps], [], { tools: {} }],
    ["resources", [allPets], [resources()], { resources: {} }],
    [
      "templates",
      [onePet],
      [completions(), resources()],
      { resources: {}, completions: {} },
    ],
    ["nothing", [], [], {}],
  ])(
    "has the capabilities of %s alone",
    async (_name, components, features, want) => {
      const client = await connect(serviceOf(components, { features }));
      expect(client.getServerCapabilities()).toEqual(want);
    },
  );

  test("has tools, sorted, with flat schemas and all four annotations", async () => {
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
      description: 'Adds a pet.\n\nExample arguments: {"name":"Rex"}',
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: true,
      },
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
                required: ["name"],
                description: "A nested NewPet, shaped like the one around it.",
              },
            },
            required: ["name"],
          },
        },
        required: ["name"],
        additionalProperties: false,
      },
    });
  });

  test("needs no client", () => {
    const traced: Record<string, Argument> = {
      id: { in: "path", type: "string" },
      trace: { in: "header", type: "string" },
    };
    const client = () => {
      throw new Error("made");
    };
    const sources = ["person-or-repeat", "person", "id", undefined].map(
      (confirm, index) => ({
        components: [
          toolOf({
            ...(confirm && { confirm }),
            name: `drop${index}`,
            request: "DELETE /pets/{id}",
            arguments: traced,
          }),
          {
            ...onePet,
            name: `pet${index}`,
            uriTemplate: `pets${index}://{id}{?trace}`,
            arguments: traced,
          },
        ],
        schemas: NO_SCHEMAS,
        client,
      }),
    );
    const features = [
      search({ alwaysListed: ["drop0"] }),
      ...[
        flatBodies(),
        shortenResponses(),
        structuredOutput(),
        elicitConsent(),
        completions(),
        resources(),
      ],
    ];
    defineServer({ name: "test", version: "1", sources, features });
  });

  test("is made once and stays the same", async () => {
    let made = 0;
    const service = serviceOf([addPet, steps], {
      listing: (schema) => ({ ...schema, made: ++made }),
    });
    expect(await ask(service, "tools/list")).toEqual(
      await ask(service, "tools/list"),
    );
    expect(made).toBe(2);
  });

  test("has deprecated tools last", async () => {
    const old = toolOf({
      name: "a",
      description: "Does.\n\nDeprecated: use b.",
    });
    const { tools } = await (
      await connect(serviceOf([old, toolOf({ name: "b" })]))
    ).listTools();
    expect(tools.map(({ name }) => name)).toEqual(["b", "a"]);
  });

  test.each([
    [{}, "tool"],
    [{ title: "Title" }, "Title"],
    [{ title: "Title", description: "Does." }, "Does."],
    [
      { description: "Does.", example: { a: 1 }, exampleAnswer: [2] },
      'Does.\n\nExample arguments: {"a":1}',
    ],
  ])("describes %j as %j", async (more, want) => {
    const { tools } = await (
      await connect(serviceOf([toolOf(more)]))
    ).listTools();
    expect(tools[0]?.description).toBe(want);
  });

  test("has examples in the input schema", async () => {
    const examples = [{ a: 1 }];
    const tool = toolOf({ description: "Does.", examples });
    const { tools } = await (await connect(serviceOf([tool]))).listTools();
    expect(tools[0]).toMatchObject({
      description: "Does.",
      inputSchema: { type: "object", examples },
    });
  });

  test.each([
    [{}, [false, true, false, true]],
    [{ readOnlyHint: true }, [true, false, true, true]],
    [{ idempotentHint: true }, [false, true, true, true]],
    [{ readOnlyHint: true, openWorldHint: false }, [true, false, true, false]],
  ])("completes the annotations %j to %j", async (annotations, want) => {
    const service = serviceOf([toolOf({ annotations })]);
    const { tools } = await (await connect(service)).listTools();
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } =
      tools[0]?.annotations ?? {};
    expect([
      readOnlyHint,
      destructiveHint,
      idempotentHint,
      openWorldHint,
    ]).toEqual(want);
  });

  test("leaves out headers that the owner sets", async () => {
    const tool = toolOf({
      arguments: {
        user: { in: "header", name: "X-User", type: "string", required: true },
        lang: { in: "header", type: "string" },
      },
    });
    const client = { baseUrl: api.url, headers: { "X-User": "agent" } };
    const caller = await connect(serviceOf([tool], { client }));
    const { tools } = await caller.listTools();
    expect(tools[0]?.inputSchema).toEqual({
      type: "object",
      properties: { lang: { type: "string" } },
      additionalProperties: false,
    });
    const played = { name: "tool", arguments: { user: "admin" } };
    expect(JSON.stringify(await caller.callTool(played))).toContain(
      "- /user: is unknown",
    );
  });
});

describe("tools", () => {
  test("are listed on one page, and any cursor is refused", async () => {
    const client = await connect();
    for (const cursor of ["nope", 5 as never])
      for (const method of [
        "listTools",
        "listResources",
        "listResourceTemplates",
      ] as const)
        await expect(client[method]({ cursor })).rejects.toMatchObject({
          code: -32602,
          message: "MCP error -32602: Invalid params",
        });
    expect(await client.listTools({ cursor: "" })).toHaveProperty("tools");
  });

  test("send their request and return the response", async () => {
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

  test("return errors of the API as results", async () => {
    const client = await connect();
    const result = await client.callTool({ name: "fail" });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain("GET /fail");
    expect(JSON.stringify(result.content)).toContain("503");
  });

  test("keep internal errors to themselves", async () => {
    const result = await (await connect()).callTool({ name: "broken" });
    expect(result).toEqual({
      isError: true,
      content: [
        {
          type: "text",
          text: "The call failed because of an error in this server. Its log has the details.",
        },
      ],
    });
  });

  test.each(["none", "constructor", "__proto__", "x".repeat(4_000)])(
    "that are unknown (%.20s) are a protocol error",
    async (name) => {
      const client = await connect();
      await expect(client.callTool({ name })).rejects.toMatchObject({
        code: -32602,
        message: `MCP error -32602: Unknown tool: ${name.slice(0, 200)}`,
      });
    },
  );

  test("report progress in order to a client that asks for it", async () => {
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

  test("report no progress after they have ended", async () => {
    const told: string[] = [];
    const late = toolOf({
      handler: (_args, { progress }) => {
        setTimeout(() => progress("late"), 5);
        progress("in time");
      },
    });
    const progress = (message: string) => void told.push(message);
    await ask(serviceOf([late]), "tools/call", { name: "tool" }, { progress });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told).toEqual(["in time"]);
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

  test("call other operations of their server as their handlers are", async () => {
    const other = toolOf({
      name: "other",
      request: "POST /other",
      body: { properties: { a: {} } },
    });
    const unlisted = toolOf({ name: "unlisted", request: "GET /unlisted" });
    const one = toolOf({
      name: "one",
      async handler(_args, { call }) {
        const first = await call<{
          arguments: { a: number };
          response: object;
        }>(other, { a: 1 });
        const second = await call(unlisted, {});
        return [first.data, second.data];
      },
    });
    const client = { baseUrl: api.url };
    const result = await ask(
      serviceOf([one, other], { client }),
      "tools/call",
      {
        name: "one",
      },
    );
    const both = [
      { method: "POST", url: "/other", body: '{"a":1}' },
      { method: "GET", url: "/unlisted", body: "" },
    ];
    expect(result).toEqual({
      content: [{ type: "text", text: JSON.stringify(both) }],
    });
  });
});

describe("a server of several APIs", () => {
  const source = (name: string, token: string) => ({
    components: [
      toolOf({ name, handler: () => "token-of-one and token-of-two" }),
    ],
    schemas: NO_SCHEMAS,
    client: (context: ServerContext) =>
      createHttpClient(context, {
        baseUrl: "http://127.0.0.1:9",
        transport: () => Promise.reject(new Error("not sent")),
        credentials: credentials({
          key: bearer({ variable: "KEY", env: { KEY: token } }),
        }),
      }),
  });
  const offer = { name: "two", version: "1" };

  test("lists the components of all", async () => {
    const sources = [source("b", "token-of-one"), source("a", "token-of-two")];
    const service = openService({ ...offer, sources });
    const { tools } = await (await connect(service)).listTools();
    expect(tools.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(service.context.redact("token-of-one token-of-two")).toBe(
      "[redacted] [redacted]",
    );
  });

  test("refuses two tools of one name", () => {
    const sources = [source("a", "1"), source("a", "2")];
    expect(() => openService({ ...offer, sources })).toThrow(
      'GET / and GET / both have the name "a". Rename one of them, or remove one from its list.',
    );
  });
});

describe("features", () => {
  const wrapList = (name: string): Feature => ({
    name,
    methods: ({ handlers }) => ({
      "tools/list": async (params, caller) => ({
        [name]: await handlers["tools/list"]?.(params, caller),
      }),
    }),
  });

  test("wrap the handlers of the features below them", async () => {
    const service = serviceOf([steps], {
      features: [wrapList("first"), wrapList("second")],
    });
    expect(await ask(service, "tools/list")).toMatchObject({
      first: { second: { tools: [{ name: "steps" }] } },
    });
  });
});

test("transports start before and close after a server, and one that fails does not stop the others", async () => {
  const steps: string[] = [];
  const transport = (name: string, close: () => Promise<void>): Transport =>
    Object.assign(() => Promise.reject(new Error("not sent")), {
      start: async () => void steps.push(`${name} starts`),
      close: () => (steps.push(`${name} ends`), close()),
    });
  const sources = [
    transport("a", () => Promise.reject(new Error("can't"))),
    transport("b", () => Promise.resolve()),
  ].map((transport) => ({
    components: [],
    schemas: NO_SCHEMAS,
    client: (context: ServerContext) =>
      createHttpClient(context, { baseUrl: "", transport }),
  }));
  const service = openService({ name: "two", version: "1", sources });
  expect(steps).toEqual([]);
  await start(service, silent);
  await close(service);
  expect(steps).toEqual(["a starts", "b starts", "b ends", "a ends"]);
});

test("a response is stripped of fields that the document does not know", async () => {
  const tool = defineTool({
    name: "tool",
    request: "GET /x",
    handler: (args, { send }) => send(args),
  });
  const service = serviceOf([tool], {
    client: { baseUrl: api.url },
    source: {
      strip: (answer, { component }) => ({
        ...answer,
        data: component.request,
      }),
    },
  });
  const result = await ask(service, "tools/call", { name: "tool" });
  expect(result).toEqual({ content: [{ type: "text", text: '"GET /x"' }] });
});
