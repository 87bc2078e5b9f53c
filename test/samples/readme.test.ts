import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the README shows a module as it is generated", () => {
  const path = "samples/petstore/server/src/tools/create-pet.ts";
  const module = readFileSync(path, "utf8");
  expect(readFileSync("README.md", "utf8")).toContain(module);
});
