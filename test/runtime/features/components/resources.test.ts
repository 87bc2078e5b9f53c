import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  defineResource,
  defineTemplate,
} from "../../../../runtime/features/components/define-resource.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import { streams } from "../../../../runtime/features/responses/streams.js";
import { defineTool } from "../../../../runtime/index.js";
import type { HandlerResult } from "../../../../runtime/index.js";
import { echo, petService, serveHttp } from "../../fixture.js";
import { ask, connect as connectTo, serviceOf } from "../../serving.js";
import { startUpstream } from "../../upstream.js";

let api: Awaited<ReturnType<typeof serveHttp>>;
beforeAll(async () => {
  api = await serveHttp(echo);
});
afterAll(() => api.close());

async function connect(service = petService(api.url)) {
  return (await connectTo(service)).client;
}

test("resources and templates are listed", async () => {
  const client = await connect();
  const { resources } = await client.listResources();
  expect(resources).toEqual([
    {
      uri: "resource://pets",
      name: "allPets",
      description: "allPets\n\nWith options: resource://pets{?limit,tags}",
      mimeType: "application/json",
    },
  ]);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates).toEqual([
    { uriTemplate: "pets://mine{?kind}", name: "myPet", description: "myPet" },
    {
      uriTemplate: "pets://{petId}{?kind,tags}",
      name: "onePet",
      title: "One pet",
      description: "One pet",
      mimeType: "application/json",
    },
  ]);
});

test("a URI of more than 8 KB is not matched", async () => {
  const client = await connect();
  const uri = `pets://${"x".repeat(8_192)}`;
  await expect(client.readResource({ uri })).rejects.toThrow(
    "A URI may have at most 8 KB.",
  );
});

describe("a template with one placeholder twice", () => {
  const device = defineTemplate({
    name: "device",
    uriTemplate: "tenants://{tenant}/{tenant}/device{?tenants}",
    request: "GET /tenants/{tenant}/{tenant}/device",
    arguments: { tenant: { in: "path", type: "string" } },
    handler: (args, { send }) => send(args),
  });
  const service = () =>
    serviceOf([device], {
      features: [resources()],
      client: { baseUrl: api.url },
    });

  test.each<[uri: string, sent: string]>([
    ["tenants://acme/acme/device", "/tenants/acme/acme/device"],
    ["tenants://a%20b/a%20b/device", "/tenants/a%20b/a%20b/device"],
  ])("is read at %s", async (uri, url) => {
    const { contents } = await (await connect(service())).readResource({ uri });
    expect(contents).toMatchObject([
      { uri, text: JSON.stringify({ method: "GET", url, body: "" }) },
    ]);
  });

  test("does not match a URI with two values", async () => {
    const uri = "tenants://acme/other/device";
    const read = (await connect(service())).readResource({ uri });
    await expect(read).rejects.toThrow(`Resource not found: ${uri}`);
  });
});

test("a read without a URI is refused", async () => {
  const read = ask(petService(api.url), "resources/read");
  await expect(read).rejects.toMatchObject({
    code: -32602,
    message: "The argument uri is missing.",
  });
});

test.each<[uri: string, sent: string]>([
  ["resource://pets", "/pets"],
  ["RESOURCE://pets", "/pets"],
  ["resource://pets?limit=1", "/pets?limit=1"],
  ["resource://pets?tags=a,b&limit=", "/pets?tags=a&tags=b"],
  ["pets://7", "/pets/7"],
  ["pets://7?tags=a,b&kind=cat", "/pets/7?kind=cat&tags=a&tags=b"],
  ["pets://7?kind=", "/pets/7"],
  ["pets://mine", "/pets"],
])("the resource %s is read at %s", async (uri, url) => {
  const { contents } = await (await connect()).readResource({ uri });
  expect(contents).toEqual([
    {
      uri,
      mimeType: "application/json",
      text: JSON.stringify({ method: "GET", url, body: "" }),
    },
  ]);
});

