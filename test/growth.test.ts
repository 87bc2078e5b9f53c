import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { generate, type Config } from "../generator/index.js";
import { ownCache, temporaryFolder } from "./generator/temporary.js";

/**
 * Growth of the generator's work with its document, counted in calls of functions and not in seconds, so that it is
 * the same on each machine. `bench/` measures the time.
 */

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
  ownCache();
});

/** Milliseconds that a test may take: a bound for a loop that never ends, far above what a busy machine needs. */
const TIMEOUT_MS = 300_000;

/** The schema that a resource's own refers to: one of its five, or the next, up to the last of all. */
type Parent = "group" | "chain";

/** So that only some of a chain fit into one list. */
const MANY = Array.from({ length: 40 }, (_, at) => `number ${at}`);

/** A document of this many resources, three operations each, whose schemas refer to each other. */
function documentOf(resources: number, parent: Parent): string {
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
        summary: `Lists things ${at}.`,
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

/** Number of calls of JavaScript functions that a run takes which makes every operation of a document a tool. */
async function countCalls(
  text: string,
  tools: NonNullable<Config["tools"]>,
  dryRun: boolean,
): Promise<number> {
  const document = join(folder, `${text.length}.json`);
  writeFileSync(document, text);
  const out = join(folder, `out-${text.length}`);
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true });
  const config: Config = { document, out, allRoutesAsTools: true, tools };
  await generate(config, { dryRun });
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const counts = result
    .flatMap(({ functions }) => functions)
    .map(({ ranges }) => ranges[0]?.count ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
}

test.each([
  ["group", "all", false],
  // A list that is too long is measured again for each lower limit of a tool, up to five times; a search lists no tool.
  // Writing files is measured above.
  ["chain", "search", true],
] as const)(
  "2,000 operations need at most 2.5 times the calls of 1,000, if schemas refer to each other in a %s",
  async (parent, tools, dryRun) => {
    // Each resource has three operations.
    const small = await countCalls(documentOf(333, parent), tools, dryRun);
    const large = await countCalls(documentOf(667, parent), tools, dryRun);
    expect(small).toBeGreaterThan(100_000);
    expect(large / small).toBeLessThan(2.5);
  },
  TIMEOUT_MS,
);

test("a run parses its document once", async () => {
  const text = documentOf(3, "group");
  const document = join(folder, "document.json");
  writeFileSync(document, text);
  const parse = vi.spyOn(JSON, "parse");
  await generate({ document, out: join(folder, "out") });
  const parsed = parse.mock.calls.filter(([source]) => source === text);
  parse.mockRestore();
  expect(parsed).toHaveLength(1);
});
