import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test, vi } from "vitest";
import { temporaryFolder } from "../generator/temporary.js";
import { listen } from "../runtime/upstream.js";
import { bundleModules } from "./bundle.js";
import { bundle, emit } from "./project.js";
import { typeErrors } from "../type-check.js";

const run = promisify(execFile);

const json = (schema: object) => ({
  200: { description: "", content: { "application/json": { schema } } },
});
const limit = { in: "query", name: "limit", schema: { type: "integer" } };
const document = {
  openapi: "3.1.0",
  info: { title: "Pet Store", version: "1" },
  servers: [{ url: "https://api.example" }],
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } },
  },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        parameters: [limit],
        responses: json({
          type: "array",
          items: {
            type: "object",
            required: ["id"],
            properties: {
              id: { type: "integer" },
              name: { type: "string" },
            },
          },
        }),
      },
    },
    "/pets/{id}": {
      delete: {
        operationId: "deletePet",
        parameters: [
          {
            in: "path",
            name: "id",
            required: true,
            schema: { type: "integer" },
          },
        ],
        responses: { 204: { description: "" } },
      },
    },
  },
};

let project = "";
let main = "";

beforeAll(async () => {
  project = await emit(
    {
      allRoutesAsTools: true,
      emit: ["client"],
      tools: "search",
      overrides: { deletePet: { confirm: "id" } },
    },
    JSON.stringify(document),
  );
  main = await bundle(project);
});

/** An API that responds with its query, many nulls, and the key that it was given. */
async function withApi<Result>(
  ask: (env: Record<string, string>) => Promise<Result>,
) {
  const api = await listen(({ headers, method, url }, response) => {
    const isThere = method === "GET" && headers["x-key"] === "k";
    response.writeHead(isThere ? 200 : 404, {
      "content-type": "application/json",
    });
    const name = url?.endsWith("=0") ? "a".repeat(5_000_000) : null;
    response.end(JSON.stringify([{ id: url?.length, name }]));
  });
  const env = { API_BASE_URL: api.baseUrl, API_KEY: "k" };
  return ask(env).finally(() => api.close());
}

test("a script client has the types of the tools", async () => {
  const script = `import { petStoreApi } from "./script-client.js";
const pets = await petStoreApi.listPets({ limit: 5 });
const all = await petStoreApi.listPets();
export const ids: number[] = [...pets, ...all].map((pet) => pet.id);
// @ts-expect-error: it is a number
await petStoreApi.listPets({ limit: "5" });
// @ts-expect-error: it needs an id
await petStoreApi.deletePet();
`;
  await writeFile(join(project, "src/ids.ts"), script);
  expect(await typeErrors(project)).toEqual([]);
});

interface Calls {
  readonly petStoreApi: Readonly<
    Record<string, (args?: object) => Promise<unknown>>
  >;
  readonly workflows: Calls["petStoreApi"];
}

test("a script client uses credentials, checks and consent, and returns complete responses", async () => {
  const file = await bundleModules(project, "src/script-client.ts");
  await withApi(async (env) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const { petStoreApi } = (await import(pathToFileURL(file).href)) as Calls;
    const { deletePet, listPets } = petStoreApi;
    expect(await listPets?.({ limit: 5 })).toEqual([{ id: 13, name: null }]);
    await expect(listPets?.({ limit: "five" })).rejects.toThrow("/limit");
    await expect(listPets?.({ limit: 0 })).rejects.toThrow("cut after 4 MB");
    await expect(deletePet?.({ id: 1 })).rejects.toThrow("must repeat id");
    const sure = deletePet?.({ id: 1, confirm: "1" });
    await expect(sure).rejects.toThrow("404 Not Found");
  });
  vi.unstubAllEnvs();
});

test.each<[string[], number, string, string]>([
  [["call", "listPets", '{"limit":5}'], 0, '[{"id":13,"name":null}]\n', ""],
  [["call", "listPets"], 0, '[{"id":5,"name":null}]\n', ""],
  [["call", "deletePet", '{"id":1}'], 1, "", "must repeat id"],
  [["call", "listPets", "[1]"], 1, "", "as one JSON object"],
  [["call", "listPets", "{"], 1, "", "as one JSON object"],
  [["call", "none"], 1, "", "Unknown tool: none"],
  [["call", "deletePet", "{}", "--read-only"], 1, "", "Unknown tool"],
  [["serve"], 1, "", 'Unknown command: "serve".'],
])("the command line calls %j", async (args, status, stdout, error) => {
  const told = await withApi((env) =>
    run(process.execPath, [main, ...args], { env: { ...process.env, ...env } })
      .then((done) => ({ code: 0, ...done }))
      .catch((failed: Told) => failed),
  );
  expect([told.code, told.stdout]).toEqual([status, stdout]);
  expect(told.stderr).toContain(error);
});

type Told = { code: number; stdout: string; stderr: string };

const FLOW = {
  arazzo: "1.0.1",
  sourceDescriptions: [{ name: "pets", url: "pets.json" }],
  workflows: [
    {
      workflowId: "first",
      inputs: { required: ["most"], properties: { most: { type: "integer" } } },
      steps: [
        {
          stepId: "list",
          operationId: "listPets",
          parameters: [{ name: "limit", in: "query", value: "$inputs.most" }],
          outputs: { id: "$response.body#/0/id" },
        },
      ],
      outputs: { id: "$steps.list.outputs.id" },
    },
  ],
};

test("a script client has workflows as they were edited", async () => {
  const file = join(temporaryFolder(), "first.arazzo.json");
  await writeFile(file, JSON.stringify(FLOW));
  const folder = await emit(
    { allRoutesAsTools: true, emit: ["client"], workflows: [file] },
    JSON.stringify(document),
  );
  const path = join(folder, "src/workflows/first.ts");
  const made = await readFile(path, "utf8");
  const edited = made.replace(
    /return \{ (.*) \};/,
    'return { $1, by: "hand" };',
  );
  await writeFile(path, edited);
  const script = `import { workflows } from "./script-client.js";
import first from "./workflows/first.js";
import type { Context } from "./runtime/index.js";
const { by, id } = await workflows.first({ most: 5 });
export const told: [number | undefined, string] = [id, by];
// @ts-expect-error: it is a number
await workflows.first({ most: "5" });
// @ts-expect-error: it needs one
await workflows.first();
// @ts-expect-error: it sends no request of its own
export const send = ({ call }: Context) => call(first, { most: 5 });
`;
  await writeFile(join(folder, "src/told.ts"), script);
  expect(await typeErrors(folder)).toEqual([]);
  const calls = await bundleModules(folder, "src/script-client.ts");
  await withApi(async (env) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const { workflows } = (await import(pathToFileURL(calls).href)) as Calls;
    expect(await workflows["first"]?.({ most: 5 })).toEqual({
      id: 13,
      by: "hand",
    });
    const refused = workflows["first"]?.({ most: "five" });
    await expect(refused).rejects.toThrow("/most");
  });
  vi.unstubAllEnvs();
}, 60_000);
