import { existsSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hosts } from "./hosts.js";
import type { Host } from "./hosts.js";
import { startWorker, TOKEN } from "./worker.js";

const textOf = ({ content }: CallToolResult) =>
  content.map((one) => (one.type === "text" ? one.text : "")).join("\n");

describe.each(["v1", "v2"] as const)("a worker with SDK %s", (sdk) => {
  let shop: Awaited<ReturnType<typeof startWorker>>;

  beforeAll(async () => {
    shop = await startWorker(sdk);
  });
  afterAll(() => shop.api.close());

  test("uses no sockets or files of Node", () => {
    const own = shop.inputs.filter((file) => file.includes("/runtime/"));
    const names = own.map((file) => file.replace(/.*\/runtime\//, ""));
    expect(names).toContain("features/http/worker.ts");
    expect(names.filter((name) => /node(-http)?\.ts|axios/.test(name))).toEqual(
      [],
    );
    expect(shop.inputs.filter((file) => file.includes("axios"))).toEqual([]);
  });

  // Deno's package for this machine, if there is one.
  const here = Object.entries(hosts).filter(
    ([name]) => name !== "deno" || existsSync("test/hosts/node_modules/@deno"),
  );

  describe.each(here)("on %s", (_name, start) => {
    let host: Host;
    let client: Client;

    beforeAll(async () => {
      host = await start(shop.file, shop.env);
      client = new Client({ name: "test", version: "1.0.0" });
      const headers = { authorization: `Bearer ${TOKEN}` };
      const url = new URL("https://shop.example/mcp");
      await client.connect(
        new StreamableHTTPClientTransport(url, {
          fetch: host.send,
          requestInit: { headers },
        }),
      );
    });
    afterAll(async () => {
      await client.close();
      await host.close();
    });

    const call = async (name: string, args: object) =>
      (await client.callTool({
        name,
        arguments: { ...args },
      })) as CallToolResult;

    test("lists tools, and refuses a caller without a token", async () => {
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(10);
      const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body };
      expect((await host.send("https://x/mcp", init)).status).toBe(401);
    });

    test("calls tools, and corrects or explains wrong arguments", async () => {
      const right = await call("getBook", { bookId: "5" });
      expect(textOf(right)).toContain('"Flatland"');
      const wrong = await call("getBook", { bookId: "five" });
      expect(wrong.isError).toBe(true);
      expect(textOf(wrong)).toContain("must be integer, not string");
    });

    test("passes errors of the API on", async () => {
      const refused = await call("getBook", { bookId: 999 });
      expect(refused.isError).toBe(true);
      expect(textOf(refused)).toContain("404 Not Found");
    });

    test("reads a stream, and reports progress", async () => {
      const told: unknown[] = [];
      const result = await client.callTool(
        { name: "recommend", arguments: { count: 2 } },
        undefined,
        { onprogress: (progress) => told.push(progress) },
      );
      expect(result.content).toHaveLength(2);
      expect(told.length).toBeGreaterThan(0);
    });

    test("uploads a file", async () => {
      const image = Buffer.from("\x89PNG\r\n\x1a\n…", "latin1");
      const result = await call("setCover", {
        bookId: 5,
        image: image.toString("base64"),
      });
      expect(textOf(result)).toContain('"bytes":');
    });
  });
});
