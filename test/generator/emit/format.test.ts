import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generate } from "../../../generator/index.js";
import { cacheFileOf } from "../../../generator/project/cache.js";
import { ownCache, temporaryFolder } from "../temporary.js";

test.each([
  ["short", "https://api.example"],
  ["long enough for the next line", "https://api.example/a/path/of/versions/1"],
  [
    "too long for one line",
    "https://api.example/a/path/that/leads/to/the/first/version",
  ],
])(
  "a first run lays out its files without prettier: address %s",
  async (...row) => {
    const [, url] = row;
    ownCache();
    const folder = temporaryFolder();
    const out = join(folder, "out");
    const document = join(folder, "document.json");
    const get = { operationId: "listPets", responses: {} };
    const info = { title: "Pets", version: "1" };
    const paths = { "/pets": { get } };
    writeFileSync(
      document,
      JSON.stringify({ openapi: "3.1.0", info, servers: [{ url }], paths }),
    );
    await generate({ document, out });
    // Texts that prettier has formatted are kept for the next run.
    expect(existsSync(cacheFileOf(out))).toBe(false);
  },
);
