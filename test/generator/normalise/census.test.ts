import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { load } from "../../../generator/load/load.js";
import { unknownFields } from "./census.js";

test("the census finds fields that no stage reads", () => {
  const schema = { type: "array", items: { tpye: "string", "x-a": 1 } };
  const media = {
    schema,
    encoding: { a: { headers: { "X-B": { schem: {} } } } },
  };
  const document = {
    openapi: "3.1.0",
    infos: {},
    paths: {
      "/a": {
        get: {
          parameters: [{ nam: "a" }],
          requestBody: { content: { "a/b": media } },
        },
      },
    },
  };
  expect([...unknownFields(document)]).toEqual([
    "document.infos",
    "parameter.nam",
    "schema.tpye",
    "header.schem",
  ]);
});

const documents = readdirSync("samples", { recursive: true, encoding: "utf8" })
  .filter((file) => /openapi\.(?:json|ya?ml)$/.test(file))
  .map((file) => join("samples", file));

test.each(documents)("%s has no field that no stage reads", async (path) => {
  const { document } = await load(path);
  expect([...unknownFields(document)]).toEqual([]);
});
