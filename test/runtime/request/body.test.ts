import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Args, BodyRecipe } from "../../../runtime/types.js";
import { call, startUpstream, toolOf } from "../upstream.js";

/** The body and content type that stood on the wire, boundaries replaced. */
async function send(body: BodyRecipe, args: Args, folder?: string) {
  const api = await startUpstream();
  const tool = toolOf({ method: "POST", body });
  await call(tool, args, {
    baseUrl: api.baseUrl,
    ...(folder !== undefined && { allowedFileFolder: folder }),
  });
  const [request] = api.received;
  const type = request?.headers["Content-Type"];
  const boundary = /boundary=(.+)$/.exec(type ?? "")?.[1] ?? "-none-";
  return {
    type: type?.replace(boundary, "B"),
    body: request?.body.replaceAll(boundary, "B"),
  };
}

const lines = (...all: string[]) => all.join("\r\n") + "\r\n";

describe("JSON", () => {
  const json = { contentType: "application/json" };
  const whole = { ...json, argument: "body" };
  test.each<[string, BodyRecipe, Args, string | undefined]>([
    [
      "properties, an explicit null among them",
      json,
      { a: 1, b: null, c: undefined, d: [] },
      '{"a":1,"b":null,"d":[]}',
    ],
    [
      "other names on the wire",
      { ...json, names: { id_body: "id" } },
      { id_body: 1 },
      '{"id":1}',
    ],
    ["an object as a whole", whole, { body: { a: {} } }, '{"a":{}}'],
    ["an array", whole, { body: [1, "x"] }, '[1,"x"]'],
    ["a string, with its quotes", whole, { body: "123" }, '"123"'],
    ["a number", whole, { body: 0 }, "0"],
    ["false", whole, { body: false }, "false"],
    ["null", whole, { body: null }, "null"],
    ["nothing", json, {}, undefined],
    ["nothing for the whole", whole, {}, undefined],
    ["{} where it is required", { ...json, required: true }, {}, "{}"],
    [
      "null for a required whole",
      { ...whole, required: true },
      { body: null },
      "null",
    ],
    ["{} for a required whole", { ...whole, required: true }, {}, "{}"],
    [
      "text beyond ASCII",
      whole,
      { body: "é" },
      Buffer.from('"é"').toString("latin1"),
    ],
  ])("%s", async (_case, recipe, args, want) => {
    expect(await send(recipe, args)).toEqual({
      type: want === undefined ? undefined : "application/json",
      body: want ?? "",
    });
  });

  test("a property named __proto__ is a property", async () => {
    const args = JSON.parse('{"__proto__":{"x":1}}') as Args;
    expect((await send(json, args)).body).toBe('{"__proto__":{"x":1}}');
  });
});

describe("other text", () => {
  test.each<[string, unknown, string, string?]>([
    ["application/merge-patch+json; charset=utf-8", { a: null }, '{"a":null}'],
    ["application/vnd.api+json", { a: 1 }, '{"a":1}'],
    ["application/x-ndjson", [{ a: 1 }, 2], '{"a":1}\n2\n'],
    ["application/x-ndjson", '{"a":1}\n', '{"a":1}\n'],
    ["application/json-seq", [1], "\x1e1\n"],
    ["text/plain", "hi", "hi"],
    ["text/plain", 5, "5"],
    ["text/csv; header=present", "a,b\n1,2", "a,b\n1,2"],
    ["application/xml", "<a/>", "<a/>"],
    ["application/soap+xml", "<a/>", "<a/>"],
    ["*/*", { a: 1 }, '{"a":1}', "application/json"],
  ])("%s", async (contentType, body, want, wantType = contentType) => {
    expect(await send({ contentType, argument: "body" }, { body })).toEqual({
      type: wantType,
      body: want,
    });
  });

  test("an object is no XML", async () => {
    await expect(
      send({ contentType: "text/xml", argument: "body" }, { body: { a: 1 } }),
    ).rejects.toThrow("The body is XML: give it as text.");
  });
});

