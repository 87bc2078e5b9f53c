import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { load } from "../../../generator/load/load.js";
import { normalise } from "../../../generator/normalise/normalise.js";
import type { LoadOptions } from "../../../generator/load/load.js";
import { temporaryFolder } from "../temporary.js";

const HEAD = { openapi: "3.1.0" };

function folderOf(files: Record<string, unknown>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      typeof content === "string" ? content : JSON.stringify(content),
    );
  }
  return folder;
}

const loadFrom = (
  files: Record<string, unknown>,
  name = "api.json",
  options: LoadOptions = {},
) => load(name, { cwd: folderOf(files), ...options });

describe("references to files", () => {
  test("are bundled into the document with their references and mappings", async () => {
    const {
      document,
      files,
      refusalReasons: refused,
      locate,
    } = await loadFrom({
      "api.json": {
        ...HEAD,
        a: { $ref: "./parts/pet%20s.yaml#/Pet" },
        b: { $ref: "#/a" },
        c: {
          discriminator: {
            mapping: { cat: "parts/cat.json", dog: "Dog" },
            defaultMapping: "parts/cat.json",
          },
        },
      },
      "parts/pet s.yaml":
        "Pet:\n  owner: { $ref: ../api.json#/b }\n  friend: { $ref: '#/Pet' }\n  cat: { $ref: cat.json }\n",
      "parts/cat.json": { $ref: "pet%20s.yaml#/Pet/friend" },
    });
    expect(document).toEqual({
      ...HEAD,
      a: { $ref: "#/x-files/parts~1pet s.yaml/Pet" },
      b: { $ref: "#/a" },
      c: {
        discriminator: {
          mapping: { cat: "#/x-files/parts~1cat.json", dog: "Dog" },
          defaultMapping: "#/x-files/parts~1cat.json",
        },
      },
      "x-files": {
        "parts/pet s.yaml": {
          Pet: {
            owner: { $ref: "#/b" },
            friend: { $ref: "#/x-files/parts~1pet s.yaml/Pet" },
            cat: { $ref: "#/x-files/parts~1cat.json" },
          },
        },
        "parts/cat.json": { $ref: "#/x-files/parts~1pet s.yaml/Pet/friend" },
      },
    });
    expect(files).toEqual(["api.json", "parts/cat.json", "parts/pet s.yaml"]);
    expect([...refused]).toEqual([]);
    expect(locate("/x-files/parts~1pet s.yaml/Pet/cat")).toEqual({
      file: "parts/pet s.yaml",
      line: 4,
      column: 3,
    });
    expect(locate("/b").file).toBe("api.json");
  });

  test("that can't be used are findings", async () => {
    const outside = folderOf({ "secret.json": "{}" });
    const cwd = folderOf({
      "api/api.json": {
        ...HEAD,
        all: [
          { $ref: "none.yaml#/a" },
          { $ref: "bad.json" },
          { $ref: "../above.json" },
          { $ref: "link.json" },
          { $ref: join(outside, "secret.json") },
          { $ref: `file://${outside}/secret.json` },
          { $ref: "https://api.example/a.json#/b" },
          { $ref: "ftp://api.example/a.json" },
          { $ref: "." },
        ],
      },
      "api/bad.json": "{",
      "above.json": "{}",
    });
    symlinkSync(join(outside, "secret.json"), join(cwd, "api/link.json"));
    const { document, refusalReasons: refused } = await load("api/api.json", {
      cwd,
    });
    const kept =
      "the file is outside the document's repository or folder; allow a wider folder with --ref-root";
    expect(Object.values(Object.fromEntries(refused)).sort()).toEqual(
      [
        "File not found.",
        "This is neither JSON nor YAML: unexpected end of the stream within a flow collection.",
        kept,
        kept,
        kept,
        "references to URLs are off; allow them with --allow-remote",
        "only files and http(s) URLs can be read",
        "This is a folder, not a file.",
      ].sort(),
    );
    expect(document["all"]).toContainEqual({ $ref: "none.yaml#/a" });
    expect(document["all"]).toContainEqual({
      $ref: "https://api.example/a.json#/b",
    });
    expect(JSON.stringify(document)).not.toContain("x-files");
  });

  test("outside refRoot are findings that name the option", async () => {
    const cwd = folderOf({
      "api/api.json": {
        ...HEAD,
        paths: { "/a": { get: { responses: { 200: { $ref: "../a.json" } } } } },
      },
      "a.json": {},
    });
    const { findings } = normalise(await load("api/api.json", { cwd }));
    expect(findings.map(({ hint }) => hint)).toEqual([
      "Pass the folder that contains all files of the document: --ref-root <folder>.",
    ]);
  });

  test("may be outside the document's folder if refRoot allows it", async () => {
    const cwd = folderOf({
      "api/api.json": { ...HEAD, a: { $ref: "../above.json" } },
      "above.json": { b: 1 },
    });
    const { document } = await load("api/api.json", { cwd, refRoot: "." });
    expect(document["x-files"]).toEqual({ "../above.json": { b: 1 } });
  });

  test("may be anywhere in the document's repository", async () => {
    const { refusalReasons: refused } = await loadFrom(
      {
        "repo/.git/HEAD": "ref: refs/heads/main",
        "repo/api/api.json": {
          ...HEAD,
          a: { $ref: "../models/pet.json" },
          b: { $ref: "../../above.json" },
        },
        "repo/models/pet.json": {},
        "above.json": {},
      },
      "repo/api/api.json",
    );
    expect([...refused.keys()]).toEqual(["../../above.json"]);
  });

  test("are resolved from standard input, too", async () => {
    const cwd = folderOf({ "a.json": { b: 1 } });
    const text = JSON.stringify({ ...HEAD, a: { $ref: "a.json#/b" } });
    const { document } = await load({ text, name: "standard input" }, { cwd });
    expect(document["a"]).toEqual({ $ref: "#/x-files/a.json/b" });
  });

  test("change the digests of the document", async () => {
    const digestsWith = async (value: number) => {
      const { digests } = await loadFrom({
        "api.json": { ...HEAD, a: { $ref: "a.json" } },
        "a.json": { value },
      });
      return digests;
    };
    expect(await digestsWith(1)).toEqual(await digestsWith(1));
    expect(await digestsWith(1)).not.toEqual(await digestsWith(2));
  });
});

