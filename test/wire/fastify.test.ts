import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { createApp } from "./fastify/app.js";
import { understood } from "./fastify/calls.js";
import { search } from "../../runtime/features/listing/search/search.js";
import { plannedService, connectTo } from "./planned.js";

describe("Fastify parses requests of", () => {
  let app: Awaited<ReturnType<typeof createApp>>;
  let client: Client;

  beforeAll(async () => {
    app = await createApp();
    const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
    const text = JSON.stringify(app.swagger());
    client = await connectTo(
      await plannedService({ text }, { baseUrl }, [search()]),
    );
  });

  afterAll(() => app.close());

  test.each(understood)("%s %j", async (name, args, want) => {
    const call = { name, arguments: { ...args } };
    for (const asked of [call, { name: "call_operation", arguments: call }]) {
      const { content, isError } = await client.callTool(asked);
      const [block] = content as { text: string }[]; // one text block, or the test fails below
      expect(isError, block?.text).toBeUndefined();
      expect(JSON.parse(block?.text ?? "")).toMatchObject(want);
    }
  });

  test("a refusal is a readable error", async () => {
    const { content, isError } = await client.callTool({
      name: "item",
      arguments: { id: 7, name: "a".repeat(200) },
    });
    expect(isError).toBe(true);
    const [block] = content as { text: string }[]; // one text block, or the test fails below
    expect(block?.text).toMatch(
      /^GET \/items\/\{id\}\/\{name\} → 4\d\d .*\n\{/,
    );
  });
});
