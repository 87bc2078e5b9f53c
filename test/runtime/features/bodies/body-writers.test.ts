import { describe, expect, test } from "vitest";
import { form } from "../../../../runtime/features/bodies/form.js";
import { jsonLines } from "../../../../runtime/features/bodies/json-lines.js";
import { binary } from "../../../../runtime/features/bodies/binary.js";
import { multipart } from "../../../../runtime/features/bodies/multipart.js";
import type { BodyWriter, PartEncoding } from "../../../../runtime/index.js";

type Encoding = Readonly<Record<string, PartEncoding>>;

/** Writes a value, with boundaries replaced. */
async function write(
  writer: BodyWriter,
  contentType: string,
  value: unknown,
  encoding: Encoding = {},
) {
  const toJson = (part: unknown) => JSON.stringify(part);
  const body = await writer.write(value, { contentType, encoding, toJson });
  if (!body) return undefined;
  const boundary = /boundary=(.+)$/.exec(body.contentType)?.[1] ?? "-none-";
  return {
    type: body.contentType.replace(boundary, "B"),
    body: Buffer.from(body.bytes as Uint8Array)
      .toString("latin1")
      .replaceAll(boundary, "B"),
  };
}

const all = { form, jsonLines, multipart: multipart(), binary: binary() };

test.each([
  ["application/x-www-form-urlencoded", "form"],
  ["multipart/form-data", "multipart"],
  ["multipart/mixed", "multipart"],
  ["application/x-ndjson", "jsonLines"],
  ["application/geo+json-seq", "jsonLines"],
  ["image/png", "binary"],
  ["audio/*", "binary"],
  ["application/pdf", "binary"],
  ["*/*", "binary"],
  ["application/json", undefined],
  ["text/plain", undefined],
])("the content type %s is written by %s", async (type, name) => {
  const takers = Object.entries(all).filter(([, one]) => one.accepts(type, {}));
  expect(takers.map(([taker]) => taker)).toEqual(name ? [name] : []);
});

test.each(Object.entries(all))(
  "null is not a body: %s",
  async (_name, writer) => {
    expect(await write(writer, "x/y", null)).toBeUndefined();
  },
);

describe("application/x-www-form-urlencoded", () => {
  const type = "application/x-www-form-urlencoded; charset=utf-8";
  test.each<[unknown, Encoding | undefined, string]>([
    [
      { a: "b c&d", e: true, f: 0, g: "" },
      undefined,
      "a=b%20c%26d&e=true&f=0&g=",
    ],
    [{ a: null, b: [], c: {}, d: undefined }, undefined, ""],
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
      { url: "http://x/?a&b=c#d" },
      { url: { allowReserved: true } },
      "url=http://x/?a%26b=c%23d",
    ],
    [{ constructor: [1] }, {}, "constructor=1"],
    ["a=1&b=%20", {}, "a=1&b=%20"],
  ])("%j with %j → %s", async (value, encoding, body) => {
    expect(await write(form, type, value, encoding)).toEqual({ type, body });
  });
});

test.each([form, multipart()])("a form needs an object", async (writer) => {
  await expect(write(writer, "x/y", [1])).rejects.toThrow(
    "The body is a form. Pass an object with its fields.",
  );
});

test.each<[string, unknown, string]>([
  ["application/x-ndjson", [{ a: 1 }, 2, [3]], '{"a":1}\n2\n[3]\n'],
  ["application/x-ndjson", { a: 1 }, '{"a":1}\n'],
  ["application/x-ndjson", '{"a":1}\n', '{"a":1}\n'],
  ["application/json-seq", [1, "b"], '\x1e1\n\x1e"b"\n'],
])("the JSON lines %s of %j", async (type, value, body) => {
  expect(await write(jsonLines, type, value)).toEqual({ type, body });
});

