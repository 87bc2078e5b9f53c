import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { check, generate } from "../../generator/index.js";
import { recordContracts } from "../../generator/commands/check.js";
import { emit, typeErrors } from "./project.js";

const CONFIG = {
  document: "samples/petstore/openapi.json",
  allRoutesAsTools: true,
  emit: ["tests"],
} as const;

let out: string;
beforeAll(async () => {
  out = await emit(CONFIG);
}, 60_000);

/** What `npm test` does; the lines of what failed. */
async function run(env: NodeJS.ProcessEnv = {}): Promise<string> {
  await build({
    entryPoints: [join(out, "test", "index.ts")],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outfile: join(out, "dist", "test.js"),
  });
  const args = ["--test", "--test-reporter=spec", join(out, "dist", "test.js")];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { env: { ...process.env, ...env } },
      (error, stdout) => resolve(error === null ? "" : stdout),
    );
  });
}

/** Edits a file for the time of a run. */
async function withEdit<Result>(
  path: string,
  [from, to]: readonly [string | RegExp, string],
  work: () => Promise<Result>,
): Promise<Result> {
  const file = join(out, path);
  const text = readFileSync(file, "utf8");
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  writeFileSync(file, edited);
  try {
    return await work();
  } finally {
    writeFileSync(file, text);
  }
}

test("what is generated passes, whatever the environment says, and has right types", async () => {
  expect(
    await run({ SHOP_API_TOKEN: "t", API_BASE_URL: "https://elsewhere" }),
  ).toBe("");
  expect(await typeErrors(join(out, "test"))).toBe("");
});

const HANDLER = "return send(args);";

test.each<[what: string, tool: string, from: string | RegExp, to: string]>([
  [
    "an argument dropped",
    "list-pets",
    HANDLER,
    "const { limit, ...rest } = args; return send(rest);",
  ],
  ["another place", "list-pets", /(limit: \{\s+in: )"query"/, '$1"header"'],
  ["another name on the wire", "list-pets", '"X-Trace-Id"', '"X-Trace"'],
  ["another style", "list-pets", 'style: "deepObject"', 'style: "form"'],
  ["lists in another way", "list-pets", "explode: false,", ""],
  ["another method", "replace-pet", 'request: "PUT', 'request: "PATCH'],
  ["another path", "get-categories", '"GET /categories"', '"GET /category"'],
  [
    "a lost header",
    "replace-pet",
    HANDLER,
    'return send({ ...args, If_Match: "" });',
  ],
  [
    "another cookie",
    "get-categories",
    'in: "cookie"',
    'in: "cookie", name: "language"',
  ],
  [
    "another content type",
    "update-pet-with-form",
    "application/x-www-form-urlencoded",
    "application/json",
  ],
  [
    "no content type",
    "upload-photo",
    'contentType: "multipart/form-data",',
    "",
  ],
  [
    "another value of the body",
    "create-pet",
    HANDLER,
    "return send({ ...args, name: args.name.toUpperCase() });",
  ],
  ["nothing sent", "delete-pet", HANDLER, 'return "Never.";'],
  [
    "another server",
    "get-pet",
    /(request: .*)/,
    '$1\n  server: "https://old.example",',
  ],
  ["another type wanted", "get-photo", '"image/jpeg"', '"image/png"'],
])("%s is seen", async (_what, tool, from, to) => {
  const said = await withEdit(`src/tools/${tool}.ts`, [from, to], () => run());
  expect(said).toMatch(/fail [1-9]/);
  expect(said).toMatch(/#\/paths\/~1|No tool sends|Nothing was sent/);
});

test.each<[what: string, path: string, from: string | RegExp, to: string]>([
  [
    "a shorter answer",
    "src/tools/get-pet.ts",
    HANDLER,
    "const { data } = await send(args); return data.name;",
  ],
  [
    "a log line",
    "src/tools/get-pet.ts",
    HANDLER,
    'console.error("asked"); return send(args);',
  ],
  [
    "a second request",
    "src/tools/get-pet.ts",
    HANDLER,
    "await send(args); return send(args);",
  ],
  ["other words", "src/tools/list-pets.ts", /title: ".*"/, 'title: "Pets"'],
  [
    "a header for all",
    "src/client.ts",
    "timeout: 30,",
    'timeout: 30, headers: { "x-team": "mcp" },',
  ],
])("%s is no fault", async (_what, path, from, to) => {
  expect(await withEdit(path, [from, to], () => run())).toBe("");
});

test("a case changed by hand stays when the project is generated anew", async () => {
  const edit = ["petId: 1, fields", "petId: 7, fields"] as const;
  await withEdit("test/cases-pets.ts", edit, async () => {
    await generate({ ...CONFIG, out });
    const text = readFileSync(join(out, "test/cases-pets.ts"), "utf8");
    expect(text).toContain("petId: 7, fields");
    expect(await run()).toContain("fail 1");
  });
});

test("a contract tells where an edit changes what a model is offered, until it is recorded", async () => {
  const config = { ...CONFIG, out };
  const contract = true;
  const drifts = async () =>
    (await check(config, { contract })).drifts.map(({ kind, path }) => [
      kind,
      path,
    ]);
  expect(await drifts()).toEqual([]);
  const path = "src/tools/delete-pet.ts";
  await withEdit(path, [HANDLER, "return await send(args);"], async () => {
    expect(await drifts()).toEqual([]);
  });
  await withEdit(
    path,
    ["idempotentHint: true", "idempotentHint: false"],
    async () => {
      expect(await drifts()).toEqual([
        ["contract", "test/contract/delete-pet.json"],
      ]);
      expect((await check(config)).current).toBe(true);
      expect((await recordContracts(config)).current).toBe(true);
      expect(await drifts()).toEqual([]);
    },
  );
  expect(await drifts()).toEqual([
    ["contract", "test/contract/delete-pet.json"],
  ]);
});
