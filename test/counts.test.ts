import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { check, generate } from "../generator/index.js";
import { temporaryFolder } from "./generator/temporary.js";

/**
 * How often a run does what costs time, so that a regression is seen on any machine. Numbers may fall without a word;
 * what makes one rise should be worth it. `npx vitest run test/counts.test.ts -u` writes them anew; read the diff.
 */

const { counting, counts } = vi.hoisted(() => {
  /** How often each thing was done since it was last asked. */
  const counts = new Map<string, number>();
  /** A function that counts its calls, and is otherwise what it was. */
  const counting =
    <Given extends unknown[], Made>(
      name: string,
      work: (...given: Given) => Made,
    ) =>
    (...given: Given): Made => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return work(...given);
    };
  return { counting, counts };
});

vi.mock(import("../generator/load/parse-json.js"), async (original) => {
  const { parseJson, ...module } = await original();
  return { ...module, parseJson: counting("documents parsed", parseJson) };
});
vi.mock(import("../generator/schema/walk.js"), async (original) => {
  const module = await original();
  const visits = "schemas visited";
  return {
    ...module,
    mapParts: counting(visits, module.mapParts),
    partsOf: counting(visits, module.partsOf),
    walk: (schema, visit) => module.walk(schema, counting(visits, visit)),
  };
});
vi.mock(import("../generator/schema/reach.js"), async (original) => {
  const { namesIn, ...module } = await original();
  return { ...module, namesIn: counting("schemas followed", namesIn) };
});
vi.mock(import("../generator/emit/render.js"), async (original) => {
  const { render } = await original();
  return { render: counting("templates rendered", render) };
});
vi.mock(import("prettier"), async (original) => {
  const { format, ...module } = await original();
  return { ...module, format: counting("runs of prettier", format) };
});
vi.mock(import("../generator/types/translate.js"), async (original) => {
  const { translator, ...module } = await original();
  return {
    ...module,
    translator: (shapes) => counting("types translated", translator(shapes)),
  };
});
vi.mock(import("../generator/typescript.js"), async (original) => {
  const { compiler } = await original();
  return { compiler: counting("uses of TypeScript", compiler) };
});

const spies = {
  readFile: vi.spyOn(fs.promises, "readFile"),
  readFileSync: vi.spyOn(fs, "readFileSync"),
  writeFileSync: vi.spyOn(fs, "writeFileSync"),
};
syncBuiltinESMExports();

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
});
afterEach(() => void vi.unstubAllEnvs());

/** The schema that a resource's own refers to: one of its five, or the next, up to the last of all. */
type Parent = "group" | "chain";

/** So that only some of a chain fit into one list. */
const MANY = Array.from({ length: 200 }, (_, at) => `number ${at}`);

/** A document of this many resources, three operations each, whose schemas refer to each other. */
function documentOf(
  resources: number,
  summary = "Lists all of them.",
  parent: Parent = "group",
): string {
  const answer = (schema: object) => ({
    200: { description: "OK", content: { "application/json": { schema } } },
  });
  const paths: Record<string, object> = {};
  const schemas: Record<string, object> = {};
  for (let at = 0; at < resources; at += 1) {
    const $ref = `#/components/schemas/Thing${at}`;
    const named = (verb: string) => ({
      operationId: `${verb}Thing${at}`,
      tags: [`tag${at % 10}`],
    });
    const limit = { $ref: "#/components/parameters/limit" };
    paths[`/things${at}`] = {
      get: {
        ...named("list"),
        summary: at === 0 ? summary : `Lists things ${at}.`,
        parameters: [limit],
        responses: answer({ type: "array", items: { $ref } }),
      },
      post: {
        ...named("create"),
        requestBody: { content: { "application/json": { schema: { $ref } } } },
        responses: answer({ $ref }),
      },
    };
    paths[`/things${at}/{id}`] = {
      get: {
        ...named("get"),
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            schema: {
              type: "string",
              enum: [
                "a-long-name-of-one",
                "a-long-name-of-another",
                "and-a-third-that-is-long",
              ],
            },
          },
        ],
        responses: answer({ $ref }),
      },
    };
    schemas[`Thing${at}`] = {
      type: "object",
      description: `What thing ${at} is.`,
      required: ["name"],
      properties: {
        name: { type: "string" },
        size: {
          type: "object",
          properties: {
            width: { type: "number" },
            unit: { enum: parent === "chain" ? MANY : ["cm", "in"] },
          },
        },
        parent: {
          $ref: `#/components/schemas/Thing${
            parent === "chain" ? Math.min(at + 1, resources - 1) : at - (at % 5)
          }`,
        },
        kinds: {
          type: "array",
          items: { oneOf: [{ type: "string" }, { type: "integer" }] },
        },
      },
    };
  }
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    servers: [{ url: "https://api.example" }],
    paths,
    components: {
      schemas,
      parameters: {
        limit: {
          name: "limit",
          in: "query",
          schema: { type: "integer", default: 20 },
        },
      },
    },
  });
}