describe("URLs", () => {
  async function serve(answers: Record<string, unknown>): Promise<{
    url: string;
    asked: string[];
    logins: Set<string | undefined>;
  }> {
    const asked: string[] = [];
    const logins = new Set<string | undefined>();
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      logins.add(request.headers.authorization);
      const answer = answers[request.url ?? ""];
      response.statusCode = answer === undefined ? 404 : 200;
      if (typeof answer === "string")
        response.writeHead(302, { location: answer });
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) =>
      server.listen(0, "127.0.0.1", resolve),
    );
    onTestFinished(() => void server.close());
    // A listening server has an address of this form.
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, asked, logins };
  }

  test("may name the document; references to them need allowRemote", async () => {
    const { url, asked } = await serve({
      "/v1/api.json": {
        ...HEAD,
        a: { $ref: "a.json#/b" },
        f: { $ref: "file:///etc/hostname" },
      },
      "/v1/a.json": { b: { $ref: "none.json" } },
    });
    const closed = await load(`${url}/v1/api.json`);
    expect(closed.url).toBe(`${url}/v1/api.json`);
    expect(closed.refusalReasons.get(`${url}/v1/a.json`)).toMatch(
      "--allow-remote",
    );
    expect(asked).toEqual(["/v1/api.json"]);

    const open = await load(`${url}/v1/api.json`, { allowRemote: true });
    expect(open.document["a"]).toEqual({
      $ref: `#/x-files/${url.replaceAll("/", "~1")}~1v1~1a.json/b`,
    });
    expect(Object.fromEntries(open.refusalReasons)).toEqual({
      "file:///etc/hostname":
        "a document from a URL may refer to http(s) URLs only",
      [`${url}/v1/none.json`]: "The server responded with 404.",
    });
  });

  test("with a password send it to their host only", async () => {
    const { url, logins } = await serve({
      "/v1/api.json": { ...HEAD, a: { $ref: "a.json#/b" } },
      "/v1/a.json": { b: { $ref: "none.json" } },
    });
    const withLogin = (path: string) =>
      url.replace("//", "//ann:p%40ss-xyzzy@") + path;
    const loaded = await load(withLogin("/v1/api.json"), { allowRemote: true });
    expect([...logins]).toEqual([
      `Basic ${Buffer.from("ann:p@ss-xyzzy").toString("base64")}`,
    ]);
    expect(loaded.name).toBe(`${url}/v1/api.json`);
    expect([...loaded.refusalReasons.keys()]).toEqual([`${url}/v1/none.json`]);
    expect(loaded.locate("/a")).toMatchObject({ file: loaded.name });
    const told = await Promise.all(
      ["/none.json", ":99999/x"].map((path) =>
        load(withLogin(path)).catch(String),
      ),
    );
    expect(JSON.stringify([loaded, told])).not.toMatch(/xyzzy|ann/);
    expect(told).toEqual([
      expect.stringContaining(
        `${url}/none.json: The server responded with 404.`,
      ),
      expect.stringContaining("The document's URL is invalid."),
    ]);
  });

  test("accept a password with an unescaped percent sign", async () => {
    const { url, logins } = await serve({ "/a.json": HEAD });
    await load(`${url.replace("//", "//ann:100%@")}/a.json`);
    expect([...logins]).toEqual([
      `Basic ${Buffer.from("ann:100%").toString("base64")}`,
    ]);
  });

  test("resolve references against the final URL of redirects", async () => {
    const { url, logins } = await serve({
      "/docs": "/v1/api.json",
      "/v1/api.json": { ...HEAD, a: { $ref: "old.json" } },
      "/v1/old.json": "/v2/a.json",
      "/v2/a.json": { b: { $ref: "#/c" }, c: 7 },
    });
    const loaded = await load(url.replace("//", "//ann:xyzzy@") + "/docs", {
      allowRemote: true,
    });
    expect(loaded).toMatchObject({
      name: `${url}/docs`,
      url: `${url}/v1/api.json`,
      refusalReasons: new Map(),
    });
    const [file = ""] = Object.keys(loaded.document["x-files"] as object);
    expect(file).toBe(`${url}/v1/old.json`);
    expect(loaded.document["x-files"]).toEqual({
      [file]: {
        b: { $ref: `#/x-files/${file.replaceAll("/", "~1")}/c` },
        c: 7,
      },
    });
    expect(logins.size).toBe(1);
    expect(JSON.stringify(loaded)).not.toMatch(/xyzzy|ann/);
  });

  test("that don't respond are errors", async () => {
    const { url } = await serve({});
    const error = await load(`${url}/api.json`).catch(String);
    expect(error).toBe(
      `ToolwrightError: ${url}/api.json: The server responded with 404.\n  Open the URL in a browser to check it.`,
    );
    expect(await load("http://127.0.0.1:1/api.json").catch(String)).toMatch(
      "Could not connect to the server",
    );
  });
});

