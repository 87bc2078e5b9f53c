import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ToolwrightError } from "../../../generator/errors.js";
import { load } from "../../../generator/load/load.js";
import type { DocumentSource } from "../../../generator/load/load.js";
import { temporaryFolder } from "../temporary.js";

const text = (text: string): DocumentSource => ({ text, name: "given" });
const json = (value: unknown) => text(JSON.stringify(value));

test.each<[string, DocumentSource, string]>([
  [
    "nothing",
    text(" \n"),
    "given: The document is empty.\n  Pass a file with an OpenAPI document.",
  ],
  [
    "YAML with a tab",
    text("openapi: 3.1.0\ninfo:\n\ttitle: A\n"),
    "given:3:1: This is not valid YAML: tab characters must not be used in indentation.\n  Replace the tab at the start of this line with spaces.",
  ],
  [
    "YAML with broken indentation",
    text("openapi: 3.1.0\ninfo:\n  title: A\n   version: 1\n"),
    "given:4:11: This is not valid YAML: bad indentation of a mapping entry.\n  Check this line's indentation. Quote a value that contains ': ' or ' #', or begins with @, %, ` or *.",
  ],
  [
    "YAML with an open bracket",
    text("openapi: 3.1.0\ntags: [a,\n"),
    "given:3: This is not valid YAML: unexpected end of the stream within a flow collection.\n  A comma is missing near here, or a quote or bracket is not closed.",
  ],
  [
    "an alias without its anchor",
    text("openapi: 3.1.0\ninfo: *info\n"),
    'given:2:8: This is not valid YAML: unidentified alias "info".\n  An alias (*name) needs its anchor (&name) before it.',
  ],
  [
    "JSON that breaks off",
    text('{\n  "openapi": "3.1.0",\n  "info": {'),
    "given:3:12: This is neither JSON nor YAML: unexpected end of the stream within a flow collection.\n  A comma is missing near here, or a quote or bracket is not closed.",
  ],
  [
    "JSON without a comma",
    text('{\n  "openapi": "3.1.0"\n  "info": {}\n}'),
    "given:3:3: This is neither JSON nor YAML: missed comma between flow collection entries.\n  A comma is missing near here, or a quote or bracket is not closed.",
  ],
  [
    "a list",
    json([]),
    "given: The document is not an object.\n  Pass an OpenAPI document (3.x or Swagger 2.0).",
  ],
  [
    "prose",
    text("Hello there"),
    "given: The document is not an object.\n  Pass an OpenAPI document (3.x or Swagger 2.0).",
  ],
  [
    "an HTML page",
    text("\n<!DOCTYPE html><html></html>"),
    "given: This is an HTML page.\n  Pass an OpenAPI document (3.x or Swagger 2.0). API documentation pages load it from a URL such as openapi.json: look for it in the page's source. If this is a login page, save the document to a file.",
  ],
  [
    "an HTML page below a comment",
    text("<!-- docs -->\n<!doctype html>"),
    "given: This is an HTML page.\n  Pass an OpenAPI document (3.x or Swagger 2.0). API documentation pages load it from a URL such as openapi.json: look for it in the page's source. If this is a login page, save the document to a file.",
  ],
  ...["// by hand\n{}", "/* by hand */\n{}", "{ // by hand\n}"].map(
    (written): [string, DocumentSource, string] => [
      JSON.stringify(written),
      text(written),
      "given: This is JSON with comments.\n  Remove the comments: JSON does not allow them. In YAML, comments begin with #.",
    ],
  ),
  [
    "a module",
    text(`// Serves pets.\nimport express from "express";`),
    "given: This is a module.\n  Use --app for a web application: toolwright generate --app ./src/app.ts",
  ],
  [
    "a Postman collection",
    json({ info: { _postman_id: "1" }, item: [] }),
    "given: This is a Postman collection; Postman can export it as OpenAPI.\n  Pass an OpenAPI document (3.x or Swagger 2.0).",
  ],
  [
    "AsyncAPI",
    json({ asyncapi: "3.0.0" }),
    "given: This is an AsyncAPI document.\n  Pass an OpenAPI document (3.x or Swagger 2.0).",
  ],
  [
    "a recording",
    json({ log: { entries: [] } }),
    "given: This is a HAR recording.\n  Pass an OpenAPI document (3.x or Swagger 2.0).",
  ],
  [
    "a list that is called log",
    json({ log: [] }),
    "given: The document has neither an openapi nor a swagger member.\n  Pass an OpenAPI document (3.x or Swagger 2.0).",
  ],
  [
    "GraphQL's introspection",
    json({ data: { __schema: {} } }),
    "given: This is the introspection of a GraphQL schema.\n  Pass an OpenAPI document (3.x or Swagger 2.0).",
  ],
  [
    "a GraphQL schema",
    text("type Query {\n  pets: [Pet]\n}\ntype Pet {\n  id: ID!\n}\n"),
    "given:2:7: This is not valid YAML: end of the stream or a document separator is expected.\n  This looks like a GraphQL schema. Pass an OpenAPI document.",
  ],
  [
    "a merge that is not settled",
    text("info:\n<<<<<<< HEAD\n  title: A\n=======\n  title: B\n>>>>>>> b\n"),
    "given:3:8: This is not valid YAML: can not read a block mapping entry; a multiline key may not be an implicit key.\n  The file has git conflict markers. Resolve them first.",
  ],
  [
    "no version",
    json({ paths: {} }),
    "given: The document has neither an openapi nor a swagger member.\n  Add its version, for example openapi: 3.1.0.",
  ],
  [
    "Swagger 1.2",
    json({ swagger: "1.2" }),
    'given: OpenAPI version "1.2" is not supported.\n  Supported versions: 3.0, 3.1, 3.2 and Swagger 2.0.',
  ],
  [
    "a version to come",
    json({ openapi: "4.0.0" }),
    'given: OpenAPI version "4.0.0" is not supported.\n  Supported versions: 3.0, 3.1, 3.2 and Swagger 2.0.',
  ],
])("load rejects %s", async (_, source, message) => {
  const error = await load(source).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ToolwrightError);
  expect(error).toHaveProperty("message", message);
});

test("load rejects files that can't be read", async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "folder"));
  writeFileSync(join(cwd, "file.yaml"), "");
  writeFileSync(join(cwd, "file.json.gz"), gzipSync("{}"));
  const messageFor = (path: string) =>
    load(path, { cwd }).catch((error: unknown) => String(error));
  expect(await messageFor("none.yaml")).toBe(
    "ToolwrightError: none.yaml: File not found.\n  Check the path. Paths in flags are relative to the current directory; paths in a config are relative to that file. A URL begins with http:// or https://.",
  );
  expect(await messageFor("file.yaml/x")).toMatch("File not found.");
  expect(await messageFor("folder")).toBe(
    "ToolwrightError: folder: This is a folder, not a file.\n  Pass the document itself, for example openapi.yaml in that folder.",
  );
  expect(await messageFor("file.yaml")).toMatch("The document is empty.");
  expect(await messageFor("file.json.gz")).toBe(
    "ToolwrightError: file.json.gz: This is a compressed file (gzip or ZIP).\n  Unpack it first, and pass the document inside.",
  );
});
