import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";
import { startUpstream } from "../runtime/upstream.js";
import { bundle, emit } from "./project.js";

/** A list of 1 MB of JSON. */
const ITEMS = Array.from({ length: 2_750 }, (_, id) => ({
  id,
  name: "x".repeat(360),
}));

const ITEM = {
  type: "object",
  properties: { id: { type: "integer" }, name: { type: "string" } },
};
const DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Items", version: "1" },
  servers: [{ url: "https://api.example" }],
  paths: {
    "/items": {
      get: {
        operationId: "listItems",
        responses: {
          200: {
            description: "ok",
            content: {
              "application/json": { schema: { type: "array", items: ITEM } },
            },
          },
        },
      },
    },
  },
});

test("a result of 1 MB is complete on stdio, and the log names the option once", async () => {
  const { baseUrl } = await startUpstream((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(ITEMS));
  });
  const out = await emit({ allRoutesAsTools: true }, DOCUMENT);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await bundle(out)],
    env: { API_BASE_URL: baseUrl },
    stderr: "pipe",
  });
  let log = "";
  transport.stderr?.on("data", (chunk) => (log += String(chunk)));
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  await client.listTools(); // structured content is checked against what is listed
  for (let count = 0; count < 2; count += 1) {
    const result = await client.callTool({ name: "listItems" });
    const [text, ...notes] = result.content as { text: string }[];
    expect(Buffer.byteLength(text?.text ?? "")).toBeGreaterThan(1_000_000);
    expect(JSON.parse(text?.text ?? "")).toEqual(ITEMS);
    expect(notes).toEqual([]);
  }
  await client.close();
  const told = log.split("\n").filter((line) => line.includes("large-result"));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('"level":"warn"');
  expect(told[0]).toContain("maxResultTokens: 20000");
}, 30_000);
