import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  describePlan,
  describeTokens,
} from "../../../generator/cli/plan-report.js";
import { createPaint } from "../../../generator/cli/table.js";
import { preview } from "../../../generator/commands/plan.js";
import type { Config } from "../../../generator/index.js";
import { toolwright } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

const answers = { 200: { description: "ok" } };
const BOOKS = {
  openapi: "3.1.0",
  info: { title: "Books", version: "1" },
  servers: [{ url: "https://api.example.com" }],
  paths: {
    "/books": {
      get: { operationId: "listBooks", tags: ["books"], responses: answers },
      post: {
        operationId: "addBook",
        tags: ["books", "editing"],
        responses: answers,
      },
    },
    "/authors": { get: { operationId: "listAuthors", responses: answers } },
  },
};

const planned = (config: Config = {}) =>
  preview({ document: BOOKS, allRoutesAsTools: true, ...config });

test("plan --tokens prints the tokens of each tool, of each tag and in other modes", async () => {
  const { components, costs } = await planned();
  for (const { tokens, tokensOf } of components) {
    const parts = Object.values(tokensOf ?? {}) as number[];
    expect(tokens).toBe(parts.reduce((sum, part) => sum + part, 0));
  }
  const sum = (...names: string[]) => ({
    tools: names.length,
    tokens: components
      .filter(({ name }) => names.includes(name))
      .reduce((all, { tokens }) => all + (tokens ?? 0), 0),
  });
  expect(costs.all).toEqual(sum("listBooks", "addBook", "listAuthors"));
  expect(costs.standing).toEqual(costs.all);
  expect(costs.readOnly).toEqual(sum("listBooks", "listAuthors"));
  expect(costs.tags).toEqual({
    books: sum("listBooks", "addBook"),
    editing: sum("addBook"),
  });
  expect(costs.search.tools).toBe(4);
  const search = await planned({ tools: "search", alwaysListed: ["addBook"] });
  expect(search.costs.standing).toMatchObject({ tools: 5 });
  expect(search.costs.standing.tokens).toBeGreaterThan(costs.search.tokens);
});

test("plan lists tools with unbounded results, and the line that limits them", async () => {
  const listOf = (more: object = {}) => ({
    200: {
      description: "ok",
      content: {
        "application/json": {
          schema: { type: "array", items: { type: "object" }, ...more },
        },
      },
    },
  });
  const query = (name: string, more: object = {}) => ({
    parameters: [{ name, in: "query", schema: { type: "integer", ...more } }],
  });
  const operations: Record<string, object> = {
    open: { responses: listOf() },
    limited: { responses: listOf(), ...query("limit") },
    bounded: { responses: listOf({ maxItems: 50 }) },
    sized: { responses: listOf(), ...query("limit", { maximum: 100 }) },
    preset: { responses: listOf(), ...query("limit", { default: 20 }) },
    paged: { responses: listOf(), ...query("page") },
    one: { responses: answers },
  };
  const paths = Object.fromEntries(
    Object.entries(operations).map(([operationId, get]) => [
      `/${operationId}`,
      { get: { operationId, ...get } },
    ]),
  );
  const config = { document: { ...BOOKS, paths } };
  const open = await planned(config);
  expect(open.unbounded).toEqual(["limited", "open"]);
  expect(describePlan(open, createPaint(false))).toContain(
    "2 tools may return a list of any length; set a limit in the config: maxResultTokens: 20000",
  );
  const bound = await planned({ ...config, maxResultTokens: 20_000 });
  expect(bound.unbounded).toBeNull();
  expect(describePlan(bound, createPaint(false))).not.toContain(
    "a list of any length",
  );
});

test.each<[Config, string[]]>([
  [{ tags: ["books"] }, ["addBook", "listBooks"]],
  [{ tags: ["books"], excludeTags: ["editing"] }, ["listBooks"]],
  [{ excludeTags: ["books"] }, ["listAuthors"]],
])("plan with %j keeps %j", async (config, names) => {
  const { components } = await planned(config);
  expect(components.map(({ name }) => name)).toEqual(names);
});

test("plan rejects an unknown tag and lists the known ones", async () => {
  await expect(planned({ tags: ["book"] })).rejects.toThrow(
    /No operation has the tag book\.\n {2}Did you mean books\? Known are books, editing\./,
  );
});

test("plan, check and generate --strict exit with 1 if the budget is exceeded", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "books.json"), JSON.stringify(BOOKS));
  const run = async (command: string, budget: number, ...flags: string[]) => {
    const args = [
      "books.json",
      "--out",
      "server",
      "--max-listing-tokens",
      String(budget),
    ];
    const { code, stdout } = await toolwright(
      [command, ...args, "--all-routes-as-tools", ...flags],
      { cwd },
    );
    return [code, /above the budget/.test(stdout)];
  };
  expect(await run("generate", 1_000, "--strict")).toEqual([0, false]);
  expect(await run("generate", 10, "--strict")).toEqual([1, true]);
  expect(await run("generate", 10)).toEqual([0, true]);
  expect(await run("check", 10)).toEqual([1, true]);
  expect(await run("check", 1_000)).toEqual([0, false]);
  expect(await run("plan", 10)).toEqual([1, true]);
  expect(await run("plan", 10, "--tokens")).toEqual([1, true]);
  expect(await run("plan", 1_000, "--tokens")).toEqual([0, false]);
});

test.each([60, 72, 80, 120, 200])(
  "a plan is read in %d columns, whatever is long in it",
  async (width) => {
    const planned = await preview({ document: BOOKS });
    for (const describe of [describePlan, describeTokens]) {
      const text = describe(planned, createPaint(false), width);
      const table = text.split("\n\n")[0] ?? "";
      for (const line of table.split("\n"))
        expect(line.length).toBeLessThanOrEqual(width);
    }
    const wide = describePlan(planned, createPaint(false));
    expect(wide).toMatch(/arguments +tokens\n/);
    expect(describePlan(planned, createPaint(false), 80)).toMatch(
      /^kind +effect +name +method +path +URI +tokens\n/,
    );
  },
);
