import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { message } from "../runtime/ask.js";
import { bundle, emit, serve } from "./project.js";

const MEGABYTE = 1024 ** 2;
/** `TOOLWRIGHT_FILES=all` makes the large file as large as users have them. */
const LARGE = (process.env["TOOLWRIGHT_FILES"] === "all" ? 200 : 20) * MEGABYTE;
const PDF = 3 * MEGABYTE;
/** Memory that a server may take above its idle size. */
const MAX_GROWTH = 60 * MEGABYTE;

/** Bytes that differ from block to block, as a stream. */
async function* bytesOf(size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += 65_536)
    yield Buffer.alloc(Math.min(65_536, size - at), `${at}%PDF`);
}

async function digest(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

/** Tells the digest of what it is sent, or of the file in a form; `GET /documents/3145728` is a file of that size. */
function startApi(): Server {
  const api = createServer((request, response) => {
    const [, size = "0"] = /(\d+)$/.exec(request.url ?? "") ?? [];
    if (request.method === "GET") {
      response.writeHead(200, {
        "content-type": "application/pdf",
        "content-disposition": 'attachment; filename="report.pdf"',
      });
      void pipeline(Readable.from(bytesOf(Number(size))), response).catch(
        () => undefined,
      );
      return;
    }
    void digest(request.method === "POST" ? fileOf(request) : request).then(
      (sha256) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ sha256 }));
      },
    );
  });
  return api.listen(0, "127.0.0.1");
}

/** The file of a form, which is its only field. */
async function* fileOf(form: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const END = /\r\n--part-[\w-]{36}--\r\n$/;
  let head: Buffer | undefined = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  for await (const chunk of form) {
    tail = Buffer.concat([tail, chunk]);
    const start: number = head ? tail.indexOf("\r\n\r\n") : -1;
    if (start >= 0) {
      head = undefined;
      tail = tail.subarray(start + 4);
    }
    if (!head && tail.length > 100) {
      yield tail.subarray(0, -100);
      tail = tail.subarray(-100);
    }
  }
  const [end = ""] = END.exec(tail.toString("latin1")) ?? [];
  yield tail.subarray(0, tail.length - end.length);
}

let api: Server;
let folder: string;
let main: string;
let client: Client;
let transport: StdioClientTransport;

beforeAll(async () => {
  api = startApi();
  folder = await realpath(await mkdtemp(join(tmpdir(), "documents-")));
  await writeFile(join(folder, "report.pdf"), Readable.from(bytesOf(PDF)));
  await pipeline(
    Readable.from(bytesOf(LARGE)),
    createWriteStream(join(folder, "large.pdf")),
  );
  const project = await emit({
    document: "test/emitted/files.json",
    allRoutesAsTools: true,
    outputSchemas: "typed",
    files: true,
  });
  main = await bundle(project);
  const { port } = api.address() as AddressInfo; // it listens on TCP
  transport = new StdioClientTransport({
    command: process.execPath,
    args: [main],
    env: { API_BASE_URL: `http://127.0.0.1:${port}`, MCP_FILES: folder },
  });
  client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  await client.listTools();
});
afterAll(async () => {
  await client.close();
  api.closeAllConnections();
  api.close();
  await rm(folder, { recursive: true, force: true });
});

const call = (name: string, args: object) =>
  client.callTool({ name, arguments: { ...args } }, undefined, {
    timeout: 120_000,
  });

const textOf = ({ content }: Awaited<ReturnType<typeof call>>) =>
  (content as { text?: string }[]).map(({ text = "" }) => text).join("\n");

/** Bytes that the server has now, or had at most since the last time this was asked. */
async function memory(field: "VmHWM" | "VmRSS"): Promise<number> {
  const status = await readFile(`/proc/${transport.pid}/status`, "utf8");
  const [, kilobytes = "0"] =
    new RegExp(`${field}:\\s+(\\d+)`).exec(status) ?? [];
  return Number(kilobytes) * 1024;
}

const isLinux = existsSync("/proc/self/clear_refs");

test("descriptions explain file arguments with an example, and tools that may return links have no output schema", async () => {
  const { tools } = await client.listTools();
  const [get, replace, upload] = [
    "getDocument",
    "replaceDocument",
    "uploadDocument",
  ].map((name) => tools.find((tool) => tool.name === name));
  for (const tool of [replace, upload])
    expect(JSON.stringify(tool?.inputSchema)).toContain("file:report.pdf");
  expect(get?.outputSchema).toBeUndefined();
  expect(upload?.outputSchema).toBeDefined();
});

test("a PDF is uploaded byte for byte, and downloaded as a link in less than 2 KB", async () => {
  const sha256 = await digest(bytesOf(PDF));
  const forms = [
    ["replaceDocument", { id: "1", body: "file:report.pdf" }],
    ["uploadDocument", { file: "file:report.pdf" }],
    ["uploadDocument", { file: `file://${folder}/report.pdf` }],
    [
      "uploadDocument",
      { file: { data: "file:report.pdf", filename: "a.pdf" } },
    ],
  ] as const;
  for (const [name, args] of forms)
    expect(JSON.parse(textOf(await call(name, args)))).toEqual({ sha256 });
  const result = await call("getDocument", { id: `${PDF}` });
  expect(JSON.stringify(result).length).toBeLessThan(2_000);
  expect(result.content).toContainEqual({
    type: "resource_link",
    uri: expect.stringMatching(/^files:\/\/[\da-f]{32}$/) as string,
    name: "report.pdf",
    mimeType: "application/pdf",
    size: PDF,
    _meta: { sha256 },
  });
  const path = join(folder, "downloads", "report.pdf");
  expect(await digest(createReadStream(path))).toBe(sha256);
  const { uri } = (result.content as { uri?: string }[]).find(
    (block) => block.uri,
  ) as { uri: string };
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  const blob = content && "blob" in content ? String(content.blob) : "";
  const bytes = Readable.from([Buffer.from(blob, "base64")]);
  expect(await digest(bytes)).toBe(sha256);
});

