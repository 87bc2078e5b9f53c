import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle, emit } from "./project.js";

/** Content with line ends, quotes and letters beyond ASCII, which no type may change. */
const CONTENT = 'a;b\r\n"é";{1}\n';
const BASE64 = Buffer.from(CONTENT).toString("base64");
const FILE = { type: "string", format: "binary" };

/** Bodies that are declared as a file, by the name of their tool. */
const DECLARED_FILES: Readonly<Record<string, readonly [string, object]>> = {
  csv: ["text/csv", FILE],
  csv_with_charset: ["text/csv; charset=utf-8", FILE],
  csv_by_media_type: [
    "text/csv",
    { type: "string", contentMediaType: "text/csv" },
  ],
  plain: ["text/plain", FILE],
  html: ["text/html", FILE],
  markdown: ["text/markdown", FILE],
  yaml: ["application/yaml", FILE],
  x_yaml: ["application/x-yaml", FILE],
  vendor_yaml: ["application/vnd.oai.openapi+yaml", FILE],
  xml: ["application/xml", FILE],
  text_xml: ["text/xml", FILE],
  vendor_xml: ["application/gpx+xml", FILE],
  ndjson: ["application/x-ndjson", FILE],
  json_lines: ["application/jsonl", FILE],
  json_file: ["application/json", FILE],
  vendor_json: ["application/geo+json", FILE],
  events: ["text/event-stream", FILE],
  svg: ["image/svg+xml", FILE],
};

/** Bodies that are text of any content. */
const TEXTS: Readonly<Record<string, readonly [string, object]>> = {
  note: ["text/plain", { type: "string" }],
  rows: ["text/csv", { type: "string" }],
  tree: ["application/xml", { type: "object", properties: { a: {} } }],
  lines: ["application/x-ndjson", { type: "string" }],
  token: ["application/jwt", { type: "string" }],
  drawing: ["image/svg+xml", { type: "string" }],
};

const ICON = {
  type: "object",
  properties: {
    name: { type: "string" },
    icon: { type: "string", format: "byte" },
    pages: {
      type: "array",
      items: { $ref: "#/components/schemas/Page" },
    },
  },
};

function toDocument() {
  const bodies: Readonly<Record<string, readonly [string, object]>> = {
    ...DECLARED_FILES,
    ...TEXTS,
    form: [
      "multipart/form-data",
      { type: "object", properties: { file: FILE, rows: FILE } },
    ],
    json: ["application/json", ICON],
    picture: ["image/png", FILE],
  };
  const paths = Object.entries(bodies).map(([name, [type, schema]]) => [
    `/${name}`,
    {
      post: {
        operationId: name,
        summary: "Send it",
        requestBody: {
          required: true,
          content: {
            ...(name === "picture" && { "image/jpeg": { schema } }),
            [type]: {
              schema,
              ...(name === "form" && {
                encoding: { rows: { contentType: "text/csv" } },
              }),
            },
          },
        },
        responses: { 204: { description: "Stored." } },
      },
    },
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Texts", version: "1" },
    servers: [{ url: "https://texts.example" }],
    components: {
      schemas: {
        Page: {
          type: "object",
          properties: {
            scan: {
              type: "string",
              contentEncoding: "base64",
              contentMediaType: "image/png",
            },
          },
        },
      },
    },
    paths: Object.fromEntries(paths) as object,
  };
}

interface Received {
  readonly type: string | undefined;
  readonly body: Buffer;
}

const received: Received[] = [];
const api = createServer((request, response) => {
  void buffer(request).then((body) => {
    received.push({ type: request.headers["content-type"], body });
    response.writeHead(204).end();
  });
});

let folder: string;
let client: Client;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "texts-")));
  await writeFile(join(folder, "table.csv"), CONTENT);
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const { port } = api.address() as AddressInfo; // it listens on TCP
  const project = await emit(
    { allRoutesAsTools: true, files: true },
    JSON.stringify(toDocument()),
  );
  client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [await bundle(project)],
      env: { API_BASE_URL: `http://127.0.0.1:${port}`, MCP_FILES: folder },
      stderr: "ignore",
    }),
  );
}, 120_000);
afterAll(async () => {
  await client.close();
  api.closeAllConnections();
  api.close();
  await rm(folder, { recursive: true, force: true });
});

/** Calls a tool. Returns what the API received, or what the tool answered instead. */
async function send(name: string, args: object) {
  const { length } = received;
  const result = await client.callTool({ name, arguments: { ...args } });
  return received[length] ?? JSON.stringify(result.content);
}

const FORMS: Readonly<Record<string, unknown>> = {
  "a plain string": CONTENT,
  "base64 in an object": { data: BASE64 },
  "base64 in an object, with a name": { data: BASE64, filename: "rows.csv" },
  "text in an object": { text: CONTENT },
  "the path of a file": "file:table.csv",
  "the path of a file in an object": { data: "file:table.csv" },
};

describe.each(Object.entries(DECLARED_FILES))(
  "a body declared as a file: %s",
  (name, [type]) => {
    test.each(Object.entries(FORMS))(
      "is the content given as %s",
      async (_form, body) => {
        expect(await send(name, { body })).toEqual({
          type,
          body: Buffer.from(CONTENT),
        });
      },
    );
  },
);

describe.each(Object.entries(TEXTS))("a body of text: %s", (name, [type]) => {
  test.each<[string, unknown, string]>([
    ["a text", CONTENT, CONTENT],
    ["a text that begins with file:", "file:table.csv", "file:table.csv"],
    ["a file's path in an object", { data: "file:table.csv" }, CONTENT],
    ["a text in an object", { text: CONTENT }, CONTENT],
  ])("is %s", async (_form, body, content) => {
    expect(await send(name, { body })).toEqual({
      type,
      body: Buffer.from(content),
    });
  });
});

test("a part of a form is the file, by the type that its encoding declares", async () => {
  const sent = await send("form", {
    file: "file:table.csv",
    rows: "file:table.csv",
  });
  const text = typeof sent === "string" ? sent : sent.body.toString();
  expect(text.split(CONTENT)).toHaveLength(3);
  const own = await send("form", { rows: CONTENT, file: { text: CONTENT } });
  const ownText = typeof own === "string" ? own : own.body.toString();
  expect(ownText.split(CONTENT)).toHaveLength(3);
});

test("a picture has its own type of those that are declared", async () => {
  for (const type of ["image/png", "image/jpeg"]) {
    const body = { data: BASE64, contentType: type };
    expect(await send("picture", { body })).toEqual({
      type,
      body: Buffer.from(CONTENT),
    });
  }
});

test("texts in base64 take the path of a file, at any depth", async () => {
  const sent = await send("json", {
    name: "file:table.csv",
    icon: "file:table.csv",
    pages: [{ scan: "AAE=" }, { scan: "file:table.csv" }],
  });
  const text = typeof sent === "string" ? sent : sent.body.toString();
  expect(JSON.parse(text)).toEqual({
    name: "file:table.csv",
    icon: BASE64,
    pages: [{ scan: "AAE=" }, { scan: BASE64 }],
  });
});

test("the list teaches each form that is read", async () => {
  const { tools } = await client.listTools();
  const schemaOf = (name: string) =>
    JSON.stringify(tools.find((tool) => tool.name === name)?.inputSchema);
  expect(schemaOf("csv")).toContain(
    "A file: `file:` and its path in the server's folder, such as `file:report.pdf`; or its text, or an object",
  );
  expect(schemaOf("note")).toContain("Text, or a file: an object with `data`");
  expect(schemaOf("json").match(/Base64, or `file:` and a path/g)).toHaveLength(
    2,
  );
});
