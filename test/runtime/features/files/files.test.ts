import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  appendFile,
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { fetchTransport } from "../../../../runtime/features/app/fetch.js";
import { serverTransport } from "../../../../runtime/features/app/server.js";
import { callerFiles } from "../../../../runtime/features/files/caller-files.js";
import type { CallerFilesOptions } from "../../../../runtime/features/files/caller-files.js";
import { toSafeName } from "../../../../runtime/features/files/file-name.js";
import { linkFiles } from "../../../../runtime/features/files/link-files.js";
import { openRoot } from "../../../../runtime/features/files/root.js";
import { globalFetch } from "../../../../runtime/features/transport/fetch.js";
import { defineResource } from "../../../../runtime/features/components/define-resource.js";
import { structuredOutput } from "../../../../runtime/features/responses/output-schemas.js";
import { createFile } from "../../../../runtime/features/files/create-file.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import { shortenResponses } from "../../../../runtime/features/responses/shorten-responses/shorten-responses.js";
import { binary } from "../../../../runtime/features/bodies/binary.js";
import { multipart } from "../../../../runtime/features/bodies/multipart.js";
import type {
  Args,
  Caller,
  Component,
  McpService,
  ToolResult,
} from "../../../../runtime/index.js";
import { ask, serviceOf } from "../../serving.js";
import type { Serving } from "../../serving.js";
import { toolOf, contextOf } from "../../upstream.js";
import { dryRun } from "../../../../runtime/features/transport/dry-run.js";

const PDF = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(3_000_000)]);

/** An API that keeps its requests, and responds as the test says. */
async function serveApi(
  answer: (request: IncomingMessage, response: ServerResponse) => void = (
    _request,
    response,
  ) => void response.setHeader("content-type", "application/json").end("{}"),
) {
  const received: { body: Buffer; headers: IncomingMessage["headers"] }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ body: Buffer.concat(chunks), headers: request.headers });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { received, baseUrl: `http://127.0.0.1:${port}` };
}

async function makeRoot(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "files-")));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, "open"));
  return join(root, "open");
}

const upload = toolOf({
  name: "upload",
  request: "POST /files",
  contentType: "multipart/form-data",
  body: { properties: { file: {}, note: { type: "string" } } },
  encoding: { file: { file: true } },
});
const put = toolOf({
  name: "put",
  request: "PUT /file",
  contentType: "application/octet-stream",
  arguments: { body: { in: "body" } },
});
const download = toolOf({ name: "download", request: "GET /file" });
const resource = defineResource({
  name: "file",
  uri: "resource://file",
  request: "GET /file",
  handler: (args, { send }) => send(args),
});

function serve(
  baseUrl: string,
  folder: string | undefined,
  options: Partial<CallerFilesOptions> = {},
  {
    client,
    components = [upload, put, download],
    ...serving
  }: Serving & { readonly components?: readonly Component[] } = {},
): McpService {
  const forCaller = callerFiles({
    env: folder === undefined ? {} : { MCP_FILES: folder },
    bodies: (files) => [binary(files), multipart(files)],
    ...options,
  });
  return serviceOf(components, {
    features: [linkFiles()],
    client: { baseUrl, forCaller, ...client },
    ...serving,
  });
}

const call = async (
  service: McpService,
  name: string,
  args: Args = {},
  caller: Partial<Caller> = {},
) =>
  (await ask(
    service,
    "tools/call",
    { name, arguments: args },
    caller,
  )) as ToolResult; // as the handler makes it

const textOf = ({ content }: ToolResult) =>
  content.map((block) => ("text" in block ? block.text : "")).join("\n");

/** The link of a result, as clients read it. */
const linkOf = ({ content }: ToolResult): Link =>
  content.find((block) => block.type === "resource_link") as object as Link;

interface Link {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly _meta: { readonly sha256: string };
}

const sha256 = (bytes: Uint8Array) =>
  createHash("sha256").update(bytes).digest("hex");

const REFUSED = /: is not a file that can be read in the folder/;