describe("multipart/form-data", () => {
  const part = (head: string, content: string) =>
    `--B\r\nContent-Disposition: form-data; name=${head}\r\n\r\n${content}\r\n`;
  const send = async (value: object, encoding?: Encoding) =>
    (await write(multipart(), "multipart/form-data", value, encoding))?.body;

  test("has its boundary in the content type, and ends with two dashes", async () => {
    const type = "multipart/form-data; charset=utf-8";
    expect(await write(multipart(), type, {})).toEqual({
      type: "multipart/form-data; boundary=B",
      body: "--B--\r\n",
    });
  });

  test.each<[string, object, Encoding | undefined, [string, string][]]>([
    [
      "scalars",
      { a: "x", n: 1 },
      undefined,
      [
        ['"a"', "x"],
        ['"n"', "1"],
      ],
    ],
    [
      "arrays as repeated parts",
      { tags: ["t", 2] },
      undefined,
      [
        ['"tags"', "t"],
        ['"tags"', "2"],
      ],
    ],
    ["nothing", { none: null, e: [] }, undefined, []],
    [
      "objects as JSON",
      { o: { k: "é" } },
      undefined,
      [['"o"\r\ncontent-type: application/json', '{"k":"\xc3\xa9"}']],
    ],
    [
      "a declared type and headers",
      { doc: "<a/>" },
      { doc: { contentType: "text/xml, text/plain", headers: { "X-A": "1" } } },
      [['"doc"\r\ncontent-type: text/xml\r\nX-A: 1', "<a/>"]],
    ],
    [
      "a declared type after an invalid one",
      { a: "x", b: "y" },
      { a: { contentType: "*/*, text/x" }, b: { contentType: "*/*" } },
      [
        ['"a"\r\ncontent-type: text/x', "x"],
        ['"b"', "y"],
      ],
    ],
    [
      "a declared JSON type for text",
      { doc: "a" },
      { doc: { contentType: "application/json" } },
      [['"doc"\r\ncontent-type: application/json', '"a"']],
    ],
    [
      "a style",
      { ids: [1, 2] },
      { ids: { style: "form", explode: false } },
      [['"ids"', "1,2"]],
    ],
    [
      "a name that would break the head",
      { 'a"\r\nX-Evil: 1': "x" },
      undefined,
      [['"a%22%0D%0AX-Evil: 1"', "x"]],
    ],
  ])("%s", async (_case, value, encoding, want) => {
    const parts = want.map(([head, content]) => part(head, content));
    expect(await send(value, encoding)).toBe(`${parts.join("")}--B--\r\n`);
  });

  const bytes = "\x00\xff";
  const anything = "application/octet-stream";
  test.each<[string, unknown, string | undefined, string, string, string]>([
    ["base64", "AP8=", undefined, "f", anything, bytes],
    [
      "base64 with name and type",
      { data: "AP8=", filename: 'a"b\r\n.png', contentType: "image/png" },
      "image/*",
      "a%22b%0D%0A.png",
      "image/png",
      bytes,
    ],
    [
      "a type that is none of the declared ones",
      { data: "AP8=", contentType: "text/html" },
      "image/png, image/jpeg",
      "f",
      "text/html",
      bytes,
    ],
    [
      "a name of another type than the declared ones",
      { data: "AP8=", filename: "f.docx" },
      "image/png, image/jpeg",
      "f.docx",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      bytes,
    ],
    [
      "another type than the only one that is declared",
      { data: "AP8=", contentType: "text/html" },
      "image/png",
      "f",
      "image/png",
      bytes,
    ],
    [
      "base64 that shows which of the declared types it has",
      "/9j/4A==",
      "image/png, image/jpeg",
      "f",
      "image/jpeg",
      "\xff\xd8\xff\xe0",
    ],
    [
      "base64 that shows none of the declared types",
      "AP8=",
      "image/png, image/jpeg",
      "f",
      "image/png",
      bytes,
    ],
    [
      "text for several text types",
      "a",
      "application/json, text/csv",
      "f",
      "application/json",
      "a",
    ],
    ["text for a range of text types", "a", "text/*", "f", "text/plain", "a"],
    [
      "an object as JSON text",
      '{"data":"AP8=","filename":"x.bin"}',
      undefined,
      "x.bin",
      anything,
      bytes,
    ],
    [
      "an object as JSON text, for a text type",
      ' {"text":"a;b"}',
      "text/csv",
      "f",
      "text/csv",
      "a;b",
    ],
    [
      "JSON that is the content",
      '{"text":"a;b"}',
      "application/json",
      "f",
      "application/json",
      '{"text":"a;b"}',
    ],
    [
      "YAML that begins as a URL does",
      "data: a, b",
      "application/yaml",
      "f",
      "application/yaml",
      "data: a, b",
    ],
    [
      "text of lines that begins as a URL does",
      "file:a\nb",
      "text/plain",
      "f",
      "text/plain",
      "file:a\nb",
    ],
    [
      "a data: URL",
      "data:image/gif;base64,AP8=",
      "*/*",
      "f",
      "image/gif",
      bytes,
    ],
    [
      "a data: URL of text",
      "data:text/plain,a%20b",
      undefined,
      "f",
      "text/plain",
      "a b",
    ],
    ["text", { text: "test" }, undefined, "f", "text/plain", "test"],
    [
      "text by name",
      { text: "a", filename: "a.csv" },
      "",
      "a.csv",
      "text/csv",
      "a",
    ],
    [
      "bytes by name",
      { data: "YQ==", filename: "A.PNG" },
      "",
      "A.PNG",
      "image/png",
      "a",
    ],
    ["bare text of a text type", "test", "text/csv", "f", "text/csv", "test"],
    ["short base64", "test", undefined, "f", anything, "\xb5\xeb\x2d"],
  ])("a file from %s", async (_case, f, contentType, name, type, content) => {
    const how = { file: true, ...(contentType && { contentType }) };
    const head = `"f"; filename="${name}"\r\ncontent-type: ${type}`;
    const want = `${part(head, content)}--B--\r\n`;
    expect(await send({ f }, { f: how })).toBe(want);
  });

  test("keeps a text as text and a file as a file, if both are allowed", async () => {
    const f = ["AP8=", { text: "a", filename: "a.txt" }];
    const head = '"f"; filename="a.txt"\r\ncontent-type: text/plain';
    const want = `${part('"f"', "AP8=")}${part(head, "a")}--B--\r\n`;
    expect(await send({ f }, { f: { file: false } })).toBe(want);
  });

  const NO_FILE =
    "/f: is not valid base64. Give the content in base64, or an object with `data` (base64) or `text`, and optionally `filename` and `contentType`.";

  test.each<[unknown, string]>([
    [
      { data: "AP8=", contentType: "image/png\r\nX-Evil: 1" },
      "/f/contentType: is not a media type. Give one such as image/png.",
    ],
    ["data:;base64,!", "/f: is not a valid data: URL."],
    [{ data: "AP8=", text: "a" }, "/f: give data or text, not both."],
    ["hello, you", NO_FILE],
    [{ text: "a", name: "a.txt" }, NO_FILE],
  ])("%j is refused", async (f, want) => {
    await expect(send({ f }, { f: { file: true } })).rejects.toThrow(want);
  });
});

