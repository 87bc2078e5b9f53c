import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { check, generate } from "../../generator/index.js";
import { recordContracts } from "../../generator/commands/check.js";
import { groupBy } from "../../generator/shared/group-by.js";
import { temporaryFolder } from "../generator/temporary.js";
import { bundleModules } from "./bundle.js";
import { emit } from "./project.js";
import { typeErrors } from "../type-check.js";

const CONFIG = {
  document: "samples/petstore/openapi.json",
  allRoutesAsTools: true,
  emit: ["tests"],
} as const;

type Edit = readonly [path: string, from: string | RegExp, to: string];

let out: string;
beforeAll(async () => {
  out = await emit(CONFIG);
}, 60_000);

/** Runs the tests of a project in one process; returns the lines of failures. */
async function run(env: NodeJS.ProcessEnv = {}, folder = out): Promise<string> {
  const outfile = await bundleModules(folder, "test/index.ts");
  const args = ["--test-reporter=spec", outfile];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { env: { ...process.env, ...env } },
      (error, stdout) => resolve(error === null ? "" : stdout),
    );
  });
}

/** Edits one file after the other for the time of a run. */
async function withEdits<Result>(
  edits: readonly Edit[],
  work: () => Promise<Result>,
): Promise<Result> {
  const [first, ...rest] = edits;
  if (first === undefined) return work();
  const [path, from, to] = first;
  return withEdit(path, [from, to], () => withEdits(rest, work));
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

test("generated tests pass in any environment, and compile", async () => {
  expect(
    await run({ SHOP_API_TOKEN: "t", API_BASE_URL: "https://elsewhere" }),
  ).toBe("");
  expect(await typeErrors(join(out, "test"))).toEqual([]);
});

test("generated tests compare complete responses of a search", async () => {
  const example = { name: "Rex", owner: null };
  const content = { "application/json": { schema: {}, example } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: "https://pets.example" }],
    paths: { "/pet": { get: { responses: { 200: { content } } } } },
  };
  const config = { ...CONFIG, document: "pets.json", tools: "search" } as const;
  const folder = await emit(config, JSON.stringify(document));
  expect(await run({}, folder)).toBe("");
});

/** Calls an operation of each API, and tries again an hour later. */
const BOTH = {
  arazzo: "1.0.1",
  sourceDescriptions: ["books", "pets"].map((name) => ({ name, url: name })),
  workflows: [
    {
      workflowId: "both",
      inputs: { properties: { stars: { type: "integer", minimum: 3 } } },
      steps: [
        {
          stepId: "reviews",
          operationId: "listReviews",
          parameters: [
            { name: "bookId", in: "path", value: 7 },
            { name: "minStars", in: "query", value: "$inputs.stars" },
          ],
          successCriteria: [{ condition: "$response.body#/0/stars > 9" }],
          onFailure: [{ name: "late", type: "retry", retryAfter: 3600 }],
        },
      ],
    },
    {
      workflowId: "pets",
      steps: [{ stepId: "all", operationId: "getCategories" }],
    },
  ],
};

test("generated tests call workflows, and mocks of their APIs respond at once", async () => {
  const file = join(temporaryFolder(), "both.arazzo.json");
  writeFileSync(file, JSON.stringify(BOTH));
  const apis = {
    books: "bookshop/openapi.yaml",
    pets: "petstore/openapi.json",
  };
  const folder = await emit({
    sources: Object.entries(apis).map(([name, document]) => {
      return { name, document: `samples/${document}`, allRoutesAsTools: true };
    }),
    emit: ["tests"],
    sdk: "v2",
    tools: "search",
    workflows: [file],
  });
  expect(await typeErrors(join(folder, "test"))).toEqual([]);
  expect(await run({}, folder)).toBe("");
  const path = join(folder, "src/workflows/both.ts");
  const text = readFileSync(path, "utf8");
  const faults: [string, string][] = [
    [
      "await call(listReviews",
      "await call({ ...listReviews, request: 'GET /x' }",
    ],
    ["progress(", "null!.valueOf(); progress("],
  ];
  for (const [from, to] of faults) {
    writeFileSync(path, text.replace(from, to));
    expect(await run({}, folder), to).toContain("workflow both");
  }
}, 60_000);

const HANDLER = "return send(args);";

/** Edits of each operation that a test has to find. */
const FAULTS: Readonly<
  Record<
    string,
    readonly [
      tool: string,
      ...(readonly [what: string, from: string | RegExp, to: string])[],
    ]
  >
