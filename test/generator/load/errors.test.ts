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
    "given: The document is empty.\n  Give a file that holds an OpenAPI description.",
  ],
  [
    "YAML with a tab",
    text("openapi: 3.1.0\ninfo:\n\ttitle: A\n"),
    "given:3:1: This is not valid YAML: tab characters must not be used in indentation.\n  YAML is indented with spaces: replace the tab at the start of this line.",
  ],
  [
    "YAML with broken indentation",
    text("openapi: 3.1.0\ninfo:\n  title: A\n   version: 1\n"),
    "given:4:11: This is not valid YAML: bad indentation of a mapping entry.\n  Compare this line's indentation with the lines around it; a text that holds ': ' or ' #', or begins with @, %, ` or *, needs quotes.",
  ],
  [
    "YAML with an open bracket",
    text("openapi: 3.1.0\ntags: [a,\n"),
    "given:3: This is not valid YAML: unexpected end of the stream within a flow collection.\n  A comma is missing near here, or a quote or bracket that was opened is not closed.",
  ],
  [
    "an alias without its anchor",
    text("openapi: 3.1.0\ninfo: *info\n"),
    'given:2:8: This is not valid YAML: unidentified alias "info".\n  An alias (*name) needs its anchor (&name) before it.',
  ],
  [
    "JSON that breaks off",
    text('{\n  "openapi": "3.1.0",\n  "info": {'),
    "given:3:12: This is neither JSON nor YAML: unexpected end of the stream within a flow collection.\n  A comma is missing near here, or a quote or bracket that was opened is not closed.",
  ],
  [
    "JSON without a comma",
    text('{\n  "openapi": "3.1.0"\n  "info": {}\n}'),
    "given:3:3: This is neither JSON nor YAML: missed comma between flow collection entries.\n  A comma is missing near here, or a quote or bracket that was opened is not closed.",
  ],
  [
    "a list",
    json([]),
    "given: The document is no object with members.\n  An OpenAPI description (3.x, or Swagger 2.0) is needed.",
  ],
  [
    "prose",
    text("Hello there"),
    "given: The document is no object with members.\n  An OpenAPI description (3.x, or Swagger 2.0) is needed.",
  ],
  [
    "an HTML page",
    text("\n<!DOCTYPE html><html></html>"),
    "given: This is an HTML page.\n  An OpenAPI description (3.x, or Swagger 2.0) is needed. Pages that show an API load it from an address such as openapi.json: look for it in the page's source. Where this is the page of a login, save the document to a file.",
  ],
  [
    "an HTML page below a comment",
    text("<!-- docs -->\n<!doctype html>"),
    "given: This is an HTML page.\n  An OpenAPI description (3.x, or Swagger 2.0) is needed. Pages that show an API load it from an address such as openapi.json: look for it in the page's source. Where this is the page of a login, save the document to a file.",
  ],
  ...["// by hand\n{}", "/* by hand */\n{}", "{ // by hand\n}"].map(
    (written): [string, DocumentSource, string] => [
      JSON.stringify(written),
      text(written),
      "given: This is JSON with comments.\n  Remove the comments: JSON has none. Those of YAML begin with #.",
    ],
  ),
  [
    "a module",
    text(`// Serves pets.\nimport express from "express";`),
    "given: This is a module.\n  A web application is named with --app: toolwright generate --app ./src/app.ts",
  ],
  [
    "a Postman collection",
    json({ info: { _postman_id: "1" }, item: [] }),
    "given: This is a Postman collection; Postman can export it as OpenAPI.\n  An OpenAPI description (3.x, or Swagger 2.0) is needed.",
  ],
  [
    "AsyncAPI",
    json({ asyncapi: "3.0.0" }),
    "given: This is an AsyncAPI document.\n  An OpenAPI description (3.x, or Swagger 2.0) is needed.",
  ],
  [
    "a recording",
    json({ log: { entries: [] } }),
    "given: This is a HAR recording.\n  An OpenAPI description (3.x, or Swagger 2.0) is needed.",
  ],
  [
    "a list that is called log",
    json({ log: [] }),
    "given: The document has neither an openapi nor a swagger member.\n  An OpenAPI description (3.x, or Swagger 2.0) is needed.",
  ],
  [
    "GraphQL's introspection",
    json({ data: { __schema: {} } }),
    "given: This is the introspection of a GraphQL schema.\n  An OpenAPI description (3.x, or Swagger 2.0) is needed.",
  ],
  [
    "a GraphQL schema",
    text("type Query {\n  pets: [Pet]\n}\ntype Pet {\n  id: ID!\n}\n"),
    "given:2:7: This is not valid YAML: end of the stream or a document separator is expected.\n  This looks like a GraphQL schema; an OpenAPI description is needed.",
  ],
  [
    "a merge that is not settled",
    text("info:\n<<<<<<< HEAD\n  title: A\n=======\n  title: B\n>>>>>>> b\n"),
    "given:3:8: This is not valid YAML: can not read a block mapping entry; a multiline key may not be an implicit key.\n  Git's conflict markers stand in it: resolve them first.",
  ],
  [
    "no version",
    json({ paths: {} }),
    "given: The document has neither an openapi nor a swagger member.\n  Add the version that it is written in, for example openapi: 3.1.0.",
  ],
  [
    "Swagger 1.2",
    json({ swagger: "1.2" }),
    'given: OpenAPI version "1.2" is not supported.\n  Supported are 3.0, 3.1, 3.2 and Swagger 2.0.',
  ],
  [
    "a version to come",
    json({ openapi: "4.0.0" }),
    'given: OpenAPI version "4.0.0" is not supported.\n  Supported are 3.0, 3.1, 3.2 and Swagger 2.0.',
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
    "ToolwrightError: none.yaml: There is no such file.\n  Check the path: of a flag, it is taken from the folder that the command runs in; of a config, from there. A URL begins with http:// or https://.",
  );
  expect(await messageFor("file.yaml/x")).toMatch("There is no such file.");
  expect(await messageFor("folder")).toBe(
    "ToolwrightError: folder: This is a folder.\n  Name the document itself, for example openapi.yaml in it.",
  );
  expect(await messageFor("file.yaml")).toMatch("The document is empty.");
  expect(await messageFor("file.json.gz")).toBe(
    "ToolwrightError: file.json.gz: This is a packed file (gzip or ZIP).\n  Unpack it first, and name the document in it.",
  );
});