test.each<[string, unknown, string, string]>([
  ["application/pdf", "AP8=", "application/pdf", "\x00\xff"],
  ["application/pdf", { text: "no!" }, "application/pdf", "no!"],
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
  ["*/*", { a: 1 }, "application/json", '{"a":1}'],
  ["*/*", [1], "application/json", "[1]"],
  [
    "*/*",
    { data: {}, kind: "a" },
    "application/json",
    '{"data":{},"kind":"a"}',
  ],
  [
    "*/*",
    { data: "AP8=", kind: "a" },
    "application/json",
    '{"data":"AP8=","kind":"a"}',
  ],
  ["", { a: 1 }, "application/json", '{"a":1}'],
  ["application/jwt", { sub: "a" }, "application/jwt", '{"sub":"a"}'],
  ["application/jwt", "AP8=", "application/jwt", "\x00\xff"],
])("bytes: %s from %j", async (contentType, value, type, body) => {
  expect(await write(binary(), contentType, value)).toEqual({ type, body });
});

test.each<[string, string, string]>([
  ["application/jwt", "application/jwt", "AP8="],
  ["application/sdp", "application/sdp", "file:///etc/hosts"],
  ["*/*", "text/plain", "not valid base64"],
  ["image/jpeg", "image/jpeg", "AP8="],
  ["image/*", "image/*", "AP8="],
])(
  "text that is not a file is unchanged: %s",
  async (contentType, type, body) => {
    const encoding = { body: { file: false } };
    const sent = await write(binary(), contentType, body, encoding);
    expect(sent).toEqual({ type, body });
  },
);