> = {
  "GET /pets": [
    "list-pets",
    ["another name on the wire", '"X-Trace-Id"', '"X-Trace"'],
    ["another style", 'style: "deepObject"', 'style: "form"'],
    ["lists in another way", "explode: false,", ""],
  ],
  "PUT /pets/{petId}": [
    "replace-pet",
    ["another method", 'request: "PUT', 'request: "PATCH'],
    ["a lost header", HANDLER, 'return send({ ...args, If_Match: "" });'],
  ],
  "GET /categories": [
    "get-categories",
    ["another path", '"GET /categories"', '"GET /category"'],
    ["another cookie", 'in: "cookie"', 'in: "cookie", name: "language"'],
  ],
  "POST /pets/{petId}": [
    "update-pet-with-form",
    [
      "another content type",
      "application/x-www-form-urlencoded",
      "application/json",
    ],
  ],
  "POST /pets/{petId}/photos": [
    "upload-photo",
    ["no content type", 'contentType: "multipart/form-data",', ""],
  ],
  "POST /pets": [
    "create-pet",
    [
      "another value of the body",
      HANDLER,
      "return send({ ...args, name: args.name.toUpperCase() });",
    ],
  ],
  "DELETE /pets/{petId}": [
    "delete-pet",
    ["nothing sent", HANDLER, 'return "Never.";'],
  ],
  "GET /pets/findByStatus": [
    "find-pets-by-status",
    ["another place", /(status: \{\s+in: )"query"/, '$1"header"'],
  ],
  "GET /pets/{petId}": [
    "get-pet",
    [
      "an argument dropped",
      HANDLER,
      "const { fields, ...rest } = args; return send(rest);",
    ],
    ["another server", /(request: .*)/, '$1\n  server: "https://old.example",'],
  ],
  "GET /pets/{petId}/photos/{photoId}": [
    "get-photo",
    ["another type wanted", '"image/jpeg, ', '"image/png, '],
  ],
};

/** Rounds with one fault of each operation, which are found in one run. */
const rounds = groupBy(
  Object.entries(FAULTS).flatMap(([operation, [tool, ...faults]]) =>
    faults.map(([what, from, to], round) => {
      const edit: Edit = [`src/tools/${tool}.ts`, from, to];
      return [round, { operation, what, edit }] as const;
    }),
  ),
);

test.each(
  [...rounds.values()].map(
    (faults) => [faults.map(({ what }) => what).join(", "), faults] as const,
  ),
)("generated tests find faults of operations: %s", async (_whats, faults) => {
  const edits = faults.map(({ edit }) => edit);
  const said = await withEdits(edits, () => run());
  expect(said).toMatch(/#\/paths\/~1|No tool sends|Nothing was sent/);
  const failed = said.matchAll(/^✖ (?:\w+: )?([A-Z]+ \S+) /gm);
  expect(
    [...new Set([...failed].map(([, operation]) => operation))].sort(),
  ).toEqual(faults.map(({ operation }) => operation).sort());
});

test("generated tests pass for edits that change no request", async () => {
  const edits: Edit[] = [
    // A shorter answer.
    [
      "src/tools/get-pet.ts",
      HANDLER,
      "const { data } = await send(args); return data.name;",
    ],
    // A log line, a second request, other words.
    [
      "src/tools/get-order.ts",
      HANDLER,
      'console.error("asked"); return send(args);',
    ],
    [
      "src/tools/find-pets-by-status.ts",
      HANDLER,
      "await send(args); return send(args);",
    ],
    ["src/tools/list-pets.ts", /title: ".*"/, 'title: "Pets"'],
    // A header for all.
    [
      "src/client.ts",
      "timeout: 30,",
      'timeout: 30, headers: { "x-team": "mcp" },',
    ],
  ];
  expect(await withEdits(edits, () => run())).toBe("");
});

test("generated tests judge the path of a request, and not the base URL of the client", async () => {
  const edit: Edit = [
    "src/client.ts",
    "https://petstore.example/v1",
    "https://pets.test/shop/v2/?tenant=7",
  ];
  expect(await withEdits([edit], () => run())).toBe("");
});

const READ_FIRST = `const order = await context.call(getOrder, { orderId: 7 }).catch(() => null);
    const [pets, categories] = await Promise.all([
      context.call(listPets, {}),
      context.call(getCategories, {}),
    ]);
    return { order, pets: pets.data, categories: categories.data };`;

test("generated tests compare all requests of a case that has several, and respond to each", async () => {
  const path = "src/tools/delete-pet.ts";
  const cases = (categories: string): Edit => [
    "test/cases/pets.ts",
    /"DELETE \/pets\/\{petId\}": \{[\s\S]*?\n {2}\},/,
    `"DELETE /pets/{petId}": {
      args: { petId: 1 },
      requests: [
        { sends: "GET /orders/7", answer: { message: "gone" }, status: 404 },
        { sends: "GET ${categories}", answer: ["cats"] },
        { sends: "GET /pets", answer: [{ name: "Rex" }] },
      ],
      answer: { order: null, pets: [{ name: "Rex" }], categories: ["cats"] },
    },`,
  ];
  const handler: Edit[] = [
    [
      path,
      "async handler(args, { send }) {",
      "async handler(_args, context) {",
    ],
    [path, HANDLER, READ_FIRST],
    [
      path,
      /^/,
      'import getOrder from "./get-order.js";\nimport getCategories from "./get-categories.js";\nimport listPets from "./list-pets.js";\n',
    ],
  ];
  const [right, wrong] = ["/categories", "/category"].map(cases);
  if (!right || !wrong) throw new Error("There are two.");
  expect(await withEdits([...handler, right], () => run())).toBe("");
  expect(await withEdits([...handler, wrong], () => run())).toContain(
    "deletePet: DELETE /pets/{petId}",
  );
  const second = "await context.call(getOrder, { orderId: 8 }); return {";
  const more: Edit = [path, "return {", second];
  expect(await withEdits([...handler, more, right], () => run())).toContain(
    "deletePet: DELETE /pets/{petId}",
  );
});

test("generated tests keep an edited case when the project is regenerated", async () => {
  const edit = ["petId: 1, fields", "petId: 7, fields"] as const;
  await withEdit("test/cases/pets.ts", edit, async () => {
    await generate({ ...CONFIG, out });
    const text = readFileSync(join(out, "test/cases/pets.ts"), "utf8");
    expect(text).toContain("petId: 7, fields");
    expect(await run()).toContain("fail 1");
  });
});

test("check --contract reports edits of listed tools until they are recorded", async () => {
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
        ["contract", "test/contract.json"],
        ["contract", "test/contract/delete-pet.json"],
      ]);
      expect((await check(config)).current).toBe(true);
      expect((await recordContracts(config)).current).toBe(true);
      expect(await drifts()).toEqual([]);
    },
  );
  expect(await drifts()).toEqual([
    ["contract", "test/contract.json"],
    ["contract", "test/contract/delete-pet.json"],
  ]);
  await recordContracts(config);
});