/** What was counted while this ran; of files, those of the document, the output and the cache. */
async function during(
  work: () => Promise<unknown>,
): Promise<ReadonlyMap<string, number>> {
  counts.clear();
  for (const spy of Object.values(spies)) spy.mockClear();
  await work();
  const own = ({ mock }: { mock: { calls: unknown[][] } }) =>
    mock.calls.filter(([path]) => String(path).startsWith(folder));
  const written = own(spies.writeFileSync);
  const bytes = written.map(([, text]) => Buffer.byteLength(text as string)); // what the generator writes
  return new Map([
    ...counts,
    ["files read", own(spies.readFile).length + own(spies.readFileSync).length],
    ["files written", written.length],
    // Rounded, since the runtime is among it.
    [
      "100 kB written",
      Math.round(bytes.reduce((sum, one) => sum + one, 0) / 100_000),
    ],
  ]);
}

/** A project of this many resources: what it takes to make it, or to make it again. */
function projectOf(resources: number, parent?: Parent) {
  const document = join(folder, `${resources}.json`);
  const config = {
    document,
    out: join(folder, `out-${resources}`),
    allRoutesAsTools: true,
  };
  const write = (summary?: string) => {
    fs.writeFileSync(document, documentOf(resources, summary, parent));
  };
  write();
  return {
    write,
    generate: () => during(() => generate(config)),
    check: () => during(() => check(config)),
  };
}

test("a run does each thing as often as it has to", async () => {
  const project = projectOf(100);
  const runs = [
    await project.generate(),
    await project.generate(),
    await project.check(),
  ];
  project.write("Lists what there is.");
  runs.push(await project.generate());
  const names = runs.flatMap((run) => [...run.keys()]);
  const table = Object.fromEntries(
    names.map((name) => [name, runs.map((run) => run.get(name) ?? 0).join()]),
  );
  // At first, with nothing changed, of a check, and where one operation has another summary.
  expect(table).toMatchInlineSnapshot(`
    {
      "100 kB written": "6,0,0,2",
      "documents parsed": "1,1,1,1",
      "files read": "11,350,340,353",
      "files written": "341,1,0,5",
      "schemas followed": "140,140,140,140",
      "schemas visited": "47612,47612,47612,47612",
      "templates rendered": "316,316,316,316",
      "types translated": "601,601,601,601",
    }
  `);
});

test.each([
  ["group", 50, 2.05],
  // The last of a chain lead to few.
  ["chain", 50, 2.5],
] as const)(
  "twice the document is twice the work, and no more: %s",
  async (parent, size, factor) => {
    const small = await projectOf(size, parent).generate();
    const large = await projectOf(2 * size, parent).generate();
    const grown = [...large].filter(
      ([name, times]) => times > factor * (small.get(name) ?? 0) + 20,
    );
    expect(grown).toEqual([]);
  },
);
