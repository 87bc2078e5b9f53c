import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeAll, expect, test } from "vitest";
import { call } from "./pairs.js";
import { bundle, emit, serve } from "./project.js";
import type { Served } from "./project.js";

const answer = {
  description: "Pets",
  content: {
    "application/json": {
      schema: {
        type: "array",
        items: { type: "object", properties: { name: { type: "string" } } },
      },
      example: [{ name: "Rex" }],
    },
  },
};

/** Document without a server and a key. */
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  },
  paths: {
    "/pets": {
      get: { operationId: "listPets", responses: { 200: answer } },
      post: { operationId: "addPet", responses: { 200: answer } },
    },
  },
};

let project: string;
let served: Served | undefined;
beforeAll(async () => {
  const config = { document: "pets.json", emit: ["tests"] } as const;
  project = await emit(
    { ...config, allRoutesAsTools: true },
    JSON.stringify(DOCUMENT),
  );
  const file = join(project, "src", "tools", "list-pets.ts");
  const text = readFileSync(file, "utf8");
  const edited = text.replace(
    "return send(args);",
    "const { data } = await send(args); return data.map(({ name }) => name);",
  );
  expect(edited).not.toBe(text);
  writeFileSync(file, edited);
  await bundle(project);
});
afterEach(() => served?.stop());

const node = () => ({
  command: process.execPath,
  args: ["dist/main.js"],
  cwd: project,
});

test("a dry run shows the request, whatever the handler does with the response", async () => {
  const told = await call(node(), "listPets", { API_DRY_RUN: "1" });
  expect(told).toContain("Dry run: nothing was sent.");
  expect(told).toContain("GET https://api.example/pets");
});

test("a mock needs no base URL and no credentials", async () => {
  const env = { API_MOCK: "1", API_BASE_URL: "" };
  expect(await call(node(), "listPets", env)).toContain('[\\"Rex\\"]');
  served = await serve(join(project, "dist", "main.js"), { env });
  expect(served.lines.join()).not.toContain('"event":"credentials"');
});

test.each([
  [["lstPets"], {}, 2, "Similar names: listPets, addPet."],
  [[], { API_BASE_URL: "" }, 2, "Set the URL of the API to call"],
  // Of another API: the document's own address is none that was named.
  [
    [],
    { API_BASE_URL: "", SHOP_API_BASE_URL: "http://127.0.0.1:9" },
    ...([
      2,
      "Set the URL of the API to call: API_BASE_URL=https://staging",
    ] as const),
  ],
  [
    [],
    {},
    1,
    "- 0 ms  listPets  GET /pets: (ECONNREFUSED) could not connect to the API",
  ],
])("verify of %j with %j exits with %i", async (named, env, code, want) => {
  const outfile = join(project, "dist", "verify.js");
  await build({
    entryPoints: [join(project, "test", "verify.ts")],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outfile,
  });
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [outfile, ...named],
    {
      cwd: project,
      encoding: "utf8",
      env: { API_BASE_URL: "http://127.0.0.1:9", ...env },
    },
  );
  expect((stdout + stderr).replace(/ +\d+ ms/, " 0 ms")).toContain(want);
  expect(status).toBe(code);
});