test("check --contract covers your own tools once they are recorded", async () => {
  const config = { ...CONFIG, out };
  const drifts = async () =>
    (await check(config, { contract: true })).drifts.map(({ path }) => path);
  const contract = "test/contract/custom/greet-pet.json";
  const own = `
const greetPet = defineTool({
  name: "greetPet",
  annotations: { readOnlyHint: true },
  arguments: { petId: { type: "integer", required: true } },
  handler: ({ petId }) => text(\`Hello, \${petId}!\`),
});
`;
  await withEdit("src/custom/index.ts", [/$/, own], async () => {
    expect(await drifts()).toEqual(["test/contract.json", contract]);
    expect((await recordContracts(config)).current).toBe(true);
    const said: unknown = JSON.parse(readFileSync(join(out, contract), "utf8"));
    expect(said).toEqual({
      name: "greetPet",
      description: "greetPet",
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
      inputSchema: {
        type: "object",
        properties: { petId: { type: "integer" } },
        required: ["petId"],
        additionalProperties: false,
      },
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
    });
    await generate(config);
    expect(await drifts()).toEqual([]);
  });
  expect(await drifts()).toEqual(["test/contract.json", contract]);
  await recordContracts(config);
  expect(existsSync(join(out, contract))).toBe(false);
});

test.each(["//", "//a b", "/v1"])(
  "a server URL %s is skipped in tests",
  async (url) => {
    const petstore = readFileSync(CONFIG.document, "utf8");
    const text = JSON.stringify({
      ...JSON.parse(petstore),
      servers: [{ url }],
    });
    const config = { emit: CONFIG.emit, out: temporaryFolder() };
    await generate(config, { text, dryRun: true });
  },
);

test("generated responses and contracts escape invisible characters", async () => {
  const text = "a\u202e\u{e0041}\u200b";
  const pet = { schema: { type: "object" }, example: { [text]: text } };
  const get = {
    operationId: "x",
    parameters: [{ name: "q", in: "query", schema: { default: text } }],
    responses: { 200: { description: "", content: { [JSON_TYPE]: pet } } },
  };
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/x": { get } },
  };
  const config = { emit: CONFIG.emit, allRoutesAsTools: true };
  const folder = temporaryFolder();
  await generate(
    { ...config, out: folder },
    { text: JSON.stringify(document) },
  );
  for (const file of ["responses.json", "contract/x.json"]) {
    const written = readFileSync(join(folder, "test", file), "utf8");
    expect(written).toMatch(/^[ -~\n]+$/);
    expect(JSON.stringify(JSON.parse(written))).toContain(text);
  }
});

const JSON_TYPE = "application/json";