test.each<[uri: string, code: number, message: string]>([
  ["pets://7/8", -32002, "Resource not found: pets://7/8"],
  ["nonsense", -32002, "Resource not found: nonsense"],
  ["resource://pets/?limit=1", -32002, "Resource not found"],
  ["resource://pets?limit=few", -32602, "- /limit: must be integer"],
  ["resource://pets?color=red", -32602, "- /color: is unknown"],
  ["pets://seven", -32602, "- /petId: must be integer, not string"],
  ["pets://7?kind=bee", -32602, '- /kind: must be one of "cat", "cow", "dog"'],
  ["pets://7?color=red", -32602, "- /color: is unknown"],
])("the resource %s is refused", async (uri, code, message) => {
  const read = (await connect()).readResource({ uri });
  await expect(read).rejects.toMatchObject({ code, data: { uri } });
  await expect(read).rejects.toThrow(message);
});

test.each([
  [404, -32002],
  [500, -32603],
])("a response of %i is a protocol error", async (status, code) => {
  const { baseUrl } = await startUpstream((_request, response) => {
    response.writeHead(status).end("no");
  });
  const read = (await connect(petService(baseUrl))).readResource({
    uri: "resource://pets",
  });
  await expect(read).rejects.toMatchObject({
    code,
    data: { uri: "resource://pets" },
  });
  await expect(read).rejects.toThrow(`GET /pets → ${status}`);
});

test("an internal error stays in the server", async () => {
  const broken = defineResource({
    name: "broken",
    uri: "r://a",
    request: "GET /",
    handler() {
      throw new Error("/home/me/private.ts");
    },
  });
  const service = serviceOf([broken], { features: [resources()] });
  await expect(
    ask(service, "resources/read", { uri: "r://a" }),
  ).rejects.toMatchObject({
    code: -32603,
    message:
      "The call failed because of an error in this server. Its log has the details.",
  });
});

/** Contents of `r://a`. */
async function read(
  handler: () => HandlerResult,
  baseUrl = api.url,
): Promise<object> {
  const service = serviceOf(
    [
      defineResource({
        name: "a",
        uri: "r://a",
        mimeType: "text/other",
        request: "GET /",
        handler: (args, { send }) => handler() ?? send(args),
      }),
    ],
    { features: [resources()], client: { baseUrl, stream: streams() } },
  );
  return ask(service, "resources/read", { uri: "r://a" });
}

describe("contents", () => {
  const uri = "r://a";
  const bytes = Buffer.from([0x89, 0x50, 0x00, 0xff]);
  const blob = bytes.toString("base64");

  test.each<[string, string | Uint8Array, object]>([
    ["application/json", "[1]", { mimeType: "application/json", text: "[1]" }],
    [
      "application/geo+json",
      "{}",
      { mimeType: "application/geo+json", text: "{}" },
    ],
    ["text/csv; charset=utf-8", "a", { mimeType: "text/csv", text: "a" }],
    ["image/png", bytes, { mimeType: "image/png", blob }],
    ["application/zip", bytes, { mimeType: "application/zip", blob }],
    [
      "application/x-ndjson",
      "1\n2\n",
      { mimeType: "application/x-ndjson", text: "1\n2" },
    ],
  ])("of %s", async (type, body, want) => {
    const { baseUrl } = await startUpstream((_request, response) => {
      response.setHeader("content-type", type).end(body);
    });
    expect(await read(() => undefined, baseUrl)).toEqual({
      contents: [{ uri, ...want }],
    });
  });

  test("of an empty response are none", async () => {
    const { baseUrl } = await startUpstream((_request, response) => {
      response.writeHead(204).end();
    });
    expect(await read(() => undefined, baseUrl)).toEqual({ contents: [] });
  });

  test("of text that arrived in pieces are as it was sent", async () => {
    const answer = { status: 200, headers: {}, contentType: "text/plain" };
    const pieces = ["a\nb", "c"];
    expect(await read(() => ({ ...answer, data: "a\nbc", pieces }))).toEqual({
      contents: [{ uri, mimeType: "text/plain", text: "a\nbc" }],
    });
  });

  test("are followed by the note of the response", async () => {
    const answer = { status: 200, headers: {}, contentType: "text/plain" };
    expect(await read(() => ({ ...answer, data: "a", note: "cut" }))).toEqual({
      contents: [
        { uri, mimeType: "text/plain", text: "a" },
        { uri, text: "cut" },
      ],
    });
  });

  test("of a handler's results", async () => {
    expect(await read(() => "<a/>")).toEqual({
      contents: [{ uri, mimeType: "text/other", text: "<a/>" }],
    });
    expect(await read(() => ({ a: 1 }))).toEqual({
      contents: [{ uri, mimeType: "application/json", text: '{"a":1}' }],
    });
    expect(
      await read(() => ({
        content: [
          { type: "text", text: "t" },
          { type: "image", data: "AA==", mimeType: "image/png" },
          { type: "resource", resource: { uri: "x:y", text: "z" } },
          { type: "resource_link", uri: "x:y", name: "y" },
        ],
      })),
    ).toEqual({
      contents: [
        { uri, text: "t" },
        { uri, mimeType: "image/png", blob: "AA==" },
        { uri: "x:y", text: "z" },
        { uri, mimeType: "text/uri-list", text: "x:y" },
      ],
    });
  });

  test("that are too large for one message are reported", async () => {
    await expect(read(() => "\0".repeat(2_000_000))).rejects.toThrow(
      "The response is too large for one message (11.4 MB).",
    );
  });
});