const TEXT_FILES: Encoding = { body: { file: true } };

test.each<[string, unknown, string]>([
  ["text/csv", "a;b", "a;b"],
  ["text/csv", "", ""],
  ["text/csv; charset=utf-8", { data: "YTti" }, "a;b"],
  ["text/plain", { text: "a" }, "a"],
  ["application/xml", { text: "<a/>", filename: "a.xml" }, "<a/>"],
  ["application/xml", '{"text":"<a/>"}', "<a/>"],
  ["application/yaml", "data: 1, 2", "data: 1, 2"],
  ["application/yaml", "data:text/plain,a%20b", "a b"],
  ["application/x-ndjson", { data: "eyJhIjoxfQo=" }, '{"a":1}\n'],
  ["application/x-ndjson", '{"data":"YQ=="}\n', '{"data":"YQ=="}\n'],
  ["text/event-stream", "data: a\n\n", "data: a\n\n"],
  ["application/json", '{"a":1}', '{"a":1}'],
  ["application/json", { a: 1 }, '{"a":1}'],
  ["application/json", { data: "eyJhIjoxfQo=" }, '{"a":1}\n'],
])(
  "a body of %s that is a file is the content of %j",
  async (contentType, value, body) => {
    const writer = binary();
    expect(writer.accepts(contentType.replace(/;.*/, ""), TEXT_FILES)).toBe(
      true,
    );
    expect(await write(writer, contentType, value, TEXT_FILES)).toEqual({
      type: contentType,
      body,
    });
  },
);

test.each<[unknown, string]>([
  [{ data: "AP8=", contentType: "image/jpeg" }, "image/jpeg"],
  [{ data: "AP8=", filename: "a.gif" }, "image/gif"],
  ["/9j/4A==", "image/jpeg"],
  ["AP8=", "image/png"],
  [{ data: "AP8=", filename: "a.pdf" }, "image/png"],
])(
  "of several declared types, a body has that of its file: %j",
  async (value, type) => {
    const body = {
      file: true,
      contentType: "image/png, image/jpeg, image/gif",
    };
    const sent = await write(binary(), "image/png", value, { body });
    expect(sent?.type).toBe(type);
  },
);

test.each(["application/x-www-form-urlencoded", "multipart/form-data"])(
  "a field called body does not make a file of %s",
  (type) => {
    expect(binary().accepts(type, TEXT_FILES)).toBe(false);
  },
);

test("a file of a text type needs the form of a file", async () => {
  await expect(
    write(binary(), "text/csv", { a: 1 }, TEXT_FILES),
  ).rejects.toThrow(
    "/body: is not a file. Give its text, or an object with `data` (base64) or `text`, and optionally `filename` and `contentType`.",
  );
});

test("a file needs the form of a file", async () => {
  await expect(write(binary(), "image/png", { a: 1 })).rejects.toThrow(
    "/body: is not valid base64.",
  );
});

test("file:// URLs are refused without an allowed folder", async () => {
  await expect(write(binary(), "a/b", "file:///etc/hosts")).rejects.toThrow(
    "/body: this server does not read local files. Give the content in base64, or ask the server's owner to allow a folder.",
  );
});
