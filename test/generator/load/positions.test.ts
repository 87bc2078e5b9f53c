import { expect, test } from "vitest";
import { load } from "../../../generator/load/load.js";

const JSON_TEXT = `{ "openapi": "3.1.0",
  "paths": {
    "/a\\"b~c": { "get": { "tags": ["x", {"y": []}] } },
    "\\u002fb": true
  },
  "x": 1, "x": { "z": "}{" }
}`;

const YAML_TEXT = `openapi: 3.1.0
paths:
  "/a\\"b~c":
    get:
      tags: [x, { y: [] }]
  /b: &b
    get: { z: 1 }
  /c: *b
  /d:
    <<: *b
    put: 1
  /e:
    "<<": { get: { z: 1 } }
`;

test.each<[string, string, string]>([
  ["json", "", "1:1"],
  ["json", "/openapi", "1:3"],
  ["json", '/paths/~1a"b~0c', "3:5"],
  ["json", '/paths/~1a"b~0c/get/tags', "3:27"],
  ["json", '/paths/~1a"b~0c/get/tags/0', "3:36"],
  ["json", '/paths/~1a"b~0c/get/tags/1/y', "3:42"],
  ["json", "/paths/~1b", "4:5"],
  ["json", "/paths/~1none/get", "2:3"],
  ["json", "/x/z", "6:18"],
  ["yaml", "", "1:1"],
  ["yaml", "/openapi", "1:1"],
  ["yaml", '/paths/~1a"b~0c', "3:3"],
  ["yaml", '/paths/~1a"b~0c/get/tags/1/y', "5:19"],
  ["yaml", "/paths/~1b/get/z", "7:12"],
  ["yaml", "/paths/~1c", "8:3"],
  ["yaml", "/paths/~1c/get/z", "7:12"],
  ["yaml", "/paths/~1d/get/z", "7:12"],
  ["yaml", "/paths/~1d/put", "11:5"],
  ["yaml", "/paths/~1d/post", "9:3"],
  ["yaml", "/paths/~1e/<</get", "13:13"],
  ["yaml", "/paths/~1e/get", "12:3"],
])("locate in %s finds the pointer %s at %s", async (format, pointer, want) => {
  const text = format === "json" ? JSON_TEXT : YAML_TEXT;
  const { locate } = await load({ text, name: "a" });
  const { file, line, column } = locate(pointer);
  expect(file).toBe("a");
  expect(`${line}:${column}`).toBe(want);
});

test("positions count from the start of the file, not of the YAML document", async () => {
  const text = "just text\n---\nopenapi: 3.1.0\ninfo:\n  title: A\n";
  const { locate } = await load({ text, name: "a" });
  expect(locate("/info/title")).toEqual({ file: "a", line: 5, column: 3 });
});