describe("two resources with one URI are refused", () => {
  const handler = () => null;
  const one = { name: "one", request: "GET /one", handler };
  const two = { name: "two", request: "GET /two", handler };

  test.each([
    [
      [
        defineResource({ ...one, uri: "a://b" }),
        defineResource({ ...two, uri: "A://b" }),
      ],
      "a://b",
    ],
    [
      [
        defineTemplate({ ...one, uriTemplate: "a://{x}" }),
        defineTemplate({ ...two, uriTemplate: "a://{y}{?z}" }),
      ],
      "a://{}",
    ],
  ])("%#", (components, key) => {
    expect(() => serviceOf(components, { features: [resources()] })).toThrow(
      `GET /one and GET /two both have the URI "${key.replace("{}", "")}`,
    );
  });
});

test("a resource that refers to a tool has only its own fields", async () => {
  const tool = defineTool({
    name: "listPets",
    title: "List pets",
    request: "GET /pets",
    arguments: { limit: { in: "query", type: "integer" } },
    handler: (args, { send }) => send(args),
  });
  const fixed = defineResource({ of: tool, uri: "r://pets" });
  const template = defineTemplate({
    of: tool,
    name: "some",
    uriTemplate: "r://pets/{limit}",
  });
  expect(fixed).toEqual({ ...tool, kind: "resource", uri: "r://pets" });
  const client = await connect(
    petService(api.url, {}, [tool, fixed, template]),
  );
  const called = await client.callTool({
    name: "listPets",
    arguments: { limit: 1 },
  });
  expect(JSON.stringify(called)).toContain("/pets?limit=1");
  const { contents } = await client.readResource({ uri: "r://pets/2" });
  expect(JSON.stringify(contents)).toContain("/pets?limit=2");
});

test("a handler has the types of its operation", async () => {
  interface Operation {
    arguments: { petId: number };
    response: { name: string }[];
  }
  const template = defineTemplate<Operation>({
    name: "typed",
    uriTemplate: "typed://{petId}",
    request: "GET /pets/{petId}",
    arguments: { petId: { in: "path", type: "integer" } },
    async handler({ petId }, { send }) {
      const { data } = await send({ petId: petId + 1 });
      return data.map(({ name }) => name.toUpperCase());
    },
  });
  const { baseUrl } = await startUpstream(({ url }, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify([{ name: `of ${url}` }]));
  });
  const client = await connect(petService(baseUrl, {}, [template]));
  const { contents } = await client.readResource({ uri: "typed://7" });
  expect(contents).toMatchObject([{ text: '["OF /PETS/8"]' }]);
});