test.runIf(isLinux)(
  `a file of ${LARGE / MEGABYTE} MB is uploaded and downloaded with less than 60 MB of memory`,
  async () => {
    const sha256 = await digest(bytesOf(LARGE));
    const peaks: Record<string, number> = {};
    const ways = {
      up: {
        name: "replaceDocument",
        args: { id: "1", body: "file:large.pdf" },
      },
      form: { name: "uploadDocument", args: { file: "file:large.pdf" } },
      down: { name: "getDocument", args: { id: `${LARGE}` } },
    };
    const idle = await memory("VmRSS");
    for (const [way, { args, name }] of Object.entries(ways)) {
      await writeFile(`/proc/${transport.pid}/clear_refs`, "5");
      expect(textOf(await call(name, args))).toContain(sha256);
      peaks[way] = Math.round(((await memory("VmHWM")) - idle) / MEGABYTE);
    }
    if (process.env["TOOLWRIGHT_FILES"])
      process.stdout.write(
        `MB above ${Math.round(idle / MEGABYTE)} MB: ${JSON.stringify(peaks)}\n`,
      );
    for (const peak of Object.values(peaks))
      expect(peak * MEGABYTE).toBeLessThan(MAX_GROWTH);
  },
);

/** True if a small disk can be mounted here. */
function mountDisk(path: string): boolean {
  try {
    const options = ["-t", "tmpfs", "-o", "size=1m", "tmpfs", path];
    execFileSync("mount", options, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test("a disk that is full or refuses the size is reported, and no file stays", async () => {
  const disk = join(folder, "disk");
  await mkdir(disk);
  const isMounted = mountDisk(disk);
  const { port } = api.address() as AddressInfo; // it listens on TCP
  const limited = new StdioClientTransport({
    command: isMounted ? process.execPath : "prlimit",
    args: isMounted ? [main] : ["--fsize=1000000", process.execPath, main],
    env: {
      API_BASE_URL: `http://127.0.0.1:${port}`,
      MCP_FILES: disk,
      PATH: process.env["PATH"] ?? "",
    },
  });
  const full = new Client({ name: "test", version: "1" });
  try {
    await full.connect(limited);
    const result = await full.callTool({
      name: "getDocument",
      arguments: { id: `${PDF}` },
    });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toMatch(
      /the response was not saved: the (disk is full|file system takes no file)/,
    );
    expect(await readdir(join(disk, "downloads"))).toEqual([]);
  } finally {
    await full.close();
    if (isMounted) execFileSync("umount", [disk]);
  }
});

test("files are not read or saved over HTTP", async () => {
  const { port } = api.address() as AddressInfo; // it listens on TCP
  const served = await serve(main, {
    env: { API_BASE_URL: `http://127.0.0.1:${port}`, MCP_FILES: folder },
  });
  const before = await readdir(join(folder, "downloads"));
  const post = (method: string, params: object) =>
    fetch(served.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: message(method, params),
    });
  const ask = async (name: string, args: object) => {
    const response = await post("tools/call", { name, arguments: args });
    return response.text();
  };
  try {
    expect(
      await ask("replaceDocument", { id: "1", body: "file:report.pdf" }),
    ).toContain("this server reads no files by address over HTTP");
    const text = await ask("getDocument", { id: `${MEGABYTE}` });
    expect(text).toContain('"type":"resource"');
    expect(text).not.toContain("files://");
    expect(await readdir(join(folder, "downloads"))).toEqual(before);
    const list = await (await post("tools/list", {})).text();
    expect(list).toContain("base64");
    expect(list).not.toMatch(/[`^]file:|file:report/);
  } finally {
    await served.stop();
  }
});

test("files over HTTP are in a folder for each caller, and need a token", async () => {
  const project = await emit({
    document: "test/emitted/files.json",
    allRoutesAsTools: true,
    files: { http: "per-caller" },
  });
  const file = await bundle(project);
  const { port } = api.address() as AddressInfo; // it listens on TCP
  const disk = join(folder, "callers");
  await mkdir(disk);
  const env = { API_BASE_URL: `http://127.0.0.1:${port}`, MCP_FILES: disk };
  const open = spawnSync(
    process.execPath,
    [file, "--transport", "streamable-http", "--port", "0"],
    { env, timeout: 20_000, encoding: "utf8" },
  );
  expect(open.status).toBe(1);
  expect(open.stderr).toContain("callers must authenticate over HTTP");
  const [ann, bob] = ["ann", "bob"].map((name) => `${name}-0123456789abcdef`);
  const MCP_TOKENS = `ann:${ann},bob:${bob}`;
  const served = await serve(file, { env: { ...env, MCP_TOKENS } });
  const ask = async (
    token: string | undefined,
    method: string,
    params: object,
  ) => {
    const response = await fetch(served.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
      },
      body: message(method, params),
    });
    return response.text();
  };
  try {
    const args = { name: "getDocument", arguments: { id: `${PDF}` } };
    const text = await ask(ann, "tools/call", args);
    expect(text).not.toContain(disk);
    const [uri] = /files:\/\/[\da-f]{32}/.exec(text) ?? [];
    expect(await ask(ann, "resources/read", { uri })).toContain('"blob":');
    for (const token of [bob, "nobody"])
      expect(await ask(token, "resources/read", { uri })).not.toContain("blob");
    expect(await readdir(disk)).toHaveLength(1);
  } finally {
    await served.stop();
  }
});