describe("uploads", () => {
  test.each([
    ["relative", "file:sub/the report.pdf"],
    ["relative, in percent", "file:sub/the%20report.pdf"],
    ["absolute", ""],
  ])("send a file byte for byte: %s", async (_form, reference) => {
    const folder = await makeRoot();
    await mkdir(join(folder, "sub"));
    const path = join(folder, "sub", "the report.pdf");
    await writeFile(path, PDF);
    const api = await serveApi();
    const file = reference || pathToFileURL(path).href;
    const service = serve(api.baseUrl, folder);
    expect(await call(service, "put", { body: file })).not.toHaveProperty(
      "isError",
    );
    await call(service, "upload", { note: "hi", file });
    const [single, form] = api.received;
    expect(single?.body.equals(PDF)).toBe(true);
    expect(single?.headers["content-length"]).toBe(`${PDF.length}`);
    expect(single?.headers["content-type"]).toBe("application/octet-stream");
    const start = form?.body.indexOf("%PDF") ?? 0;
    expect(form?.body.subarray(start, start + PDF.length).equals(PDF)).toBe(
      true,
    );
    expect(form?.headers["content-length"]).toBe(`${form?.body.length}`);
    const heads = form?.body.subarray(0, start).toString() ?? "";
    expect(heads).toContain('filename="the report.pdf"');
    expect(heads).toContain("content-type: application/pdf");
  });

  test("are sent by fetch, and again after a redirect", async () => {
    const folder = await makeRoot();
    await writeFile(join(folder, "a#b?.txt"), "content");
    const api = await serveApi((request, response) => {
      if (request.url === "/again") response.end();
      else response.writeHead(307, { location: "/again" }).end();
    });
    for (const transport of [undefined, globalFetch()]) {
      const client = transport ? { transport } : {};
      const service = serve(api.baseUrl, folder, {}, { client });
      const result = await call(service, "put", { body: "file:a#b?.txt" });
      expect(textOf(result)).toContain("200 OK");
    }
    const bodies = api.received.map(({ body }) => body.toString());
    expect(bodies).toEqual(["content", "content", "content", "content"]);
  });

  test("are sent to an application in the process, and shown by a dry run", async () => {
    const folder = await makeRoot();
    await writeFile(join(folder, "a.pdf"), PDF);
    await writeFile(join(folder, "b.txt"), "content");
    const received: string[] = [];
    const node = createServer((request, response) => {
      void buffer(request).then((body) => {
        received.push(`${request.headers["content-length"]} ${sha256(body)}`);
        response.end();
      });
    });
    const web = {
      async fetch(request: Request) {
        const body = Buffer.from(await request.arrayBuffer());
        received.push(`${PDF.length} ${sha256(body)}`);
        return new Response(null, { status: 204 });
      },
    };
    for (const transport of [
      serverTransport(async () => node),
      fetchTransport(async () => web),
    ]) {
      const client = { transport };
      const service = serve("http://app.local", folder, {}, { client });
      const result = await call(service, "put", { body: "file:a.pdf" });
      expect(result).not.toHaveProperty("isError");
    }
    const expected = `${PDF.length} ${sha256(PDF)}`;
    expect(received).toEqual([expected, expected]);
    const env = { API_DRY_RUN: "1" };
    const client = {
      transport: dryRun()(
        serverTransport(async () => node),
        contextOf(env),
      ),
    };
    const service = serve("http://app.local", folder, {}, { client });
    const [short, long] = await Promise.all(
      ["file:b.txt", "file:a.pdf"].map((body) =>
        call(service, "put", { body }),
      ),
    );
    expect(textOf(short ?? { content: [] })).toContain("\n\ncontent");
    expect(textOf(long ?? { content: [] })).toContain(`(${PDF.length} bytes)`);
  });

  test("are not repeated if the file changed", async () => {
    const folder = await makeRoot();
    await writeFile(join(folder, "a.txt"), "content");
    const api = await serveApi((_request, response) => {
      void appendFile(join(folder, "a.txt"), " and more").then(() =>
        response.writeHead(307, { location: "/again" }).end(),
      );
    });
    const service = serve(api.baseUrl, folder);
    const result = await call(service, "put", { body: "file:a.txt" });
    expect(textOf(result)).toContain(
      "the file changed while it was being sent",
    );
    expect(api.received).toHaveLength(1);
  });

  test("of anything but a plain file in the folder are refused with one error", async () => {
    const folder = await makeRoot();
    const outside = join(folder, "..", "secret");
    await writeFile(outside, "secret");
    await writeFile(join(folder, ".hidden"), "hidden");
    await mkdir(join(folder, ".git"));
    await writeFile(join(folder, ".git", "config"), "hidden");
    await mkdir(join(folder, "sub"));
    await writeFile(join(folder, "fine"), "fine");
    await writeFile(join(folder, "new\nline.txt"), "disguised");
    await writeFile(join(folder, "gpj.\u202etxt"), "disguised");
    await symlink(outside, join(folder, "link"));
    await symlink(join(folder, "fine"), join(folder, "inner-link"));
    await symlink(join(folder, ".."), join(folder, "up"));
    await symlink("/dev/zero", join(folder, "zero"));
    execFileSync("mkfifo", [join(folder, "fifo")]);
    const api = await serveApi();
    const service = serve(api.baseUrl, folder);
    for (const hostile of [
      "file:../secret",
      "file:sub/../../secret",
      "file:%2e%2e/secret",
      "file:..%2fsecret",
      "file:.hidden",
      "file:.git/config",
      "file:sub/../.git/config",
      "file:link",
      "file:inner-link",
      "file:up/secret",
      "file:zero",
      "file:fifo",
      "file:sub",
      "file:",
      "file:none",
      "file:fine%00.txt",
      "file:new%0Aline.txt",
      "file:gpj.%E2%80%AEtxt",
      "file:///dev/zero",
      "file:///etc/passwd",
      "FILE:///etc/passwd",
      "file:/etc/passwd",
      "file://host/etc/passwd",
      pathToFileURL(outside).href,
      `${pathToFileURL(folder).href}/../secret`,
    ])
      expect(
        textOf(await call(service, "put", { body: hostile })),
        hostile,
      ).toMatch(REFUSED);
    expect(api.received).toEqual([]);
    await call(service, "put", { body: "file:fine" });
    expect(api.received.map(({ body }) => body.toString())).toEqual(["fine"]);
  });

  test("do not read a folder that is replaced by a link", async () => {
    const folder = await makeRoot();
    const elsewhere = join(folder, "..", "elsewhere");
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, "a.txt"), "secret");
    await mkdir(join(folder, "sub"));
    await writeFile(join(folder, "sub", "a.txt"), "fine");
    const api = await serveApi();
    const service = serve(api.baseUrl, folder);
    await rm(join(folder, "sub"), { recursive: true });
    await symlink(elsewhere, join(folder, "sub"));
    const inner = await call(service, "put", { body: "file:sub/a.txt" });
    expect(textOf(inner)).toMatch(REFUSED);
    await rename(folder, `${folder}-before`);
    await symlink(elsewhere, folder);
    const outer = await call(service, "put", { body: "file:a.txt" });
    expect(textOf(outer)).toContain("the folder for files was replaced");
    expect(api.received).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    [
      "the name of a file",
      "report.pdf",
      "/body: is the name of a file. To send that file, give file:report.pdf.",
    ],
    [
      "the name of a file that decodes as base64",
      "invoices",
      "/body: is the name of a file. To send that file, give file:invoices.",
    ],
    [
      "a path in the folder",
      "sub/100%25 é.pdf",
      "give file:sub/100%2525 é.pdf.",
    ],
    [
      "an absolute path in the folder",
      "{folder}/sub/100%25 é.pdf",
      "give file:sub/100%2525 é.pdf.",
    ],
    [
      "a path in an object",
      { data: "report.pdf" },
      "/body: is the name of a file. To send that file, give file:report.pdf.",
    ],
    [
      "a path of another machine to a name that is there",
      "C:\\Users\\ann\\report.pdf",
      "/body: is a path elsewhere. To send the file of that name in the server's folder, give file:report.pdf.",
    ],
    [
      "a name that is not there",
      "other.pdf",
      "/body: looks like a path, and the server's folder has no such file. Give `file:` and the path of a file in that folder, such as file:report.pdf.",
    ],
    [
      "a path that is not there",
      "~/other/scan",
      "/body: looks like a path, and the server's folder has no such file.",
    ],
    [
      "a path out of the folder to a file that is there",
      "../secret",
      "/body: looks like a path, and the server's folder has no such file.",
    ],
    [
      "text that is neither",
      "hello, you",
      "/body: is not valid base64. Give `file:` and a path in the server's folder, such as file:report.pdf, or the content in base64, or an object with `data`",
    ],
    [
      "two slashes",
      "file://report.pdf",
      "/body: names another machine, since two slashes follow `file:`. Give file:report.pdf.",
    ],
    [
      "two slashes before a name that is not there",
      "file://other.pdf",
      "Give its path in that folder, such as file:report.pdf.",
    ],
  ])("name the URL to give for %s", async (_case, body, message) => {
    const folder = await makeRoot();
    await mkdir(join(folder, "sub"));
    await writeFile(join(folder, "..", "secret"), "secret");
    for (const name of ["report.pdf", "invoices", "sub/100%25 é.pdf"])
      await writeFile(join(folder, name), "content");
    const api = await serveApi();
    const value =
      typeof body === "string" ? body.replace("{folder}", folder) : body;
    const service = serve(api.baseUrl, folder);
    const result = await call(service, "put", { body: value });
    expect(textOf(result)).toContain(message);
    expect(api.received).toEqual([]);
    const [, url] = /give (file:.*)\.$/i.exec(textOf(result)) ?? [];
    if (url === undefined) return;
    await call(service, "put", { body: url });
    expect(api.received.map(({ body }) => body.toString())).toEqual([
      "content",
    ]);
  });

  test("take a path of base64 that decodes for its content", async () => {
    const folder = await makeRoot();
    await writeFile(join(folder, "4AAQ"), "content");
    const api = await serveApi();
    await call(serve(api.baseUrl, folder), "put", { body: "/9j/4AAQ" });
    const jpeg = Buffer.from("/9j/4AAQ", "base64");
    expect(api.received.map(({ body }) => body)).toEqual([jpeg]);
  });

  test("take text for its content unless it is no more than the name of a file", async () => {
    const folder = await makeRoot();
    await writeFile(join(folder, "table.csv"), "a;b");
    const api = await serveApi();
    const importTable = toolOf({
      name: "import",
      request: "POST /tables",
      contentType: "text/csv",
      arguments: { body: { in: "body" } },
      encoding: { body: { file: true } },
    });
    const components = [importTable];
    const service = serve(api.baseUrl, folder, {}, { components });
    const result = await call(service, "import", { body: "table.csv" });
    expect(textOf(result)).toBe(
      "/body: is the name of a file. To send that file, give file:table.csv. To send these characters, give an object with `text`.",
    );
    for (const body of ["file:table.csv", { text: "table.csv" }, "other.csv"])
      await call(service, "import", { body });
    expect(api.received.map(({ body }) => body.toString())).toEqual([
      "a;b",
      "table.csv",
      "other.csv",
    ]);
  });

  test.each([
    ["NFC", "NFD"],
    ["NFD", "NFC"],
  ])("find a file whose name is stored in %s by %s", async (stored, form) => {
    const folder = await makeRoot();
    const name = "Übersicht/résumé.pdf";
    await mkdir(join(folder, "Übersicht".normalize(stored)));
    await writeFile(join(folder, name.normalize(stored)), "content");
    const api = await serveApi();
    const service = serve(api.baseUrl, folder);
    const otherName = name.normalize(form);
    const url = pathToFileURL(join(folder, otherName)).href;
    for (const body of [`file:${otherName}`, url])
      await call(service, "put", { body });
    expect(api.received.map(({ body }) => body.toString())).toEqual([
      "content",
      "content",
    ]);
    const result = await call(service, "put", { body: otherName });
    expect(textOf(result)).toContain(`give file:${name.normalize(stored)}.`);
  });

  test("are refused with a remedy without a folder", async () => {
    const api = await serveApi();
    const result = await call(serve(api.baseUrl, undefined), "put", {
      body: "file:report.pdf",
    });
    expect(textOf(result)).toBe(
      "/body: this server was given no folder for files. Give the content in base64, or let its owner set MCP_FILES to a folder.",
    );
    expect(api.received).toEqual([]);
  });
});

