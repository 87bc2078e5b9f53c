import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, test } from "vitest";
import { startUpstream } from "../runtime/upstream.js";
import { bundleModules } from "./bundle.js";
import { bundle, emit, serve } from "./project.js";
import { typeErrors } from "../type-check.js";

const DOCUMENT = "test/cases/works/search/openapi.yaml";

test.each(["v1", "v2"] as const)(
  "a server in search mode finds, describes and calls operations that it doesn't list (SDK %s)",
  async (sdk) => {
    const { baseUrl, received } = await startUpstream();
    const project = await emit({
      document: DOCUMENT,
      baseUrl,
      allRoutesAsTools: true,
      sdk,
      tools: "search",
      alwaysListed: ["addBook"],
    });
    expect(await typeErrors(project)).toEqual([]);
    const module = (await import(
      pathToFileURL(await bundleModules(project, "src/server.ts")).href
    )) as {
      createServer: (
        options: object,
      ) => Promise<{ connect(to: InMemoryTransport): Promise<void> }>;
    }; // as server.ts says
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: "test", version: "1" });
    const server = await module.createServer({ env: process.env });
    await Promise.all([server.connect(theirs), client.connect(ours)]);

    expect(client.getInstructions()).toMatch(
      /^Books: 4 operations\. Books and who wrote them\.\nGroups: [^\n]+\.\nWork /,
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "search_operations",
      "describe_operations",
      "read_operation",
      "call_operation",
      "addBook",
    ]);
    const call = async (name: string, args: Record<string, unknown>) => {
      const { content } = await client.callTool({ name, arguments: args });
      return (content as { text: string }[])[0]?.text ?? "";
    };
    const found = await call("search_operations", {
      query: "who are the writers",
    });
    expect(found).toContain("listAuthors() — List authors");
    expect(await call("describe_operations", { names: ["addBook"] })).toBe(
      "addBook — Add a book\nPOST /books (writes)",
    );
    const name = "listAuthors";
    const answers = [
      await call("read_operation", { name }),
      await call("call_operation", { name }),
      await call(name, {}),
    ];
    expect(answers).toEqual(Array(3).fill('{"ok":true}'));
    expect(received.map(({ url }) => url)).toEqual(Array(3).fill("/authors"));
    await client.close();
  },
);

test("flags and the environment select tools at the start, and flags come first", async () => {
  const project = await emit({
    document: DOCUMENT,
    allRoutesAsTools: true,
    tools: "search",
  });
  const main = await bundle(project);
  const listed = async (args: readonly string[], env = {}) => {
    const client = new Client({ name: "test", version: "1" });
    const command = process.execPath;
    await client.connect(
      new StdioClientTransport({
        command,
        args: [main, ...args],
        stderr: "ignore",
        env: { MCP_TOOLS: "all", LOG_LEVEL: "silent", ...env },
      }),
    );
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  };
  expect(await listed([])).toEqual([
    "addBook",
    "deleteBook",
    "listAuthors",
    "listBooks",
  ]);
  expect(await listed(["--read-only"])).toEqual(["listAuthors", "listBooks"]);
  expect(
    await listed(["--only", "listBooks"], { MCP_ONLY: "addBook" }),
  ).toEqual(["listBooks"]);
  const env = { MCP_TOOLSETS: "books", MCP_EXCLUDE: "addBook,deleteBook" };
  expect(await listed([], env)).toEqual(["listBooks"]);
  expect(await listed(["--tools", "search"])).toHaveLength(4);
  const told = await serve(main, { args: ["--only", "addBoko"] }).catch(
    (error: unknown) => String(error),
  );
  expect(told).toContain(
    "--only (or MCP_ONLY): unknown: addBoko. Known: addBook, ",
  );
});