test.each<[string, object, object]>([
  [
    "anchors",
    { a: { $anchor: "tree", b: { $ref: "#tree" } } },
    { a: { $anchor: "tree", b: { $ref: "#/a" } } },
  ],
  [
    "ids",
    {
      a: {
        $id: "https://x.example/a",
        $defs: { b: {} },
        c: { $ref: "#/$defs/b" },
      },
      d: { $ref: "https://x.example/a#/$defs/b" },
      e: { $ref: "#/a" },
    },
    {
      a: {
        $id: "https://x.example/a",
        $defs: { b: {} },
        c: { $ref: "#/a/$defs/b" },
      },
      d: { $ref: "#/a/$defs/b" },
      e: { $ref: "#/a" },
    },
  ],
  [
    "ids below ids, relative to them",
    {
      a: {
        $id: "https://x.example/a/",
        b: { $id: "b", $anchor: "n" },
        c: { $ref: "b#n" },
      },
    },
    {
      a: {
        $id: "https://x.example/a/",
        b: { $id: "b", $anchor: "n" },
        c: { $ref: "#/a/b" },
      },
    },
  ],
  [
    "ids in documents that count from the top all the same",
    { a: { $id: "A", c: { $ref: "#/d" } }, d: {} },
    { a: { $id: "A", c: { $ref: "#/d" } }, d: {} },
  ],
  [
    "the document's own address",
    { $self: "https://x.example/api.json", a: {}, b: { $ref: "api.json#/a" } },
    { $self: "https://x.example/api.json", a: {}, b: { $ref: "#/a" } },
  ],
  [
    "dynamic references, as far as one document resolves them",
    { a: { $dynamicAnchor: "node", b: { $dynamicRef: "#node" } } },
    { a: { $dynamicAnchor: "node", b: { $ref: "#/a" } } },
  ],
  [
    "fragments that lack their slash",
    { a: { $ref: "#b" }, b: {} },
    { a: { $ref: "#/b" }, b: {} },
  ],
])("%s become local pointers", async (_, given, want) => {
  const text = JSON.stringify({ ...HEAD, ...given });
  const { document } = await load({ text, name: "a" });
  expect(document).toEqual({ ...HEAD, ...want });
});