describe("application/x-www-form-urlencoded", () => {
  const contentType = "application/x-www-form-urlencoded";
  test.each<[Args, BodyRecipe["encoding"], string]>([
    [
      { a: "b c&d", e: true, f: 0, g: "" },
      undefined,
      "a=b%20c%26d&e=true&f=0&g=",
    ],
    [{ a: null, b: [], c: {} }, undefined, ""],
    [{ To: ["1", "2"] }, undefined, "To=1&To=2"],
    [
      { card: { number: 4, address: { zip: "1" } } },
      undefined,
      "card%5Bnumber%5D=4&card%5Baddress%5D%5Bzip%5D=1",
    ],
    [
      { items: [{ price: "p" }, { price: "q" }] },
      undefined,
      "items%5B0%5D%5Bprice%5D=p&items%5B1%5D%5Bprice%5D=q",
    ],
    [
      { expand: ["a", "b"] },
      { expand: { style: "deepObject", explode: true } },
      "expand%5B0%5D=a&expand%5B1%5D=b",
    ],
    [{ ids: [1, 2] }, { ids: { style: "form", explode: false } }, "ids=1,2"],
    [{ ids: [1, 2] }, { ids: { explode: false } }, "ids=1,2"],
    [{ ids: [1, 2] }, { ids: { style: "pipeDelimited" } }, "ids=1%7C2"],
    [
      { meta: { a: [1] } },
      { meta: { contentType: "application/json" } },
      "meta=%7B%22a%22%3A%5B1%5D%7D",
    ],
    [
      { url: "http://x/?a" },
      { url: { allowReserved: true } },
      "url=http://x/?a",
    ],
  ])("%j with %j → %s", async (args, encoding, want) => {
    const recipe = { contentType, ...(encoding && { encoding }) };
    expect(await send(recipe, args)).toEqual({ type: contentType, body: want });
  });

  test("needs an object", async () => {
    await expect(
      send({ contentType, argument: "body" }, { body: [1] }),
    ).rejects.toThrow("The body is a form: give an object with its fields.");
  });
});

describe("multipart/form-data", () => {
  const contentType = "multipart/form-data";
  const type = "multipart/form-data; boundary=B";

  test("fields, arrays as repeated parts, objects as JSON", async () => {
    const args = {
      a: "x",
      n: 1,
      tags: ["t", 2],
      o: { k: "ü" },
      none: null,
      e: [],
    };
    expect(await send({ contentType }, args)).toEqual({
      type,
      body: lines(
        "--B",
        'Content-Disposition: form-data; name="a"',
        "",
        "x",
        "--B",
        'Content-Disposition: form-data; name="n"',
        "",
        "1",
        "--B",
        'Content-Disposition: form-data; name="tags"',
        "",
        "t",
        "--B",
        'Content-Disposition: form-data; name="tags"',
        "",
        "2",
        "--B",
        'Content-Disposition: form-data; name="o"',
        "content-type: application/json",
        "",
        Buffer.from('{"k":"ü"}').toString("latin1"),
        "--B--",
      ),
    });
  });

  test("declared types, headers and styles", async () => {
    const encoding = {
      doc: { contentType: "text/xml, text/plain", headers: { "X-Part": "1" } },
      ids: { style: "form", explode: false },
    } as const;
    const args = { doc: "<a/>", ids: [1, 2] };
    expect(await send({ contentType, encoding }, args)).toEqual({
      type,
      body: lines(
        "--B",
        'Content-Disposition: form-data; name="doc"',
        "content-type: text/xml",
        "X-Part: 1",
        "",
        "<a/>",
        "--B",
        'Content-Disposition: form-data; name="ids"',
        "",
        "1,2",
        "--B--",
      ),
    });
  });

  test.each<[string, unknown, string | undefined, string, string, string]>([
    ["base64", "AP8=", undefined, "f", "application/octet-stream", "\x00\xff"],
    [
      "base64 with name and type",
      { data: "AP8=", filename: 'a"b\r\n.png', contentType: "image/png" },
      "image/*",
      "a%22b%0D%0A.png",
      "image/png",
      "\x00\xff",
    ],
    [
      "a type that is not allowed",
      { data: "AP8=", contentType: "text/html" },
      "image/png, image/jpeg",
      "f",
      "image/png",
      "\x00\xff",
    ],
    [
      "a data: URL",
      "data:image/gif;base64,AP8=",
      undefined,
      "f",
      "image/gif",
      "\x00\xff",
    ],
    [
      "a data: URL with text",
      "data:text/plain,a%20b",
      undefined,
      "f",
      "text/plain",
      "a b",
    ],
    [
      "text that is no base64",
      "hello, world",
      undefined,
      "f",
      "application/octet-stream",
      "hello, world",
    ],
  ])("a file from %s", async (_case, f, declared, name, partType, content) => {
    const how = { file: true, ...(declared && { contentType: declared }) };
    expect(await send({ contentType, encoding: { f: how } }, { f })).toEqual({
      type,
      body: lines(
        "--B",
        `Content-Disposition: form-data; name="f"; filename="${name}"`,
        `content-type: ${partType}`,
        "",
        content,
        "--B--",
      ),
    });
  });

  test("a type that would break the part's head is refused", async () => {
    const f = { data: "AP8=", contentType: "image/png\r\nX-Evil: 1" };
    await expect(
      send({ contentType, encoding: { f: { file: true } } }, { f }),
    ).rejects.toThrow("/f/contentType: is no media type.");
  });
});

