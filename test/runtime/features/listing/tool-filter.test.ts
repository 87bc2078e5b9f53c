import { describe, expect, it, test } from "vitest";
import type { ToolFilter } from "../../../../runtime/features/listing/tool-filter.js";
import { search } from "../../../../runtime/features/listing/search/search.js";
import type { McpService } from "../../../../runtime/index.js";
import { ask, openService, serviceOf } from "../../serving.js";
import { shop } from "./search/shop.js";
import { filterTools } from "../../alone.js";
import {
  readFilter,
  filterTools as realFilterTools,
} from "../../../../runtime/features/listing/tool-filter.js";

const all = serviceOf(shop);
const searched = serviceOf(shop, { features: [search()] });

async function names(service: McpService): Promise<string[]> {
  const { tools } = (await ask(service, "tools/list")) as {
    tools: { name: string }[]; // as the core lists
  };
  return tools.map(({ name }) => name);
}

const named = (pattern: RegExp) =>
  // Deprecated tools are last.
  [...shop]
    .map(({ description = "", name }) => ({
      name,
      place: `${/^Deprecated/m.test(description) ? 1 : 0} ${name}`,
    }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ name }) => name)
    .filter((name) => pattern.test(name));

describe("filterTools()", () => {
  test.each<[ToolFilter, RegExp]>([
    [{}, /./],
    [{ toolsets: "", only: " " }, /./],
    [{ toolsets: "orders, stock" }, /^(orders|stock)_/],
    [{ only: "orders_get,stock_get" }, /^(orders|stock)_get$/],
    [{ toolsets: "stock", only: "orders_get" }, /^stock_|^orders_get$/],
    [{ toolsets: "stock", exclude: "stock_get" }, /^stock_adjust$/],
    [{ only: "orders_get,stock_get", exclude: "stock_get" }, /^orders_get$/],
    [{ toolsets: "orders", readOnly: true }, /^orders_(list|get|items_list)$/],
    [{ only: "orders_get,orders_cancel", readOnly: true }, /^orders_get$/],
  ])("lists for %j", async (choice, want) => {
    expect(await names(filterTools(all, choice))).toEqual(named(want));
  });

  it("returns the service itself if nothing is left out", () => {
    const { definition } = all;
    expect(realFilterTools(definition, {})).toBe(definition);
  });

  test.each<[ToolFilter, string]>([
    [
      { toolsets: "order" },
      "--toolsets (or MCP_TOOLSETS): unknown: order. Known: account, customers, ",
    ],
    [
      { only: "orders_get,x" },
      "--only (or MCP_ONLY): unknown: x. Known: account_close, ",
    ],
    [{ exclude: "x" }, "--exclude (or MCP_EXCLUDE): unknown: x."],
    [{ only: "," }, '--only (or MCP_ONLY): "," does not contain a name.'],
    [
      { toolsets: " , " },
      '--toolsets (or MCP_TOOLSETS): " , " does not contain a name.',
    ],
    [
      { only: "stock_get", exclude: "stock_get" },
      "leave no operations to serve",
    ],
    [
      { tools: "few" },
      '--tools (or MCP_TOOLS) must be all or search, not "few".',
    ],
    [
      { tools: "search" },
      "--tools (or MCP_TOOLS): this server does not have search tools.",
    ],
  ])("refuses %j", (choice, want) => {
    expect(() => filterTools(all, choice)).toThrow(want);
  });

  it("lists every tool instead of a search on request", async () => {
    expect(await names(filterTools(searched, { tools: "all" }))).toEqual(
      named(/./),
    );
    const { definition } = searched;
    expect(realFilterTools(definition, { tools: "search" })).toBe(definition);
  });

  it("leaves the search, missing operations and groups out of the instructions", () => {
    const start = `Shop: ${shop.length} operations.\n`;
    const groups = "Groups: orders 7, products 4.\n";
    const rest =
      "Work in steps: search_operations finds one, call_operation calls it. Ask for little.";
    const { definition: offer } = searched;
    const instructions = start + groups + rest;
    const told = openService({ ...offer, instructions });
    const of = (choice: ToolFilter) => filterTools(told, choice).instructions;
    expect(of({ tools: "all" })).toBe(`${start}${groups}Ask for little.`);
    expect(of({ exclude: "orders_get" })).toBe(
      `Shop: ${shop.length - 1} operations.\n${groups}${rest}`,
    );
    expect(of({ only: "orders_get" })).toBe(`Shop: 1 operations.\n${rest}`);
  });
});

describe("an operation left out", () => {
  const choices: [string, ToolFilter, RegExp][] = [
    ["by group", { toolsets: "orders,account" }, /^(?!orders|account)/],
    ["by name", { only: "orders_get" }, /^(?!orders_get$)/],
    [
      "by exclusion",
      { exclude: "orders_get,account_close" },
      /^(orders_get|account_close)$/,
    ],
    [
      "since it writes",
      { readOnly: true },
      /(create|update|cancel|delete|send|close|refund|void|invite|adjust|add)$/,
    ],
  ];

  test.each(choices)(
    "%s can't be found, described or called",
    async (_how, choice, gone) => {
      const service = filterTools(searched, choice);
      const left = named(gone);
      expect(left.length).toBeGreaterThan(0);
      for (const name of left) {
        const text = async (tool: string, args: object) =>
          JSON.stringify(
            await ask(service, "tools/call", {
              name: tool,
              arguments: { ...args },
            }),
          );
        const query = name.replaceAll("_", " ");
        expect(
          await text("search_operations", { query, limit: 50 }),
        ).not.toContain(`${name}(`);
        for (const [tool, args] of [
          ["describe_operations", { names: [name] }],
          ["read_operation", { name }],
          ["call_operation", { name }],
        ] as const)
          expect(await text(tool, args)).toMatch(/Unknown operation/);
        await expect(ask(service, "tools/call", { name })).rejects.toThrow(
          `Unknown tool: ${name}`,
        );
      }
    },
  );
});

describe("the options of filterTools()", () => {
  const env = { MCP_TOOLSETS: "a", MCP_READ_ONLY: "1", MCP_TOOLS: "all" };
  test.each([
    [{}, {}, { toolsets: "", readOnly: false, tools: "" }],
    [{}, env, { toolsets: "a", readOnly: true, tools: "all" }],
    [{ toolsets: "b" }, env, { toolsets: "b" }],
    [{ "read-only": true }, {}, { readOnly: true }],
    [
      {},
      { MCP_READ_ONLY: "false", MCP_ONLY: "x", MCP_EXCLUDE: "y" },
      { readOnly: false, only: "x", exclude: "y" },
    ],
  ])("from %j %j", (flags, variables, want) => {
    expect(readFilter(flags, variables)).toMatchObject(want);
  });

  it("are refused if a variable has no valid value", () => {
    expect(() => readFilter({}, { MCP_READ_ONLY: "yes" })).toThrow(
      '--read-only (or MCP_READ_ONLY) must be true or false, not "yes".',
    );
  });
});