test("a folder that can't be used stops the server at the start", async () => {
  const folder = await makeRoot();
  await writeFile(join(folder, "file"), "");
  expect(() => openRoot("relative")).toThrow("MCP_FILES must be an absolute");
  expect(() => openRoot(join(folder, "none"))).toThrow("there is no");
  expect(() => openRoot(join(folder, "file"))).toThrow("is not a folder");
  for (const project of ["/", process.cwd(), join(process.cwd(), "runtime")])
    expect(() => openRoot(project)).toThrow("holds this server itself");
});

/** An API whose file has this name and type. */
const serveFile = (
  bytes: Uint8Array,
  type: string,
  disposition = "",
  status = 200,
) =>
  serveApi((_request, response) => {
    const head = {
      ...(type && { "content-type": type }),
      ...(disposition && { "content-disposition": disposition }),
    };
    response.writeHead(status, head).end(bytes);
  });

describe("downloads", () => {
  test("of a large file are saved, and the link has less than 2 KB", async () => {
    const folder = await makeRoot();
    const api = await serveFile(
      PDF,
      "application/pdf",
      'attachment; filename="report.pdf"',
    );
    const service = serve(api.baseUrl, folder);
    const result = await call(service, "download");
    const path = join(folder, "downloads", "report.pdf");
    expect(JSON.stringify(result).length).toBeLessThan(2_000);
    expect(linkOf(result)).toMatchObject({
      name: "report.pdf",
      mimeType: "application/pdf",
      size: PDF.length,
      _meta: { sha256: sha256(PDF) },
    });
    expect(textOf(result)).toContain(`Saved as ${path} (application/pdf`);
    expect((await readFile(path)).equals(PDF)).toBe(true);
    expect((await lstat(path)).mode & 0o777).toBe(0o600);
    expect((await lstat(join(folder, "downloads"))).mode & 0o777).toBe(0o700);
    const read = await ask(service, "resources/read", {
      uri: linkOf(result).uri,
    });
    expect(read).toEqual({
      contents: [
        {
          uri: linkOf(result).uri,
          mimeType: "application/pdf",
          blob: PDF.toString("base64"),
        },
      ],
    });
    const again = await call(service, "download");
    expect(linkOf(again).name).toBe("report (2).pdf");
    const names = await readdir(join(folder, "downloads"));
    expect(names.sort()).toEqual([
      ".saved-files.jsonl",
      "report (2).pdf",
      "report.pdf",
    ]);
    await call(service, "put", { body: "file:downloads/report.pdf" });
    expect(api.received.at(-1)?.body.equals(PDF)).toBe(true);
  });

  test.each<[string, Uint8Array, string]>([
    ["small files", Buffer.alloc(60_000, 1), "application/pdf"],
    ["pictures up to 1 MB", Buffer.alloc(1_000_000, 1), "image/png"],
    ["text up to 1 MB", Buffer.alloc(1_000_000, "a"), "text/plain"],
    ["JSON", Buffer.from(JSON.stringify("a".repeat(2e6))), "application/json"],
    ["JSON without a type", Buffer.from(`[${"1,".repeat(1e6)}1]`), ""],
    ["nothing", Buffer.alloc(0), "application/pdf"],
  ])("of %s stay content, as without a folder", async (_name, bytes, type) => {
    const folder = await makeRoot();
    const api = await serveFile(bytes, type);
    const result = await call(serve(api.baseUrl, folder), "download");
    const usual = await call(serve(api.baseUrl, undefined), "download");
    expect(result).toEqual(usual);
    expect(await readdir(folder)).toEqual([]);
  });

  test.each<[string, Uint8Array, string, string]>([
    ["pictures", Buffer.alloc(1_100_000, 1), "image/png", "download.png"],
    ["text", Buffer.alloc(1_100_000, "a"), "text/csv", "download.csv"],
    ["bytes of no type", Buffer.alloc(70_000, 1), "", "download.bin"],
    ["bytes of an odd type", Buffer.alloc(70_000, 1), "a/b", "download.bin"],
  ])("of larger %s are saved", async (_name, bytes, type, name) => {
    const folder = await makeRoot();
    const api = await serveFile(bytes, type);
    const result = await call(serve(api.baseUrl, folder), "download");
    expect(linkOf(result)).toMatchObject({ name, size: bytes.length });
    const path = join(folder, "downloads", name);
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });

  test("of a tool with an output schema match the schema", async () => {
    const folder = await makeRoot();
    const api = await serveFile(PDF, "application/pdf");
    const outputSchema = { type: "object", properties: { id: {} } };
    const typed = { ...download, outputSchema };
    const features = [linkFiles(), structuredOutput()];
    const service = serve(
      api.baseUrl,
      folder,
      {},
      { components: [typed], features },
    );
    const result = await call(service, "download");
    expect(result.structuredContent).toEqual({
      _note: expect.stringContaining("Saved as") as string,
    });
    expect(linkOf(result).size).toBe(PDF.length);
  });

  test("may be empty files", async () => {
    const folder = await makeRoot();
    await writeFile(join(folder, "empty.txt"), "");
    const api = await serveApi();
    const service = serve(api.baseUrl, folder);
    await call(service, "put", { body: "file:empty.txt" });
    expect(api.received.map(({ body }) => body.length)).toEqual([0]);
  });

  test("at the same time keep to the quota, and each file is complete", async () => {
    const folder = await makeRoot();
    const bytes = Buffer.alloc(300_000, 1);
    const api = await serveFile(bytes, "application/pdf");
    const service = serve(api.baseUrl, folder, { quotaMegabytes: 1 });
    const results = await Promise.all(
      Array.from({ length: 6 }, () => call(service, "download")),
    );
    const saved = results.filter(({ isError }) => !isError);
    expect(saved.length).toBeLessThanOrEqual(3);
    for (const result of saved) {
      const path = join(folder, "downloads", linkOf(result).name);
      expect((await readFile(path)).equals(bytes)).toBe(true);
    }
    const names = await readdir(join(folder, "downloads"));
    const files = names.filter((name) => !name.startsWith("."));
    expect(files).toHaveLength(saved.length);
  });

  test("of JSON that is shown in part save the whole document", async () => {
    const folder = await makeRoot();
    const items = Array.from({ length: 900 }, (_item, id) => ({ id }));
    const json = Buffer.from(JSON.stringify(items));
    const api = await serveFile(json, "application/json");
    const features = [linkFiles(), shortenResponses({ maxResultTokens: 300 })];
    const service = serve(api.baseUrl, folder, {}, { features });
    const result = await call(service, "download");
    expect(textOf(result)).toContain("of 900 items are shown.");
    expect(textOf(result)).toContain("All of it: Saved as");
    expect(linkOf(result).mimeType).toBe("application/json");
    const read = (await ask(service, "resources/read", {
      uri: linkOf(result).uri,
    })) as { contents: [{ text: string }] };
    expect(JSON.parse(read.contents[0].text)).toEqual(items);
    const part = await call(service, "download", {});
    expect(part.content).toHaveLength(result.content.length);
  });

  test("of JSON beyond the response limit are read whole if a part is shown", async () => {
    const folder = await makeRoot();
    const items = Array.from({ length: 90 }, () => "a".repeat(60_000));
    const json = Buffer.from(JSON.stringify(items));
    const api = await serveFile(json, "application/json");
    const features = [linkFiles(), shortenResponses({ maxResultTokens: 900 })];
    const options = { maxJsonMegabytes: 8 };
    const service = serve(api.baseUrl, folder, options, { features });
    const result = await call(service, "download");
    expect(json.length).toBeGreaterThan(5_000_000);
    expect(JSON.stringify(result).length).toBeLessThan(6_000);
    expect(linkOf(result).size).toBe(json.length);
    const path = join(folder, "downloads", linkOf(result).name);
    expect((await readFile(path)).equals(json)).toBe(true);
  });

  test("of JSON that is shown whole are not saved", async () => {
    const folder = await makeRoot();
    const api = await serveFile(Buffer.from("[1]"), "application/json");
    const features = [linkFiles(), shortenResponses({ maxResultTokens: 300 })];
    const service = serve(api.baseUrl, folder, {}, { features });
    expect((await call(service, "download")).content).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test("beyond 4 MB are not read as a resource, and the error has the path", async () => {
    const folder = await makeRoot();
    const bytes = Buffer.alloc(5 * 1024 ** 2, 1);
    const api = await serveFile(bytes, "application/zip");
    const service = serve(api.baseUrl, folder);
    const { uri } = linkOf(await call(service, "download"));
    await expect(ask(service, "resources/read", { uri })).rejects.toThrow(
      `This file has 5 MB, and at most 4 MB can be read at once. It is ${join(folder, "downloads", "download.zip")}`,
    );
  });

  test("of a resource stay content, and leave no file", async () => {
    const folder = await makeRoot();
    const api = await serveFile(PDF, "application/pdf");
    const service = serve(
      api.baseUrl,
      folder,
      {},
      { components: [resource], features: [linkFiles(), resources()] },
    );
    const read = await ask(service, "resources/read", {
      uri: "resource://file",
    });
    expect(read).toEqual({
      contents: [
        {
          uri: "resource://file",
          mimeType: "application/pdf",
          blob: PDF.toString("base64"),
        },
      ],
    });
    expect(await readdir(join(folder, "downloads"))).toEqual([
      ".saved-files.jsonl",
    ]);
    await expect(
      ask(service, "resources/read", { uri: "resource://none" }),
    ).rejects.toThrow("Resource not found");
  });

  test("that break off or are cancelled leave nothing", async () => {
    const folder = await makeRoot();
    const api = await serveApi((request, response) => {
      response.writeHead(200, {
        "content-type": "application/pdf",
        "content-length": "1000000",
      });
      response.write(Buffer.alloc(500_000, 1), () => {
        if (request.url === "/file") response.destroy();
      });
    });
    const slow = toolOf({ name: "slow", request: "GET /slow", timeout: 0.3 });
    const service = serve(
      api.baseUrl,
      folder,
      {},
      { components: [download, slow] },
    );
    expect(textOf(await call(service, "download"))).toContain("was cut off");
    expect(textOf(await call(service, "slow"))).toContain(
      "no complete response within 0.3 s",
    );
    await expect.poll(() => readdir(join(folder, "downloads"))).toEqual([]);
  });

  test("at the same moment never have more bytes than the quota", async () => {
    const folder = await makeRoot();
    const bytes = Buffer.alloc(160_000, 1);
    const api = await serveFile(bytes, "application/pdf");
    const service = serve(api.baseUrl, folder, { quotaMegabytes: 3 });
    for (let round = 0; round < 3; round += 1)
      await Promise.all(
        Array.from({ length: 30 }, () => call(service, "download")),
      );
    const downloads = join(folder, "downloads");
    const names = await readdir(downloads);
    const files = names.filter((name) => !name.startsWith("."));
    expect(files.length).toBeGreaterThan(10);
    expect(files.length * bytes.length).toBeLessThanOrEqual(3 * 1024 ** 2);
    const list = await readFile(join(downloads, ".saved-files.jsonl"), "utf8");
    expect(list.trimEnd().split("\n")).toHaveLength(files.length);
  });

  test.each([
    ["a type of 14,000 letters", `a/${"b".repeat(14_000)}`, ""],
    ["a type that is none", '"<b>', ""],
    [
      "a name of 12,000 letters",
      "application/octet-stream",
      `attachment; filename="${"n".repeat(12_000)}.bin"`,
    ],
  ])("of %s have a short link and a short line", async (_name, type, name) => {
    const folder = await makeRoot();
    const bytes = Buffer.alloc(70_000, 1);
    const api = await serveFile(bytes, type, name);
    const result = await call(serve(api.baseUrl, folder), "download");
    expect(linkOf(result).mimeType).toBe("application/octet-stream");
    expect(JSON.stringify(result).length).toBeLessThan(2_000);
    const list = join(folder, "downloads", ".saved-files.jsonl");
    expect((await lstat(list)).size).toBeLessThan(1_000);
  });

  test("of a type that came twice have the first", async () => {
    const folder = await makeRoot();
    const bytes = Buffer.alloc(70_000, 1);
    const api = await serveFile(bytes, "application/zip, application/zip");
    const result = await call(serve(api.baseUrl, folder), "download");
    expect(linkOf(result).mimeType).toBe("application/zip");
  });

  test.each<[string, string, string, BufferEncoding]>([
    ["plain text", "text/plain", "", "utf8"],
    ["a form", "application/x-www-form-urlencoded", "", "utf8"],
    ["a picture", "image/svg+xml", "<svg>", "utf8"],
    ["bytes", "application/octet-stream", "", "utf8"],
    ["bytes that are no text", "application/octet-stream", "\0\xff", "latin1"],
    ["a PDF of plain letters", "application/pdf", "%PDF-1.7\n", "utf8"],
    ["UTF-16", "application/octet-stream", "\ufeff", "utf16le"],
    ["no type", "", "", "utf8"],
  ])(
    "of %s with a credential of this server are not saved",
    async (_name, type, start, encoding) => {
      const folder = await makeRoot();
      const text = `${start}${"a".repeat(1_100_000)} topsecrettoken ${"b".repeat(9)}`;
      const api = await serveFile(Buffer.from(text, encoding), type);
      const redact = (body: string) => body.replaceAll("topsecrettoken", "***");
      const service = serve(api.baseUrl, folder, {
        forCaller: (client) => ({ ...client, redact }),
      });
      const result = await call(service, "download");
      expect(textOf(result)).toContain("it holds a credential of this server");
      expect(await readdir(join(folder, "downloads"))).toEqual([]);
    },
  );
});

describe("the folder for files", () => {
  test.each([
    ["../../etc/passwd", "passwd"],
    [".bashrc", "bashrc"],
    ["...", "file"],
    ["", "file"],
    ["CON.txt", "_CON.txt"],
    ["com1", "_com1"],
    ["aux .txt", "_aux.txt"],
    ["a:b.txt", "a_b.txt"],
    ["C:\\x\\y.txt", "y.txt"],
    ["-rf", "_rf"],
    ["new\nline\u0000.pdf", "new_line_.pdf"],
    ["gpj.\u202etxt", "gpj._txt"],
    ["trailing. . ", "trailing"],
    ["a\u200bb\u00adc\u2800.pdf", "a_b_c_.pdf"],
    ["a\u{e0061}\u{e0062}\t.pdf", "a___.pdf"],
    ["\ud800.pdf", "_.pdf"],
    [`${"é".repeat(300)}.pdf`, `${"é".repeat(78)}.pdf`],
  ])("gets a safe file name for %j", (name, safeName) => {
    const last = name.split(/[/\\]/).at(-1) ?? "";
    expect(toSafeName(last)).toBe(safeName);
    expect(toSafeName(safeName)).toBe(safeName);
  });

  /** A folder with files of ten years, and what its state is. */
  async function fillFolder() {
    const folder = await makeRoot();
    const downloads = join(folder, "downloads");
    await mkdir(downloads);
    const old = new Date("2016-01-01");
    for (const path of ["a.pdf", "downloads/report.pdf", "downloads/b.part"]) {
      await writeFile(join(folder, path), path.repeat(99));
      await utimes(join(folder, path), old, old);
    }
    await symlink("/etc/passwd", join(downloads, "report (2).pdf"));
    const describeAll = async () =>
      Promise.all(
        ["a.pdf", "downloads/report.pdf", "downloads/b.part"].map(
          async (path) => {
            const { ino, mode, mtimeMs } = await lstat(join(folder, path));
            const content = await readFile(join(folder, path), "utf8");
            return { path, ino, mode, mtimeMs, content };
          },
        ),
      );
    return { describeAll, downloads, folder };
  }

  const REPORT = "attachment; filename=report.pdf";

  test("counts and deletes only files that this server wrote", async () => {
    const { describeAll, downloads, folder } = await fillFolder();
    const before = await describeAll();
    const bytes = Buffer.alloc(400_000, 1);
    const api = await serveFile(bytes, "application/pdf", REPORT);
    const service = serve(api.baseUrl, folder, { quotaMegabytes: 1 });
    for (const name of ["report (3).pdf", "report (4).pdf"])
      expect(linkOf(await call(service, "download")).name).toBe(name);
    const full = await call(service, "download");
    expect(full.isError).toBe(true);
    expect(textOf(full)).toContain(
      "the saved files would have more than 1 MB, the limit of this server.",
    );
    // Files that the owner changed or replaced are the owner's.
    await appendFile(join(downloads, "report (3).pdf"), "mine");
    await rm(join(downloads, "report (4).pdf"));
    await writeFile(join(downloads, "report (4).pdf"), bytes);
    await call(service, "download");
    const aged = serve(api.baseUrl, folder, { maxAgeDays: 0 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await call(aged, "download");
    expect((await readdir(downloads)).sort()).toEqual([
      ".saved-files.jsonl",
      "b.part",
      "report (2).pdf",
      "report (3).pdf",
      "report (4).pdf",
      "report (5).pdf",
      "report.pdf",
    ]);
    expect(await describeAll()).toEqual(before);
  });

  test("keeps a list without the files that are gone", async () => {
    const folder = await makeRoot();
    const bytes = Buffer.alloc(100_000, 1);
    const api = await serveFile(bytes, "application/pdf", REPORT);
    const downloads = join(folder, "downloads");
    const list = join(downloads, ".saved-files.jsonl");
    const service = serve(api.baseUrl, folder);
    const links = [];
    for (let count = 0; count < 3; count += 1)
      links.push(linkOf(await call(service, "download")));
    await rm(join(downloads, "report.pdf"));
    // A line that a full disk cut stands before the next one.
    await appendFile(list, '{"id":"0123');
    links.push(linkOf(await call(service, "download")));
    const restarted = serve(api.baseUrl, folder);
    links.push(linkOf(await call(restarted, "download")));
    const names = (await readFile(list, "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { name: string }).name);
    expect(names).toEqual([
      "report (2).pdf",
      "report (3).pdf",
      "report.pdf",
      "report (4).pdf",
    ]);
    expect((await lstat(list)).mode & 0o777).toBe(0o600);
    // Both servers find all files that are left, though one of them wrote the list anew.
    for (const reader of [service, restarted])
      for (const [index, { uri }] of links.entries()) {
        const reading = ask(reader, "resources/read", { uri });
        if (index > 0) await expect(reading).resolves.toBeDefined();
        else await expect(reading).rejects.toThrow("No saved file");
      }
    expect((await readdir(downloads)).sort()).toEqual([
      ".saved-files.jsonl",
      ...[...names].sort(),
    ]);
  });

  test("is read by a link without its whole list", async () => {
    const folder = await makeRoot();
    const api = await serveFile(
      Buffer.alloc(70_000, 1),
      "application/pdf",
      REPORT,
    );
    const service = serve(api.baseUrl, folder);
    const { uri } = linkOf(await call(service, "download"));
    const list = join(folder, "downloads", ".saved-files.jsonl");
    const line = await readFile(list, "utf8");
    const lines = Array.from({ length: 100_000 }, (_line, index) =>
      line.replace(/"id":"\w{6}/, `"id":"${String(index).padStart(6, "0")}`),
    );
    await appendFile(list, lines.join(""));
    await ask(service, "resources/read", { uri });
    const before = process.memoryUsage().rss;
    const start = performance.now();
    await Promise.all(
      Array.from({ length: 20 }, () => ask(service, "resources/read", { uri })),
    );
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
    await expect(
      ask(service, "resources/read", { uri: `files://${"f".repeat(32)}` }),
    ).rejects.toThrow("No saved file has this URI");
  });

  test("loses what a killed process left after a day, and nothing else", async () => {
    const folder = await makeRoot();
    const api = await serveFile(PDF, "application/pdf", REPORT);
    const downloads = join(folder, "downloads");
    await mkdir(downloads);
    const old = new Date(Date.now() - 90_000_000);
    const names = ["0", "1"].map((digit) => `${digit.repeat(32)}.part`);
    for (const name of [...names, "mine.part"]) {
      await writeFile(join(downloads, name), "a");
      if (name !== names[1]) await utimes(join(downloads, name), old, old);
    }
    await call(serve(api.baseUrl, folder), "download");
    expect((await readdir(downloads)).sort()).toEqual(
      [".saved-files.jsonl", names[1], "mine.part", "report.pdf"].sort(),
    );
  });

  test("does not wait for a pipe in place of its list", async () => {
    const folder = await makeRoot();
    const api = await serveFile(PDF, "application/pdf", REPORT);
    const downloads = join(folder, "downloads");
    await mkdir(downloads);
    execFileSync("mkfifo", [join(downloads, ".saved-files.jsonl")]);
    const service = serve(api.baseUrl, folder);
    const results = await Promise.all(
      Array.from({ length: 5 }, () => call(service, "download")),
    );
    for (const result of results)
      expect(textOf(result)).toContain(
        "the list of saved files (.saved-files.jsonl) is not a file. This server's owner has to move it away.",
      );
    expect(await readdir(downloads)).toEqual([".saved-files.jsonl"]);
  });

  test("is safe from a forged list of files", async () => {
    const { describeAll, downloads, folder } = await fillFolder();
    const before = await describeAll();
    const { dev, ino, mtimeNs, size } = await lstat(join(folder, "a.pdf"), {
      bigint: true,
    });
    const id = "0".repeat(32);
    const forged = {
      id,
      name: "../a.pdf",
      type: "a/b",
      size: 1,
      sha256: "",
      identity: `${dev}-${ino}-${size}-${mtimeNs}`,
      time: 0,
    };
    const lines = [forged, { ...forged, name: 1 }, null, "x", [1]];
    const list = lines.map((line) => JSON.stringify(line)).join("\n");
    await writeFile(join(downloads, ".saved-files.jsonl"), `${list}\n{"id":\n`);
    const api = await serveFile(PDF, "application/pdf", REPORT);
    const service = serve(api.baseUrl, folder, { maxAgeDays: 1 });
    await expect(
      ask(service, "resources/read", { uri: `files://${id}` }),
    ).rejects.toThrow("No saved file has this URI");
    expect(linkOf(await call(service, "download")).name).toBe("report (3).pdf");
    expect(await describeAll()).toEqual(before);
  });

  test("is not written through links in place of folders and lists", async () => {
    const folder = await makeRoot();
    const elsewhere = join(folder, "..", "elsewhere");
    await mkdir(elsewhere);
    const api = await serveFile(PDF, "application/pdf", REPORT);
    await symlink(elsewhere, join(folder, "downloads"));
    const service = serve(api.baseUrl, folder);
    expect(textOf(await call(service, "download"))).toContain(
      "downloads in the folder for files is not a folder.",
    );
    await rm(join(folder, "downloads"));
    await mkdir(join(folder, "downloads"));
    await symlink(
      join(elsewhere, "list"),
      join(folder, "downloads", ".saved-files.jsonl"),
    );
    expect(textOf(await call(service, "download"))).toContain(
      "a part of the path that this server would write to is a link",
    );
    expect(await readdir(join(folder, "downloads"))).toEqual([
      ".saved-files.jsonl",
    ]);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test("keeps no empty file if it is replaced while a file is created", async () => {
    const folder = await makeRoot();
    const elsewhere = join(folder, "..", "elsewhere");
    await mkdir(elsewhere);
    await symlink(elsewhere, join(folder, "downloads"));
    await expect(createFile(join(folder, "downloads"), "a")).rejects.toThrow(
      "the folder for files was replaced while a response was saved.",
    );
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test("is refused with a remedy if it is full or has no rights", async () => {
    const folder = await makeRoot();
    const api = await serveFile(PDF, "application/pdf", REPORT);
    const service = serve(api.baseUrl, folder);
    await mkdir(join(folder, "downloads"), { mode: 0o500 });
    if (process.getuid?.() !== 0)
      expect(textOf(await call(service, "download"))).toContain(
        "this server may not write to the folder for files",
      );
    await chmod(join(folder, "downloads"), 0o700);
  });

  test("does not return a file that was changed", async () => {
    const folder = await makeRoot();
    const api = await serveFile(PDF, "application/pdf", REPORT);
    const service = serve(api.baseUrl, folder);
    const { uri } = linkOf(await call(service, "download"));
    await truncate(join(folder, "downloads", "report.pdf"), 9);
    await expect(ask(service, "resources/read", { uri })).rejects.toThrow(
      "No saved file has this URI",
    );
  });
});

describe("files over HTTP", () => {
  const http = { headers: { host: "a" } };
  const principalOf = (sub: string) => ({
    ...http,
    principal: { id: JSON.stringify(["iss", "sub", sub]), scopes: [] },
  });

  test("are not read or saved by default", async () => {
    const folder = await makeRoot();
    await writeFile(join(folder, "a.txt"), "a");
    const api = await serveFile(PDF, "application/pdf");
    const service = serve(api.baseUrl, folder);
    for (const caller of [http, principalOf("ann")]) {
      const sent = await call(service, "put", { body: "file:a.txt" }, caller);
      expect(textOf(sent)).toContain("reads no files by address over HTTP");
      const result = await call(service, "download", {}, caller);
      expect(result.content[0]?.type).toBe("resource");
    }
    expect(await readdir(folder)).toEqual(["a.txt"]);
  });

  test("are in a separate folder for each caller", async () => {
    const folder = await makeRoot();
    await writeFile(join(folder, "a.txt"), "a");
    const api = await serveFile(PDF, "application/pdf");
    const service = serve(api.baseUrl, folder, { http: "per-caller" });
    const [ann, bob] = [principalOf("ann"), principalOf("bob")];
    const result = await call(service, "download", {}, ann);
    const { uri } = linkOf(result);
    expect(JSON.stringify(result)).not.toContain(folder);
    expect(await ask(service, "resources/read", { uri }, ann)).toHaveProperty(
      "contents",
    );
    for (const other of [bob, http, {}])
      await expect(
        ask(service, "resources/read", { uri }, other),
      ).rejects.toThrow("No saved file has this URI");
    const [digest = ""] = (await readdir(folder)).filter(
      (name) => name !== "a.txt",
    );
    expect(digest).toMatch(/^[\da-f]{32}$/);
    for (const body of [
      "file:a.txt",
      "file:../a.txt",
      pathToFileURL(join(folder, "a.txt")).href,
      pathToFileURL(join(folder, digest, "downloads", "download.pdf")).href,
    ])
      expect(textOf(await call(service, "put", { body }, ann)), body).toMatch(
        REFUSED,
      );
    expect(
      textOf(await call(service, "put", { body: "file:a.txt" }, bob)),
    ).toContain("this caller has no files here");
    const own = { body: "file:downloads/download.pdf" };
    await call(service, "put", own, ann);
    expect(api.received.at(-1)?.body.equals(PDF)).toBe(true);
    const anonymous = await call(service, "put", own, http);
    expect(textOf(anonymous)).toContain("reads no files by address over HTTP");
  });

  test("of a caller that are too large have an error without a path", async () => {
    const folder = await makeRoot();
    const bytes = Buffer.alloc(5 * 1024 ** 2, 1);
    const api = await serveFile(bytes, "application/zip");
    const service = serve(api.baseUrl, folder, { http: "per-caller" });
    const ann = principalOf("ann");
    const { uri } = linkOf(await call(service, "download", {}, ann));
    const reading = ask(service, "resources/read", { uri }, ann);
    await expect(reading).rejects.toThrow(/at most 4 MB can be read at once.$/);
  });
});