describe("bytes", () => {
  test.each<[string, unknown, string, string]>([
    [
      "application/octet-stream",
      "AP8=",
      "application/octet-stream",
      "\x00\xff",
    ],
    [
      "application/octet-stream",
      "not base64!",
      "application/octet-stream",
      "not base64!",
    ],
    [
      "image/png",
      { data: "AP8=", contentType: "image/gif" },
      "image/png",
      "\x00\xff",
    ],
    [
      "image/*",
      { data: "AP8=", contentType: "image/gif" },
      "image/gif",
      "\x00\xff",
    ],
    ["image/*", "AP8=", "application/octet-stream", "\x00\xff"],
    ["*/*", "data:text/css,a", "text/css", "a"],
  ])("%s from %j", async (contentType, body, type, want) => {
    const recipe = { contentType, argument: "body" };
    expect(await send(recipe, { body })).toEqual({ type, body: want });
  });
});

describe("file:// URLs", () => {
  const recipe = { contentType: "application/octet-stream", argument: "body" };
  const refused =
    "/body: is no file that can be read in the folder this server's owner allows.";

  async function files() {
    const root = await mkdtemp(join(tmpdir(), "files-"));
    onTestFinished(() => rm(root, { recursive: true }));
    await mkdir(join(root, "open/sub"), { recursive: true });
    await mkdir(join(root, "open-too"));
    await writeFile(join(root, "secret"), "secret");
    await writeFile(join(root, "open-too/a"), "a");
    await writeFile(join(root, "open/sub/a b.txt"), "hi");
    await symlink(join(root, "secret"), join(root, "open/link"));
    return root;
  }

  test("are read below the allowed folder, and nowhere else", async () => {
    const root = await files();
    const url = (path: string) => pathToFileURL(join(root, path)).href;
    const folder = join(root, "open");
    const allowed = { body: url("open/sub/a b.txt") };
    expect((await send(recipe, allowed, folder)).body).toBe("hi");
    for (const body of [
      url("secret"),
      url("open-too/a"),
      url("open/link"),
      url("open/sub"),
      url("open/none"),
      `${url("open")}/../secret`,
      `${url("open")}/%2e%2e/secret`,
      "file://host/a",
      "FILE:///etc/passwd",
    ]) {
      await expect(send(recipe, { body }, folder)).rejects.toThrow(refused);
    }
  });

  test("give their name to the part", async () => {
    const root = await files();
    const f = pathToFileURL(join(root, "open/sub/a b.txt")).href;
    const form = {
      contentType: "multipart/form-data",
      encoding: { f: { file: true } },
    };
    expect((await send(form, { f }, root)).body).toContain(
      'filename="a b.txt"',
    );
  });

  test("are refused where no folder is allowed", async () => {
    await expect(send(recipe, { body: "file:///etc/hosts" })).rejects.toThrow(
      "/body: this server reads no local files.",
    );
  });
});

test.each(["GET", "DELETE", "QUERY"])("%s sends its body", async (method) => {
  const api = await startUpstream();
  const body = { contentType: "application/json" };
  await call(toolOf({ method, body }), { a: 1 }, { baseUrl: api.baseUrl });
  expect(api.received[0]).toMatchObject({ method, body: '{"a":1}' });
});

test("no body, no content type, even for POST", async () => {
  const api = await startUpstream();
  await call(toolOf({ method: "POST" }), {}, { baseUrl: api.baseUrl });
  expect(api.received[0]?.headers).not.toHaveProperty("Content-Type");
  expect(api.received[0]?.headers["Content-Length"]).toBe("0");
});
